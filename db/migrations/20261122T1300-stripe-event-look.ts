import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // How far the card network's own list of events was read, for those whose webhook never comes; one row.
  await db.schema
    .createTable('stripe_event_look')
    .addColumn('id', 'int4', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('read_until', 'timestamptz', (c) => c.notNull())
    // One process looks at a time: whoever moves this on.
    .addColumn('begun_at', 'timestamptz', (c) => c.notNull())
    .execute();
}
