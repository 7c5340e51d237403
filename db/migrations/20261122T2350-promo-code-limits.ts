import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for existing codes. They may stay unlimited, but a new code needs a limit (D42).
  await db.schema.alterTable('promo_codes').addColumn('created_at', 'timestamptz').execute();
  await db.schema
    .alterTable('promo_codes')
    .alterColumn('created_at', (c) => c.setDefault(sql`now()`))
    .execute();
  await db.schema
    .alterTable('promo_codes')
    .addCheckConstraint('promo_codes_limited', sql`created_at is null or max_uses is not null`)
    .execute();

  // Null without a card. The index on the code serves counting by card too.
  await db.schema.alterTable('promo_holds').addColumn('card_fingerprint', 'text').execute();
}
