import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Staff list rewards of one kind, oldest first. There may be few gift cards among many lunches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'webinar_rewards_kind', 'webinar_rewards (kind, owed_at, id)');
}
