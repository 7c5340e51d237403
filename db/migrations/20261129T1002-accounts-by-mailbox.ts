import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Finds other accounts of a mailbox that had a trial (D69). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'accounts_mailbox', 'accounts (mailbox_key(email))');
}
