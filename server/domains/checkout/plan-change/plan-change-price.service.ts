import type { Db } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Plan } from '../../catalog/plan.schema.ts';
import { listPlans } from '../../catalog/plan.service.ts';
import { getNextChargeCents, priceCart, priceOneTime } from '../../catalog/price.shared.ts';
import { findUsedPromoCode } from '../../catalog/promo-code.service.ts';
import { calculateProration, prorate } from '../../catalog/proration.shared.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import type { StoredMembership } from '../../memberships/membership.service.ts';
import { findOtherPlan } from '../../memberships/plan-change.service.ts';
import { findSavedCard } from '../../payments/stripe-saved-card.service.ts';
import {
  countSubscriptionPayments,
  findSubscriptionPlan,
  type SubscriptionPlan,
} from '../../payments/subscriptions/subscription-plan.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import type { PlanOffer, UpgradeOffer } from './plan-change.schema.ts';

/** Everything that determines the price of a plan change. */
export interface PricedPlans {
  plan: SubscriptionPlan;
  /** The purchase that started the subscription. */
  purchase: Purchase;
  currentPlan: Plan | undefined;
  otherPlan: Plan;
  /** The prices per period of the current plan and of the other plan. */
  currentQuote: Quote;
  otherQuote: Quote;
  /** How many periods have been paid for. They count toward the periods that a promo code covers. */
  paymentCount: number;
}

/** Throws PLAN_UNCHANGEABLE if there is no other plan. */
export async function pricePlans(
  db: Db,
  subscriptionId: string,
  otherPlan: Plan | undefined,
): Promise<PricedPlans> {
  const plan = await findSubscriptionPlan(db, subscriptionId);
  const purchase = plan && (await findPurchase(db, plan.purchaseId));
  if (!otherPlan || !purchase) throw new AppError('PLAN_UNCHANGEABLE');
  const currentQuote = plan.planQuote ?? purchase.quote;
  return {
    plan,
    purchase,
    currentPlan: (await listPlans(db)).find(({ id }) => id === currentQuote.lines[0]?.planId),
    otherPlan,
    currentQuote,
    otherQuote: await pricePlan(db, otherPlan, purchase.quote),
    paymentCount: await countSubscriptionPayments(db, plan.purchaseId),
  };
}

/** Prices a membership's change between the individual and the family plan. */
export async function priceMembershipPlans(db: Db, membership: StoredMembership): Promise<PricedPlans> {
  return pricePlans(db, membership.subscriptionId, findOtherPlan(await listPlans(db), membership));
}

/**
 * Prices a plan. Applies the promo code of the first purchase, for the same number of periods, if the code
 * also covers this plan.
 */
export async function pricePlan(db: Db, plan: Plan, { promo }: Pick<Quote, 'promo'>): Promise<Quote> {
  const code = promo && (await findUsedPromoCode(db, promo.code, plan.id));
  return priceCart(plan, [], promo && code ? { ...code, periods: promo.periods } : null);
}

/** Returns the price of the next period, in cents. */
export function priceNextPeriod({ paymentCount }: PricedPlans, quote: Quote): number {
  return getNextChargeCents(quote, paymentCount);
}

/**
 * Returns a quote for the price difference to the other plan, prorated to the days left in this period and
 * rounded half up (D44). Its recurring price is the other plan's.
 */
export function priceUpgrade(
  { plan, currentPlan, otherPlan, currentQuote, otherQuote, paymentCount }: PricedPlans,
  now: Date,
): Quote {
  const proration = calculateProration(plan, now);
  const paidPeriodCount = Math.max(0, paymentCount - 1);
  const extraCents =
    getNextChargeCents(otherQuote, paidPeriodCount) - getNextChargeCents(currentQuote, paidPeriodCount);
  const names = currentPlan ? `from ${currentPlan.name} to ${otherPlan.name}` : `to ${otherPlan.name}`;
  const line = {
    planId: otherPlan.id,
    description: `Upgrade ${names} (${proration.days} of ${proration.periodDays} days)`,
    quantity: 1,
    unitCents: prorate(Math.max(0, extraCents), proration),
    commissionable: true,
  };
  return {
    ...priceOneTime([line]),
    interval: otherQuote.interval,
    recurringCents: otherQuote.recurringCents,
    discountedRecurringCents: getNextChargeCents(otherQuote, paymentCount),
  };
}

/**
 * Describes the cost of changing to the other plan: the price from the next renewal and, for an upgrade, the
 * charge now.
 */
export async function describeOffer(
  deps: Pick<Deps, 'now' | 'stripe'>,
  pricedPlans: PricedPlans,
  { isUpgrade }: { isUpgrade: boolean },
): Promise<PlanOffer> {
  return {
    ...describeNextPlan(pricedPlans),
    upgrade: isUpgrade ? await offerUpgrade(deps, pricedPlans) : null,
  };
}

/** Names the other plan, and its price from the next renewal. */
export function describeNextPlan(pricedPlans: PricedPlans): Pick<PlanOffer, 'planName' | 'renewal'> {
  return {
    planName: pricedPlans.otherPlan.name,
    renewal: {
      amountCents: priceNextPeriod(pricedPlans, pricedPlans.otherQuote),
      interval: pricedPlans.otherPlan.billingInterval === 'year' ? 'year' : 'month',
      on: pricedPlans.plan.periodEnd,
    },
  };
}

async function offerUpgrade(
  deps: Pick<Deps, 'now' | 'stripe'>,
  pricedPlans: PricedPlans,
): Promise<UpgradeOffer> {
  const { providerId } = pricedPlans.plan;
  const card = providerId ? await findSavedCard(deps, providerId) : undefined;
  return {
    ...calculateProration(pricedPlans.plan, deps.now()),
    quote: priceUpgrade(pricedPlans, deps.now()),
    card: card ? { brand: card.cardBrand, last4: card.cardLast4 } : null,
  };
}
