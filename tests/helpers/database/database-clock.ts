import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/**
 * Moves the clock that the database uses to measure the age of purchases and of the sweeper's claims on them.
 * `ms` is how far it is ahead of the real time.
 */
export async function moveDatabaseClock(db: Db, ms: number): Promise<void> {
  await sql`create or replace function database_now() returns timestamptz language sql stable
    as ${sql.lit(`select statement_timestamp() + interval '${ms} milliseconds'`)}`.execute(db);
}
