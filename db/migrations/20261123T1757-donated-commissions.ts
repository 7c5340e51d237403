import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** The preview of a payout run lists the affiliates who donate their commissions for its month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'commissions_donated',
    "commissions (payable_at) where reason = 'Donated to the community fund'",
  );
}
