import { type Kysely, sql } from 'kysely';

/** Lets a membership change between the individual and the family plan without a new subscription. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column plan_quote jsonb,
    add column next_plan_quote jsonb,
    add column next_plan_from timestamptz,
    add column plan_revision integer not null default 0,
    add column synced_plan_revision integer not null default 0,
    add constraint subscriptions_next_plan check ((next_plan_quote is null) = (next_plan_from is null))`.execute(
    db,
  );
  // The sweep reads only the subscriptions whose price at Stripe is outdated.
  await sql`create index subscriptions_unsynced_plan on subscriptions (id)
    where plan_revision <> synced_plan_revision`.execute(db);
  await db.schema.alterTable('payments').addColumn('plan_quote', 'jsonb').execute();
  await db.schema
    .createTable('plan_upgrades')
    .addColumn('purchase_id', 'uuid', (c) => c.primaryKey().references('purchases.id'))
    .addColumn('subscription_id', 'uuid', (c) => c.notNull().references('subscriptions.id'))
    .addColumn('previous_plan_id', 'smallint', (c) => c.notNull().references('plans.id'))
    .addColumn('previous_quote', 'jsonb')
    .addColumn('returned_at', 'timestamptz')
    .execute();
  // Lists each membership with its last charge.
  await db.schema
    .createIndex('plan_upgrades_subscription')
    .on('plan_upgrades')
    .column('subscription_id')
    .execute();
}
