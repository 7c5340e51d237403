import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'int4', (c) => c.notNull().defaultTo(0))
    // The number of stored files that the upload was split into.
    .addColumn('parts', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('options', 'jsonb', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(sql`state in ('uploading', 'checking', 'checked', 'running', 'done', 'canceled', 'failed')`),
    )
    .addColumn('uploaded_by', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('started_by', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('reason', 'text')
    // Where the dry run or the import continues after a restart.
    .addColumn('last_line', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('read_bytes', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('new_rows', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('changed_rows', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('unchanged_rows', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('refused_rows', 'int4', (c) => c.notNull().defaultTo(0))
    // The dry run's counts, once the import has started to count its own rows.
    .addColumn('checked', 'jsonb')
    // Why the file could not be read.
    .addColumn('problem', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('started_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    .addColumn('has_files', 'boolean', (c) => c.notNull().defaultTo(true))
    .execute();
  // Lists the imports.
  await sql`create index imports_created on imports (created_at, id)`.execute(db);
  // The cleanup timer finds old files.
  await sql`create index imports_files on imports (created_at) where has_files`.execute(db);

  await db.schema
    .createTable('import_faults')
    .addColumn('import_id', 'uuid', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('line', 'int4', (c) => c.notNull())
    // The number of the fault within its line.
    .addColumn('position', 'int2', (c) => c.notNull())
    .addColumn('column_name', 'text')
    .addColumn('message', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_faults_pkey', ['import_id', 'line', 'position'])
    .execute();
}
