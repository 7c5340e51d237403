import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Staff list purchases, newest first: all of them, by state, and by kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'purchases_created_at', 'purchases (created_at, id)');
  await createIndexConcurrently(db, 'purchases_status_created_at', 'purchases (status, created_at, id)');
  await createIndexConcurrently(db, 'purchases_kind_created_at', 'purchases (kind, created_at, id)');
}
