import type { Trx } from '#db/client.ts';
import { newId } from '../lib/ids.ts';
import type { Posting } from './ledger.ts';

/** Books what belongs together; nothing that was booked ever changes. */
export async function insertPostings(trx: Trx, postings: readonly Posting[], at: Date): Promise<void> {
  if (postings.length === 0) return;
  await trx
    .insertInto('ledgerPostings')
    .values(postings.map((posting) => ({ ...posting, id: newId(), at })))
    .execute();
}
