import { type Kysely, sql } from 'kysely';

/** The emails sent about open bills, renewals, and expiring cards, so that each is sent only once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table billing_notices (
    subscription_id uuid not null references subscriptions (id),
    notice text not null check (notice in ('unpaid', 'ended', 'renewal', 'card')),
    -- When the bill became overdue, or when the subscription renews.
    about timestamptz not null,
    -- The number of days after or before that, or the card.
    detail text not null,
    sent_at timestamptz not null,
    primary key (subscription_id, notice, about, detail)
  )`.execute(db);
  // These owners were emailed when the charge failed.
  await sql`insert into billing_notices (subscription_id, notice, about, detail, sent_at)
    select id, 'unpaid', past_due_since, '0', past_due_since from subscriptions
    where past_due_since is not null`.execute(db);
  // An hourly job reads the yearly plans that renew within a month. Most plans renew monthly.
  await sql`create index subscriptions_yearly_renewals on subscriptions (period_end, id)
    where period_end - period_start > interval '200 days'
      and provider_id is not null and canceled_at is null and ended_at is null`.execute(db);
  // An hourly job reads the few cards that expire before their next charge, and cards not yet read from
  // Stripe.
  await sql`create index subscriptions_expiring_cards on subscriptions (period_end, id)
    where card_expires_at <= period_end
      and provider_id is not null and canceled_at is null and ended_at is null`.execute(db);
  await sql`create index subscriptions_unknown_cards on subscriptions (period_end, id)
    where card_expires_at is null
      and provider_id is not null and canceled_at is null and ended_at is null`.execute(db);
}
