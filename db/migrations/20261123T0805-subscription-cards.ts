import { type Kysely, sql } from 'kysely';

/**
 * The card that pays for a subscription and what the subscription owes, as last read from Stripe. The card is
 * unknown until the subscription is synced for the first time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column card_brand text,
    add column card_last4 text,
    add column card_expires_at timestamptz,
    add column owed_cents int4 not null default 0 check (owed_cents >= 0)`.execute(db);
}
