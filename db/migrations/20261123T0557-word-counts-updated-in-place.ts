import { type Kysely, sql } from 'kysely';

/**
 * Takes the count out of the primary key's index, so that a changed count changes no index. Renaming a store changes about
 * ten counts. A search reads a few dozen, whose rows are about as fast to read as the index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`alter table word_counts drop constraint word_counts_pkey,
    add primary key (category, word, type, is_national)`.execute(db);
}
