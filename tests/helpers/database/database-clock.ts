import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Moves the database's clock, which the ages and claims of purchases are measured by. */
export async function moveDatabaseClock(db: Db, ms: number): Promise<void> {
  await sql`create or replace function database_now() returns timestamptz language sql stable
    as ${sql.lit(`select statement_timestamp() + interval '${ms} milliseconds'`)}`.execute(db);
}
