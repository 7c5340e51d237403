import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imported_memberships')
    .addColumn('membership_id', 'uuid', (c) => c.primaryKey().references('memberships.id'))
    // A digest of what identifies the row in the other system, so that a second import finds it again.
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('external_id', 'text')
    .addColumn('external_number', 'text')
    // A digest of the row that was last imported.
    .addColumn('row_digest', 'text', (c) => c.notNull())
    .addColumn('imported_at', 'timestamptz', (c) => c.notNull())
    .addColumn('invited_at', 'timestamptz')
    .execute();
  // Staff search for a member's previous number, or its first characters, in any case.
  await sql`create index imported_memberships_number
    on imported_memberships (lower(external_number) text_pattern_ops)
    where external_number is not null`.execute(db);
}
