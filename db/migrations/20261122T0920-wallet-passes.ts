import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A row for each membership whose pass somebody has taken to Apple or Google.
  await db.schema
    .createTable('wallet_passes')
    .addColumn('membership_id', 'uuid', (c) => c.primaryKey().references('memberships.id'))
    // Counted up when the membership changes, whoever writes it; behind it, the pass has to be looked at again.
    .addColumn('revision', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('seen_revision', 'int4', (c) => c.notNull().defaultTo(0))
    // A digest of what the pass says, and since when it says so: whole seconds, as HTTP dates are.
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'timestamptz', (c) => c.notNull())
    // When it changes by itself: a period's end.
    .addColumn('due_at', 'timestamptz')
    .addColumn('google_saved_at', 'timestamptz')
    .execute();
  await sql`create index wallet_passes_stale on wallet_passes (membership_id)
    where revision <> seen_revision`.execute(db);
  await sql`create index wallet_passes_due on wallet_passes (due_at) where due_at is not null`.execute(db);

  // Telephones that want to hear of their passes, under the names that Apple gives them.
  await db.schema
    .createTable('wallet_devices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('push_token', 'text', (c) => c.notNull())
    // Counted up with each change to one of its passes: what it asks for is 'whatever came after this one'.
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

/** In the writer's own transaction, so that no change of a membership can be forgotten. */
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
