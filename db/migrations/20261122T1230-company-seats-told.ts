import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('companies')
    // Incremented when cards are added. `told_seats_revision` is the last one applied to the subscription at
    // Stripe (D44).
    .addColumn('seats_revision', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('told_seats_revision', 'int4', (c) => c.notNull().defaultTo(0))
    .execute();
  // The sweep reads the few companies whose subscription is outdated, in this order.
  await db.schema
    .createIndex('companies_seats_untold')
    .on('companies')
    .column('account_id')
    .where(sql.ref('seats_revision'), '<>', sql.ref('told_seats_revision'))
    .execute();
  // For cards that were added earlier, it is unknown whether Stripe has them, so sync each of these companies
  // once.
  await sql`update companies set seats_revision = 1 where account_id in
    (select account_id from purchases where kind = 'company-seats' and status = 'paid')`.execute(db);
}
