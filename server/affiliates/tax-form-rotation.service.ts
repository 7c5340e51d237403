import { NIL } from 'uuid';
import { inTransaction } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { FieldUnreadable, UnknownFieldKey } from './field-cipher.ts';
import { countTaxForms, lockFormsToEncrypt, updateEncryptedNumbers } from './tax-form.repository.ts';
import { placeOfNumbers } from './tax-form.service.ts';

/** Few enough that nobody waits long for a row that is held meanwhile. */
const BATCH = 100;

export interface Rotation {
  /** All forms, those under the current key already among them. */
  total: number;
  rotated: number;
  /** What stayed as it was: its key is gone, or somebody changed it. */
  unreadable: Array<{ id: string; reason: string }>;
}

/**
 * Brings every form, superseded ones too, under the current key, batch by batch. Done twice, or by two at once, it
 * does nothing more; forms that are filed and opened meanwhile are in nobody's way (DESIGN D7).
 */
export async function rotateTaxForms(
  deps: Pick<Deps, 'db' | 'cipher'>,
  { batch = BATCH, onBatch = () => {} }: { batch?: number; onBatch?: (rotated: number) => void } = {},
): Promise<Rotation> {
  let rotated = 0;
  const unreadable: Rotation['unreadable'] = [];
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const done: BatchResult = await rotateBatch(deps, after, batch);
    rotated += done.rotated;
    unreadable.push(...done.unreadable);
    after = done.last;
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
      const place = placeOfNumbers(id);
      try {
        const numbers = cipher.decrypt(encryptedNumbers, place);
        await updateEncryptedNumbers(trx, id, cipher.encrypt(numbers, place));
      } catch (error) {
        // The others are none the worse for it.
        if (!(error instanceof UnknownFieldKey || error instanceof FieldUnreadable)) throw error;
        unreadable.push({ id, reason: error.message });
      }
    }
    return { rotated: forms.length - unreadable.length, unreadable, last: forms.at(-1)?.id };
  });
}
