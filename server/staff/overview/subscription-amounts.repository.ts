import { type RawBuilder, sql } from 'kysely';

// SQL for what a subscription is worth. Each needs `subscriptions` joined with its `purchases`.

/**
 * A company's price is the sum of its cards' prices, because cards may have been added since the purchase.
 */
function fullCents(quote: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when purchases.kind = 'corporate' then coalesce((
      select sum(company_cards.yearly_cents) from company_cards
        join memberships on memberships.id = company_cards.membership_id
      where memberships.subscription_id = subscriptions.id and memberships.ended_at is null), 0)
    else (${quote} ->> 'recurringCents')::numeric end`;
}

function priceCents(quote: RawBuilder<unknown>, isDiscounted: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`greatest(0, ${fullCents(quote)} - case when ${isDiscounted}
    then (${quote} ->> 'recurringCents')::numeric - (${quote} ->> 'discountedRecurringCents')::numeric else 0 end)`;
}

const hasPromo = (quote: RawBuilder<unknown>) => sql<boolean>`${quote} -> 'promo' ->> 'code' is not null`;
const promoPeriods = (quote: RawBuilder<unknown>) =>
  sql<number | null>`(${quote} -> 'promo' ->> 'periods')::int`;

const currentQuote = sql`coalesce(subscriptions.plan_quote, purchases.quote)`;

/**
 * What a subscription adds to the monthly recurring revenue: its price per month, less a promo code that
 * never ends. A yearly price is divided by 12.
 */
export const monthlyCents = sql<number>`round(
  ${priceCents(currentQuote, sql<boolean>`${hasPromo(currentQuote)} and ${promoPeriods(currentQuote)} is null`)}
  / case when ${currentQuote} ->> 'interval' = 'year' then 12 else 1 end)::int`;

const nextQuote = sql`coalesce(subscriptions.next_plan_quote, subscriptions.plan_quote, purchases.quote)`;
/** Payments for no period, such as for added cards, don't count toward a promo code's periods. */
const paidPeriods = sql<number>`(select count(*) from payments
  where payments.purchase_id = purchases.id and payments.period_end > payments.period_start)`;

/** What a subscription's next renewal costs, less a promo code that still applies to it. */
export const renewalCents = sql<number>`(${priceCents(
  nextQuote,
  sql<boolean>`${hasPromo(nextQuote)} and (${promoPeriods(nextQuote)} is null or ${paidPeriods} < ${promoPeriods(nextQuote)})`,
)})::int`;

/**
 * True if Stripe bills the subscription, and it is neither canceled nor ended. PostgreSQL uses the index only
 * for exactly this condition.
 */
const isRenewing = sql<boolean>`(subscriptions.provider_id is not null
  and subscriptions.canceled_at is null and subscriptions.ended_at is null)`;

/**
 * True if it adds to the monthly recurring revenue, as Stripe defines it: paid or past due, and not canceled.
 */
export const isRecurring = sql<boolean>`(${isRenewing} and subscriptions.status in ('active', 'past_due'))`;

/** True if the subscription has an unpaid bill that hasn't ended it yet. */
export const isPastDue = sql<boolean>`(subscriptions.past_due_since is not null
  and subscriptions.status in ('past_due', 'unpaid') and subscriptions.ended_at is null)`;
