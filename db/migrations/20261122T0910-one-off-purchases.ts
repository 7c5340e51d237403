import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What charges a purchase once: the card network's payment, where no subscription is begun.
  await db.schema.alterTable('purchases').addColumn('provider_payment_id', 'text').execute();
  await sql`create unique index purchases_payment on purchases (provider_payment_id)`.execute(db);

  // Whom the mail goes to when the card is sent: a guest's membership has no account to ask.
  await db.schema.alterTable('physical_card_requests').addColumn('email', 'text').execute();
  await sql`update physical_card_requests set email = purchases.email
    from memberships
    join subscriptions on subscriptions.id = memberships.subscription_id
    join purchases on purchases.id = subscriptions.purchase_id
    where memberships.id = physical_card_requests.membership_id`.execute(db);
  await sql`alter table physical_card_requests alter column email set not null`.execute(db);
  // A membership's requests, newest first.
  await sql`create index physical_card_requests_membership
    on physical_card_requests (membership_id, requested_at desc)`.execute(db);
  // One replacement is under way at a time: the row that would be the second is not made.
  await sql`create unique index physical_card_requests_replacement on physical_card_requests (membership_id)
    where is_replacement and sent_at is null`.execute(db);
  // Payments for a replacement that are open: few, and looked for by their membership.
  await sql`create index purchases_open_replacement on purchases ((cart->>'membershipId'))
    where kind = 'card-replacement' and status in ('pending', 'requires_action')`.execute(db);
  // A catalog from before a card could be asked for later gets the words for it.
  await sql`update plans set copy = jsonb_set(copy, '{points,1}', '"5-7 business days"')
    where slug = 'physical-card' and jsonb_array_length(copy->'points') = 1`.execute(db);
}
