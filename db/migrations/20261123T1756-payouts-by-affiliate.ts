import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Finds an affiliate's payouts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'payouts_affiliate', 'payouts (affiliate_id)');
}
