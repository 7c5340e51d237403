import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Finds a buyer's earlier purchases, whether made with the account or as a guest (D69). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'purchases_mailbox', 'purchases (mailbox_key(email))');
}
