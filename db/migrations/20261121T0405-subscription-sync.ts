import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subscriptions')
    // Raised with every change: a slow reader of the provider's state must not write over a newer one.
    .addColumn('version', 'int4', (c) => c.notNull().defaultTo(1))
    // An unpaid bill ends the subscription after 14 days (D26).
    .addColumn('past_due_since', 'timestamptz')
    .execute();
  await sql`create index subscriptions_past_due on subscriptions (past_due_since)
    where past_due_since is not null`.execute(db);
}
