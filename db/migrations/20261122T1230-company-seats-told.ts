import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('companies')
    // Counts up whenever cards are added; `told_seats_revision` is the one that the provider renews by (D44).
    .addColumn('seats_revision', 'int4', (c) => c.notNull().defaultTo(0))
    .addColumn('told_seats_revision', 'int4', (c) => c.notNull().defaultTo(0))
    .execute();
  // The sweep reads the few that are not in step, in this order.
  await db.schema
    .createIndex('companies_seats_untold')
    .on('companies')
    .column('account_id')
    .where(sql.ref('seats_revision'), '<>', sql.ref('told_seats_revision'))
    .execute();
  // Whether the provider heard of cards that were added before was written down nowhere: each is looked at once.
  await sql`update companies set seats_revision = 1 where account_id in
    (select account_id from purchases where kind = 'company-seats' and status = 'paid')`.execute(db);
}
