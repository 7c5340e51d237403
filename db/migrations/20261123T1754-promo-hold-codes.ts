import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Lists a code's purchases, newest first. The other index on the code excludes released uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'promo_holds_code', 'promo_holds (code, held_at, purchase_id)');
}
