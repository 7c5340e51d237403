import { type Kysely, sql } from 'kysely';
import { guardTable } from '../guard-table.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imports')
    // Which column is which, and what values mean (D73). Null until the file was read once.
    .addColumn('mapping', 'jsonb')
    // Rows with a value that staff chose not to import.
    .addColumn('skipped_rows', 'int4', (c) => c.notNull().defaultTo(0))
    .execute();
  // A file waits in the state 'mapping' until staff decide how it is mapped.
  await sql`alter table imports drop constraint imports_state_check, add constraint imports_state_check check
    (state in ('uploading', 'mapping', 'checking', 'checked', 'running', 'done', 'canceled', 'failed'))`.execute(
    db,
  );

  await db.schema
    .createTable('import_mappings')
    .addColumn('kind', 'text', (c) => c.notNull())
    // A digest of the file's first line.
    .addColumn('header_digest', 'text', (c) => c.notNull())
    .addColumn('mapping', 'jsonb', (c) => c.notNull())
    .addColumn('saved_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_mappings_pkey', ['kind', 'header_digest'])
    .execute();
  await guardTable(db, 'import_mappings', { changes: ['mapping', 'saved_at'], deletes: false });
}
