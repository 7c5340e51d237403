import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** The purchases of a code, newest first. The other index on the code leaves released uses out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'promo_holds_code', 'promo_holds (code, held_at, purchase_id)');
}
