import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

const LAST_FIRST = `(name_search_key(lastname || ' ' || firstname)) collate "C", id`;
const FIRST_LAST = `(name_search_key(firstname || ' ' || lastname)) collate "C", id`;

/**
 * Indexes for the staff's search and lists of people. Those on `lower(…)` are only used by earlier releases,
 * which may still run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'memberships']) {
    await createIndexConcurrently(db, `${table}_last_first_key`, `${table} (${LAST_FIRST})`);
    await createIndexConcurrently(db, `${table}_first_last_key`, `${table} (${FIRST_LAST})`);
  }
  // The search among affiliates, who are few.
  for (const [name, columns] of [
    ['last_first', LAST_FIRST],
    ['first_last', FIRST_LAST],
  ])
    await createIndexConcurrently(
      db,
      `accounts_affiliate_${name}_key`,
      `accounts (${columns}) where account_type in (1, 2, 3) or is_influencer or is_friend or is_house`,
    );
}
