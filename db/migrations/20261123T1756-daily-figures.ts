import { type Kysely, sql } from 'kysely';

/** The overview's figures for staff, per day of the business time zone, and disputes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('daily_figures')
    .addColumn('day', 'date', (c) => c.primaryKey())
    .addColumn('new_members', 'integer', (c) => c.notNull())
    .addColumn('canceled_members', 'integer', (c) => c.notNull())
    .addColumn('revenue_cents', 'bigint', (c) => c.notNull())
    .addColumn('refunds_cents', 'bigint', (c) => c.notNull())
    .addColumn('disputes_cents', 'bigint', (c) => c.notNull())
    // The state when the figures were last counted on that day. Null for days from before the first count.
    .addColumn('active_members', 'integer')
    .addColumn('mrr_cents', 'bigint')
    .addColumn('past_due', 'integer')
    .addColumn('owed_cents', 'bigint')
    .addColumn('renewals', 'integer')
    .addColumn('renewals_cents', 'bigint')
    .addColumn('payouts_due', 'integer')
    .addColumn('forms_missing', 'integer')
    .addColumn('counted_at', 'timestamptz', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('disputes')
    // The dispute's id at Stripe.
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'uuid', (c) => c.notNull().references('payments.id'))
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('evidence_due_at', 'timestamptz')
    .addColumn('opened_at', 'timestamptz', (c) => c.notNull())
    .addColumn('closed_at', 'timestamptz')
    .execute();
  // Syncing a charge reads the disputes of its payment.
  await sql`create index disputes_payment on disputes (payment_id)`.execute(db);
  // Staff list the disputes that still await evidence.
  await sql`create index disputes_open on disputes (opened_at, id) where closed_at is null`.execute(db);
}
