import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/**
 * Staff look up the receipt of a refund or dispute by its number, which is the end of the ledger entry's id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'ledger_entries_receipt',
    `ledger_entries (right(id::text, 8)) where kind in ('refund', 'returns', 'dispute')`,
  );
}
