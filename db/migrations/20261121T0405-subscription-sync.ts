import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    // Incremented with every change, so that a slow sync can't overwrite newer data with older data from
    // Stripe.
    .addColumn('version', 'int4', (c) => c.notNull().defaultTo(1))
    // An unpaid bill ends the subscription after 14 days (D26).
    .addColumn('past_due_since', 'timestamptz')
    .execute();
  await sql`create index subscriptions_past_due on subscriptions (past_due_since)
    where past_due_since is not null`.execute(db);
}
