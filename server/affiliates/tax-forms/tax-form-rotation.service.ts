import { NIL } from 'uuid';
import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { FieldUnreadable, UnknownFieldKey } from './field-cipher.ts';
import { countTaxForms, lockFormsToEncrypt, updateEncryptedNumbers } from './tax-form.repository.ts';
import { getNumbersPlace } from './tax-form.service.ts';

/** Small, so that forms are locked only briefly. */
const DEFAULT_BATCH_SIZE = 100;

export interface Rotation {
  /** Counts all forms, including those that already use the current key. */
  total: number;
  rotated: number;
  /** Forms that couldn't be decrypted because their key is missing or they were changed. */
  unreadable: Array<{ id: string; reason: string }>;
}

/**
 * Encrypts every form with the current key, including superseded ones. Works in batches. Safe to repeat, and
 * to run while forms are filed and opened.
 */
export async function rotateTaxForms(
  deps: Pick<Deps, 'db' | 'cipher'>,
  {
    batchSize = DEFAULT_BATCH_SIZE,
    onBatch = () => {},
  }: { batchSize?: number; onBatch?: (rotated: number) => void } = {},
): Promise<Rotation> {
  let rotated = 0;
  const unreadable: Rotation['unreadable'] = [];
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const batchResult: BatchResult = await rotateBatch(deps, after, batchSize);
    rotated += batchResult.rotated;
    unreadable.push(...batchResult.unreadable);
    after = batchResult.last;
    onBatch(rotated);
  }
  return { total: await countTaxForms(deps.db), rotated, unreadable };
}

type BatchResult = Omit<Rotation, 'total'> & { last: string | undefined };

function rotateBatch({ db, cipher }: Pick<Deps, 'db' | 'cipher'>, after: string, limit: number) {
  return inTransaction(db, async (trx): Promise<BatchResult> => {
    const unreadable: Rotation['unreadable'] = [];
    const forms = await lockFormsToEncrypt(trx, { prefix: cipher.currentPrefix, after, limit });
    for (const { id, encryptedNumbers } of forms) {
      const place = getNumbersPlace(id);
      try {
        const numbers = cipher.decrypt(encryptedNumbers, place);
        await updateEncryptedNumbers(trx, id, cipher.encrypt(numbers, place));
      } catch (error) {
        // Report this form and continue with the others.
        if (!(error instanceof UnknownFieldKey || error instanceof FieldUnreadable)) throw error;
        unreadable.push({ id, reason: error.message });
      }
    }
    return { rotated: forms.length - unreadable.length, unreadable, last: forms.at(-1)?.id };
  });
}
