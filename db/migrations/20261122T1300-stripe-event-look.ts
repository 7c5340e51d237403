import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // How far we have read Stripe's list of events, which catches those whose webhook never arrives. One row.
  await db.schema
    .createTable('stripe_event_look')
    .addColumn('id', 'int4', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('read_until', 'timestamptz', (c) => c.notNull())
    // Updating it claims the poll, so that only one process polls at a time.
    .addColumn('begun_at', 'timestamptz', (c) => c.notNull())
    .execute();
}
