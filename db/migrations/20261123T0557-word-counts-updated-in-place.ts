import { type Kysely, sql } from 'kysely';

/**
 * Removes the count from the primary key's index, so that changing a count changes no index. Renaming a store
 * changes about ten counts. A search reads a few dozen, and reading these rows is about as fast as an
 * index-only scan.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`alter table word_counts drop constraint word_counts_pkey,
    add primary key (category, word, type, is_national)`.execute(db);
}
