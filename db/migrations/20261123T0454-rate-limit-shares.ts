import { type Kysely, sql } from 'kysely';

/**
 * Calls that each process counted in memory. A process writes its total so far, only to its own rows. So
 * processes never wait for each other, and a repeated statement counts once. The table is unlogged, because
 * counts matter only for minutes and the next flush writes them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limit_shares (
    window_start timestamptz not null,
    key text not null,
    share uuid not null,
    hits int4 not null,
    primary key (window_start, key, share)
  )`.execute(db);
}
