import { type Kysely, sql } from 'kysely';

/**
 * Recovering an account raises its version (D75). Sessions and staff tokens of an earlier version no longer
 * work; those from before this migration keep working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'sessions', 'staff_tokens']) {
    await sql`alter table ${sql.table(table)} add column security_version integer not null default 0`.execute(
      db,
    );
  }
}
