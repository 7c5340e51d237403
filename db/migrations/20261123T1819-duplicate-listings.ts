import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('duplicate_pairs')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    // The lower of the two ids.
    .addColumn('business_id', 'uuid', (c) => c.notNull().references('businesses.id').onDelete('cascade'))
    .addColumn('other_id', 'uuid', (c) => c.notNull().references('businesses.id').onDelete('cascade'))
    .addColumn('reasons', sql`text[]`, (c) => c.notNull())
    .addColumn('found_at', 'timestamptz', (c) => c.notNull())
    // When the job last found the pair.
    .addColumn('seen_at', 'timestamptz', (c) => c.notNull())
    .addColumn('dismissed_at', 'timestamptz')
    .addUniqueConstraint('duplicate_pairs_both', ['business_id', 'other_id'])
    .addCheckConstraint('duplicate_pairs_order', sql`business_id < other_id`)
    .execute();
  // The staff's list of pairs.
  await sql`create index duplicate_pairs_open on duplicate_pairs (found_at, id)
    where dismissed_at is null`.execute(db);
  await sql`create index duplicate_pairs_found on duplicate_pairs (found_at, id)`.execute(db);
  // PostgreSQL uses it to find the pairs of a deleted business.
  await sql`create index duplicate_pairs_other on duplicate_pairs (other_id)`.execute(db);
}
