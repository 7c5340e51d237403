import { type Kysely, sql } from 'kysely';

/** The outcome of each night's comparison with Stripe. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reconciliations')
    // The day in UTC, so that several processes record one night once.
    .addColumn('night', 'text', (c) => c.primaryKey())
    .addColumn('period_from', 'timestamptz', (c) => c.notNull())
    .addColumn('period_to', 'timestamptz', (c) => c.notNull())
    .addColumn('findings', 'jsonb', (c) => c.notNull())
    .addColumn('finished_at', 'timestamptz', (c) => c.notNull())
    .execute();
  // Every night reads all held uses, whose purchases are open. There are few among millions of consumed ones.
  await sql`create index promo_holds_held on promo_holds (purchase_id) where status = 'held'`.execute(db);
  // A night's comparison reads one day of each of these. Without an index it would read all years.
  await sql`create index payments_paid_at on payments (paid_at)`.execute(db);
  await sql`create index purchases_settled_at on purchases (settled_at) where status = 'paid'`.execute(db);
  await sql`create index subscriptions_period_start on subscriptions (period_start)`.execute(db);
}
