import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Stripe's payment intent, for a purchase that is charged once and starts no subscription.
  await db.schema.alterTable('purchases').addColumn('provider_payment_id', 'text').execute();
  await sql`create unique index purchases_payment on purchases (provider_payment_id)`.execute(db);

  // Where the shipping notice is sent. A guest's membership has no account with an email address.
  await db.schema.alterTable('physical_card_requests').addColumn('email', 'text').execute();
  await sql`update physical_card_requests set email = purchases.email
    from memberships
    join subscriptions on subscriptions.id = memberships.subscription_id
    join purchases on purchases.id = subscriptions.purchase_id
    where memberships.id = physical_card_requests.membership_id`.execute(db);
  await sql`alter table physical_card_requests alter column email set not null`.execute(db);
  // Lists a membership's requests, newest first.
  await sql`create index physical_card_requests_membership
    on physical_card_requests (membership_id, requested_at desc)`.execute(db);
  // Allows only one unsent replacement per membership.
  await sql`create unique index physical_card_requests_replacement on physical_card_requests (membership_id)
    where is_replacement and sent_at is null`.execute(db);
  // Finds a membership's open payments for a replacement card.
  await sql`create index purchases_open_replacement on purchases ((cart->>'membershipId'))
    where kind = 'card-replacement' and status in ('pending', 'requires_action')`.execute(db);
  // Add the delivery time for cards requested later to catalogs that were seeded without it.
  await sql`update plans set copy = jsonb_set(copy, '{points,1}', '"5-7 business days"')
    where slug = 'physical-card' and jsonb_array_length(copy->'points') = 1`.execute(db);
}
