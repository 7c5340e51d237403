import { NIL } from 'uuid';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FieldPlace, FieldUnreadable, UnknownFieldKey } from '../../platform/security/field-cipher.ts';
import {
  countBankFiles,
  lockFilesToEncrypt,
  updateEncryptedFile,
} from './bank-files/bank-file.repository.ts';
import { getContentPlace } from './bank-files/bank-file.service.ts';
import {
  countPayoutAccounts,
  lockAccountsToEncrypt,
  updateEncryptedAccount,
} from './payout-accounts/payout-account.repository.ts';
import { getAccountNumberPlace } from './payout-accounts/payout-account.service.ts';
import {
  countTaxForms,
  lockFormsToEncrypt,
  updateEncryptedNumbers,
} from './tax-forms/tax-form.repository.ts';
import { getNumbersPlace } from './tax-forms/tax-form.service.ts';

interface EncryptedColumn {
  count(db: Db): Promise<number>;
  lock(
    trx: Trx,
    page: { prefix: string; after: string; limit: number },
  ): Promise<Array<{ id: string; encrypted: string }>>;
  update(trx: Trx, id: string, envelope: string): Promise<void>;
  getPlace(id: string): FieldPlace;
}

/** Every column that the field cipher encrypts. */
const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    count: countTaxForms,
    lock: lockFormsToEncrypt,
    update: updateEncryptedNumbers,
    getPlace: getNumbersPlace,
  },
  {
    count: countPayoutAccounts,
    lock: lockAccountsToEncrypt,
    update: updateEncryptedAccount,
    getPlace: getAccountNumberPlace,
  },
  {
    count: countBankFiles,
    lock: lockFilesToEncrypt,
    update: updateEncryptedFile,
    getPlace: getContentPlace,
  },
];

/** Small, so that rows are locked only briefly. */
const DEFAULT_BATCH_SIZE = 100;

export interface Rotation {
  /** Counts all rows, including those that already use the current key. */
  total: number;
  rotated: number;
  /** Rows that couldn't be decrypted because their key is missing or they were changed. */
  unreadable: Array<{ id: string; reason: string }>;
}

/**
 * Encrypts every row with the current key, including superseded ones. Works in batches. Safe to repeat, and
 * to run while servers write and decrypt rows.
 */
export async function rotateFields(
  deps: Pick<Deps, 'db' | 'cipher'>,
  {
    batchSize = DEFAULT_BATCH_SIZE,
    onBatch = () => {},
  }: { batchSize?: number; onBatch?: (rotated: number) => void } = {},
): Promise<Rotation> {
  const rotation: Rotation = { total: 0, rotated: 0, unreadable: [] };
  for (const column of ENCRYPTED_COLUMNS) {
    for (let after: string | undefined = NIL; after !== undefined; ) {
      const batchResult: BatchResult = await rotateBatch(deps, column, after, batchSize);
      rotation.rotated += batchResult.rotated;
      rotation.unreadable.push(...batchResult.unreadable);
      after = batchResult.last;
      onBatch(rotation.rotated);
    }
    rotation.total += await column.count(deps.db);
  }
  return rotation;
}

type BatchResult = Omit<Rotation, 'total'> & { last: string | undefined };

function rotateBatch(
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
  { lock, update, getPlace }: EncryptedColumn,
  after: string,
  limit: number,
) {
  return inTransaction(db, async (trx): Promise<BatchResult> => {
    const unreadable: Rotation['unreadable'] = [];
    const rows = await lock(trx, { prefix: cipher.currentPrefix, after, limit });
    for (const { id, encrypted } of rows) {
      const place = getPlace(id);
      try {
        await update(trx, id, cipher.encrypt(cipher.decrypt(encrypted, place), place));
      } catch (error) {
        // Report this row and continue with the others.
        if (!(error instanceof UnknownFieldKey || error instanceof FieldUnreadable)) throw error;
        unreadable.push({ id, reason: error.message });
      }
    }
    return { rotated: rows.length - unreadable.length, unreadable, last: rows.at(-1)?.id };
  });
}
