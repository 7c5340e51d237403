import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** The settings with which production first used this database. Null until production has started on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table installation (
    is_only_row boolean primary key default true check (is_only_row),
    payments text check (payments in ('stripe', 'sandbox')),
    files text
  )`.execute(db);
  await sql`insert into installation default values`.execute(db);
}
