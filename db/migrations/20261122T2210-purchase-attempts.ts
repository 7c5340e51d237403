import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // All ages and claims use the database's clock, because servers' clocks differ. Tests replace this function
  // to change the time.
  await sql`create function database_now() returns timestamptz language sql stable
    as 'select statement_timestamp()'`.execute(db);

  await db.schema
    .alterTable('purchases')
    // The parameters of the call to Stripe. An attempt is resent exactly as it was sent (D53).
    .addColumn('is_confirmable', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('is_off_session', 'boolean', (c) => c.notNull().defaultTo(false))
    // False once the request that charged it gave up without a response, so that the next request needn't
    // wait.
    .addColumn('is_charging', 'boolean', (c) => c.notNull().defaultTo(true))
    // When the sweeper last claimed the purchase. Requests use `heartbeat_at` instead.
    .addColumn('swept_at', 'timestamptz')
    .execute();
  await sql`update purchases set is_confirmable = false
    where status in ('pending', 'requires_action') and buyer_key like 'legacy:%'`.execute(db);
}
