import { type Kysely, sql } from 'kysely';

/** Finds suspected own purchases among those of today. Apart from the new column, whose lock would be held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update purchases set card_fingerprint = promo_holds.card_fingerprint from promo_holds
    where promo_holds.purchase_id = purchases.id and promo_holds.card_fingerprint is not null`.execute(db);
  await sql`insert into suspected_own_purchases (id, purchase_id, affiliate_id, reasons, found_at)
    select gen_random_uuid(), purchase_id, affiliate_id, reasons, now() from own_purchase_signs()
    where reasons <> '{}' on conflict do nothing`.execute(db);
}
