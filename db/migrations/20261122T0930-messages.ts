import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('help_texts')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('version', 'int4', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('published_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('help_texts_pkey', ['type', 'version'])
    .execute();

  // Each change of a setting: the previous value, the new value, and the time. `settings` has the current
  // value.
  await db.schema
    .createTable('setting_changes')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('former', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'timestamptz', (c) => c.notNull())
    .execute();
  // Lists one setting's changes, newest first.
  await db.schema
    .createIndex('setting_changes_key')
    .on('setting_changes')
    .columns(['key', 'changed_at'])
    .execute();

  await db.schema
    .createTable('messages')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('contact', 'educator', 'seminar')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('fields', 'jsonb', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('suspicion', 'text')
    .addColumn('received_at', 'timestamptz', (c) => c.notNull())
    .execute();
  // Staff read the newest messages first.
  await db.schema.createIndex('messages_received').on('messages').column('received_at').execute();

  await db.schema
    .createTable('newsletter_subscribers')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('suspicion', 'text')
    .addColumn('subscribed_at', 'timestamptz', (c) => c.notNull())
    .execute();
}
