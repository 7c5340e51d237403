import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('promotions')
    .addColumn('headline', 'text', (c) => c.check(sql`char_length(headline) between 1 and 60`))
    .addColumn('saves_cents', 'integer', (c) => c.check(sql`saves_cents > 0`))
    .execute();
}
