import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per membership whose pass was added to a wallet.
  await db.schema
    .createTable('wallet_passes')
    .addColumn('membership_id', 'uuid', (c) => c.primaryKey().references('memberships.id'))
    // Triggers increment it when the membership changes. While `seen_revision` differs, the pass must be
    // checked.
    .addColumn('revision', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('seen_revision', 'int4', (c) => c.notNull().defaultTo(0))
    // A digest of the pass's contents, and when they last changed. HTTP dates need whole seconds.
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'timestamptz', (c) => c.notNull())
    // When the pass changes without a write, such as at the end of a period.
    .addColumn('due_at', 'timestamptz')
    .addColumn('google_saved_at', 'timestamptz')
    .execute();
  await sql`create index wallet_passes_stale on wallet_passes (membership_id)
    where revision <> seen_revision`.execute(db);
  await sql`create index wallet_passes_due on wallet_passes (due_at) where due_at is not null`.execute(db);

  // Devices that Apple registered for updates of their passes. The columns use Apple's terms.
  await db.schema
    .createTable('wallet_devices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('push_token', 'text', (c) => c.notNull())
    // Incremented with each change to one of the device's passes. The device requests all changes after the
    // last tag that it received.
    .addColumn('tag', 'int4', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('wallet_registrations')
    .addColumn('device_id', 'text', (c) => c.notNull().references('wallet_devices.id').onDelete('cascade'))
    .addColumn('membership_id', 'uuid', (c) => c.notNull().references('wallet_passes.membership_id'))
    .addColumn('tag', 'int4', (c) => c.notNull())
    .addColumn('registered_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('wallet_registrations_pkey', ['device_id', 'membership_id'])
    .execute();
  await db.schema
    .createIndex('wallet_registrations_membership')
    .on('wallet_registrations')
    .column('membership_id')
    .execute();
  await createTriggers(db);
}

/** Triggers run in the writer's transaction, so no change to a membership is missed. */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function wallet_passes_of_membership() returns trigger language plpgsql as $$
    begin
      update wallet_passes set revision = revision + 1 where membership_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger memberships_changed after update on memberships
    for each row when (old.* is distinct from new.*) execute function wallet_passes_of_membership()`.execute(
    db,
  );
  await sql`create function wallet_passes_of_subscription() returns trigger language plpgsql as $$
    begin
      update wallet_passes set revision = revision + 1
        where membership_id in (select id from memberships where subscription_id = new.id);
      return null;
    end $$`.execute(db);
  await sql`create trigger subscriptions_changed after update on subscriptions
    for each row
    when ((old.status, old.period_end, old.ended_at) is distinct from (new.status, new.period_end, new.ended_at))
    execute function wallet_passes_of_subscription()`.execute(db);
}
