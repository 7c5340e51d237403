import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a business plan bundles, asks for and is agreed to by; null for every other kind of plan (D21).
  await db.schema.alterTable('plans').addColumn('business', 'jsonb').execute();

  // Two purchases of a plan by one account would be two plans (SPEC section 4): one may be open at a time.
  await sql`create unique index purchases_open_business_plan on purchases (account_id)
    where kind = 'business-plan' and status in ('pending', 'requires_action')`.execute(db);

  // Promotions may change every 30 days (SPEC section 9); null: never since they were first written.
  await db.schema.alterTable('businesses').addColumn('promotions_changed_at', 'timestamptz').execute();

  await db.schema
    .createTable('business_plans')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('plan_id', 'int2', (c) => c.notNull().references('plans.id'))
    // Both null for a trial, which nobody pays (D15).
    .addColumn('purchase_id', 'uuid', (c) => c.unique().references('purchases.id'))
    .addColumn('subscription_id', 'uuid', (c) => c.unique().references('subscriptions.id'))
    .addColumn('business_id', 'uuid', (c) => c.notNull().references('businesses.id'))
    // The programs that the owner takes part in, with what the owner told for them.
    .addColumn('programs', 'jsonb', (c) => c.notNull())
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    // Null while it runs on; may lie ahead: a trial and a free period end by themselves.
    .addColumn('ended_at', 'timestamptz')
    // Where the listing outlives the plan: a trial's stays a year. Null: as long as the plan.
    .addColumn('listed_until', 'timestamptz')
    .addCheckConstraint('business_plans_kind', sql`kind in ('subscription', 'trial')`)
    .addCheckConstraint('business_plans_paid', sql`(kind = 'trial') = (purchase_id is null)`)
    .execute();
  await sql`create index business_plans_account on business_plans (account_id, started_at desc)`.execute(db);
  await sql`create index business_plans_business on business_plans (business_id)`.execute(db);
  await sql`create unique index business_plans_running on business_plans (account_id)
    where kind = 'subscription' and ended_at is null`.execute(db);
  // Once per account (D15).
  await sql`create unique index business_plans_trial on business_plans (account_id) where kind = 'trial'`.execute(
    db,
  );
}
