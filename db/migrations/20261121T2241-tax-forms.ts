import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Tax forms. The numbers are encrypted in one column, and the digits that may be shown are in another (D7).
  await db.schema
    .createTable('tax_forms')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    // Name, classification, kind of number, and address, but not the numbers.
    .addColumn('details', 'jsonb', (c) => c.notNull())
    .addColumn('encrypted_numbers', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('accepted_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('superseded_at', 'timestamptz')
    .addCheckConstraint('tax_forms_kind', sql`kind in ('w9', 'w8ben')`)
    .addCheckConstraint('tax_forms_last4', sql`length(last4) <= 4`)
    .execute();
  await sql`create unique index tax_forms_current on tax_forms (account_id, kind)
    where superseded_at is null`.execute(db);

  // Who viewed or changed sensitive data. Append-only (D52).
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('actor_id', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute();
  await sql`create function audit_log_is_final() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log cannot be changed'; end $$`.execute(db);
  await sql`create trigger audit_log_final before update or delete on audit_log
    for each row execute function audit_log_is_final()`.execute(db);
  await sql`create index audit_log_subject on audit_log (subject, at)`.execute(db);
}
