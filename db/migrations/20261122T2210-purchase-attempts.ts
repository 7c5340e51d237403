import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The one clock for ages and claims: those of several servers differ. Tests replace it to move time.
  await sql`create function database_now() returns timestamptz language sql stable
    as 'select statement_timestamp()'`.execute(db);

  await db.schema
    .alterTable('purchases')
    // What shaped the call to Stripe. An attempt is resent exactly as it was sent (D53).
    .addColumn('is_confirmable', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('is_off_session', 'boolean', (c) => c.notNull().defaultTo(false))
    // False once the request that charged it gave up without an answer, so that the next request need not wait.
    .addColumn('is_charging', 'boolean', (c) => c.notNull().defaultTo(true))
    // The sweeper's own claim, apart from the heartbeat of requests.
    .addColumn('swept_at', 'timestamptz')
    .execute();
  await sql`update purchases set is_confirmable = false
    where status in ('pending', 'requires_action') and buyer_key like 'legacy:%'`.execute(db);
}
