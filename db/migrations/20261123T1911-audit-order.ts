import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Lists the audit log's millions of entries, newest first: all, by staff member, and by action. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'audit_log_at', 'audit_log (at, id)');
  await createIndexConcurrently(db, 'audit_log_actor', 'audit_log (actor_id, at, id)');
  await createIndexConcurrently(db, 'audit_log_action', 'audit_log (action, at, id)');
}
