import type { Db } from '#db/client.ts';
import type { Plan } from '../../catalog/plan.schema.ts';
import { listPlans } from '../../catalog/plan.service.ts';
import { getNextChargeCents, priceCart } from '../../catalog/price.shared.ts';
import { findUsedPromoCode } from '../../catalog/promo-code.service.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import { AppError } from '../../errors.ts';
import type { StoredMembership } from '../../memberships/membership.service.ts';
import { findOtherPlan } from '../../memberships/plan-change.service.ts';
import {
  countSubscriptionPayments,
  findSubscriptionPlan,
  type SubscriptionPlan,
} from '../../payments/subscription-plan.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';

/** Everything that the price of a change depends on. */
export interface PricedPlans {
  plan: SubscriptionPlan;
  /** The purchase that started the subscription. */
  purchase: Purchase;
  otherPlan: Plan;
  /** What the current plan costs each period, and what the other one would. */
  currentQuote: Quote;
  otherQuote: Quote;
  /** How many periods were paid. They count toward the periods of a promo code. */
  paymentCount: number;
}

/** Throws PLAN_UNCHANGEABLE if the membership has no other plan. */
export async function pricePlans(db: Db, membership: StoredMembership): Promise<PricedPlans> {
  const otherPlan = findOtherPlan(await listPlans(db), membership);
  const plan = await findSubscriptionPlan(db, membership.subscriptionId);
  const purchase = plan && (await findPurchase(db, plan.purchaseId));
  if (!otherPlan || !purchase) throw new AppError('PLAN_UNCHANGEABLE');
  return {
    plan,
    purchase,
    otherPlan,
    currentQuote: plan.planQuote ?? purchase.quote,
    otherQuote: await pricePlan(db, otherPlan, purchase.quote),
    paymentCount: await countSubscriptionPayments(db, plan.purchaseId),
  };
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
