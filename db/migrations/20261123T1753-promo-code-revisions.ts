import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Incremented by every change, so that a form opened before a change can't overwrite it.
  await db.schema
    .alterTable('promo_codes')
    .addColumn('revision', 'int4', (c) => c.notNull().defaultTo(0))
    .execute();
  // Lists the codes, newest first. Codes from before D42 have no date.
  await sql`create index promo_codes_created
    on promo_codes (coalesce(created_at, to_timestamp(0)), code)`.execute(db);
  // Searches for the first letters of a code.
  await sql`create index promo_codes_prefix on promo_codes (code text_pattern_ops)`.execute(db);
}
