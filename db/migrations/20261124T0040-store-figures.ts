import type { Kysely } from 'kysely';

/** How often a business was shown and used in a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('store_figures')
    .addColumn('business_id', 'uuid', (c) => c.notNull().references('businesses.id').onDelete('cascade'))
    // The Monday on which the week starts, in UTC.
    .addColumn('week', 'date', (c) => c.notNull())
    .addColumn('shown', 'integer', (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .addColumn('copied', 'integer', (c) => c.notNull())
    .addColumn('directions', 'integer', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('store_figures_pkey', ['business_id', 'week'])
    .execute();
  // Old weeks are deleted.
  await db.schema.createIndex('store_figures_week').on('store_figures').column('week').execute();
}
