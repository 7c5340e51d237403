import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['contracts', 'policies']) {
    await db.schema
      .createTable(table)
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('version', 'int4', (c) => c.notNull())
      .addColumn('html', 'text', (c) => c.notNull())
      .addColumn('published_at', 'timestamptz', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pkey`, ['type', 'version'])
      .execute();
  }

  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('is_public', 'boolean', (c) => c.notNull())
    .execute();

  // Which contract version a person accepted, when, and from which IP address. Append-only.
  await db.schema
    .createTable('agreements')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('purchase_id', 'uuid')
    .addColumn('contract_type', 'text', (c) => c.notNull())
    .addColumn('contract_version', 'int4', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('agreed_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await sql`create function agreements_are_final() returns trigger language plpgsql as
    $$ begin raise exception 'an agreement cannot be changed'; end $$`.execute(db);
  await sql`create trigger agreements_final before update or delete on agreements
    for each row execute function agreements_are_final()`.execute(db);
  await db.schema.createIndex('agreements_purchase').on('agreements').column('purchase_id').execute();
}
