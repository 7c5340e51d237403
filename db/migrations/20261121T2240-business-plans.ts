import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a business plan includes and requires, and the contracts that its buyer accepts. Null for other
  // plans (D21).
  await db.schema.alterTable('plans').addColumn('business', 'jsonb').execute();

  // Prevents buying a plan twice: an account can have only one open purchase of a business plan.
  await sql`create unique index purchases_open_business_plan on purchases (account_id)
    where kind = 'business-plan' and status in ('pending', 'requires_action')`.execute(db);

  // Promotions can be changed once every 30 days. Null if they were never changed.
  await db.schema.alterTable('businesses').addColumn('promotions_changed_at', 'timestamptz').execute();

  await db.schema
    .createTable('business_plans')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('plan_id', 'int2', (c) => c.notNull().references('plans.id'))
    // Both are null for a trial, which is free (D15).
    .addColumn('purchase_id', 'uuid', (c) => c.unique().references('purchases.id'))
    .addColumn('subscription_id', 'uuid', (c) => c.unique().references('subscriptions.id'))
    .addColumn('business_id', 'uuid', (c) => c.notNull().references('businesses.id'))
    // The programs that the owner joined, and the details that the owner entered for them.
    .addColumn('programs', 'jsonb', (c) => c.notNull())
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    // Null if no end is set. A running trial or free period has an end in the future.
    .addColumn('ended_at', 'timestamptz')
    // When the listing ends, if later than the plan: a trial's stays for a year. Null if it ends with the
    // plan.
    .addColumn('listed_until', 'timestamptz')
    .addCheckConstraint('business_plans_kind', sql`kind in ('subscription', 'trial')`)
    .addCheckConstraint('business_plans_paid', sql`(kind = 'trial') = (purchase_id is null)`)
    .execute();
  await sql`create index business_plans_account on business_plans (account_id, started_at desc)`.execute(db);
  await sql`create index business_plans_business on business_plans (business_id)`.execute(db);
  await sql`create unique index business_plans_running on business_plans (account_id)
    where kind = 'subscription' and ended_at is null`.execute(db);
  // One trial per account (D15).
  await sql`create unique index business_plans_trial on business_plans (account_id) where kind = 'trial'`.execute(
    db,
  );
}
