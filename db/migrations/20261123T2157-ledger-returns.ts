import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Staff list refunds and disputes, newest first. Most entries are payments, fees, and commissions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'ledger_entries_returns',
    `ledger_entries (occurred_at, id)
      where kind in ('refund', 'refund failure', 'returns', 'returns reversal', 'dispute')`,
  );
}
