import { type Kysely, sql } from 'kysely';

/**
 * Calls that each process counted in memory. A process writes only its own rows, with the total so far, so that processes
 * never wait for each other and a statement that is sent twice counts once. Not logged: counts live for minutes, and a
 * process writes them again.
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
