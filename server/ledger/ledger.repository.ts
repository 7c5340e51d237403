import type { Trx } from '#db/client.ts';
import { newId } from '../lib/ids.ts';

/** One side of a double entry, in cents. Debits are positive, credits negative. */
export interface Posting {
  entryId: string;
  book: 'expense' | 'owed' | 'paid out';
  affiliateId: string;
  amountCents: number;
}

/** The postings must balance. The table is append-only. */
export async function insertPostings(trx: Trx, postings: readonly Posting[], at: Date): Promise<void> {
  if (postings.length === 0) return;
  await trx
    .insertInto('ledgerPostings')
    .values(postings.map((posting) => ({ ...posting, id: newId(), at })))
    .execute();
}
