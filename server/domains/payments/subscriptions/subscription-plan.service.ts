import type Stripe from 'stripe';
import type { Db, Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import { callStripe, isResourceMissing } from '../stripe-errors.ts';
import { requireProduct, toProductId } from '../stripe-order.service.ts';
import type { StripeInvoice } from '../stripe-subscription.service.ts';
import {
  countPayments,
  findPlan,
  findUnsyncedPlans,
  findUpgrade,
  insertUpgrade,
  lockPlan,
  type PlanTerms,
  type SubscriptionPlan,
  saveSyncedPlanRevision,
  setUpgradeReturned,
  updatePlan,
} from './subscription-plan.repository.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Sets the plan and price at which a subscription renews. Stripe charges nothing now, because we charge for
 * the rest of the paid period ourselves (D44). `paymentCount` is how many periods were paid. They count
 * toward the periods that the promo code covers. Does nothing if the subscription has ended or already has
 * this price. Safe to repeat.
 */
async function setPlan(
  deps: StripeDeps,
  providerId: string,
  quote: Quote,
  paymentCount: number,
): Promise<void> {
  const line = quote.lines.find(({ recurring }) => recurring);
  if (!line || quote.interval === 'once') throw new Error(`Subscription ${providerId} gets no price`);
  try {
    const subscription = await callStripe(() => deps.stripe.subscriptions.retrieve(providerId));
    const [item] = subscription.items.data;
    if (!item || subscription.ended_at !== null || isPriced(item, line)) return;
    const product = await requireProduct(deps, line.planId, line.description);
    const coupon = await createCoupon(deps, quote, paymentCount);
    const recurring = { interval: quote.interval };
    const priceData = { currency: 'usd', product, unit_amount: line.unitCents, recurring };
    await callStripe(() =>
      deps.stripe.subscriptions.update(providerId, {
        items: [{ id: item.id, price_data: priceData }],
        // The old discount was computed for the old plan.
        discounts: coupon ? [{ coupon }] : '',
        proration_behavior: 'none',
      }),
    );
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}

function isPriced(
  { price: { product, unit_amount } }: Stripe.SubscriptionItem,
  { planId, unitCents }: Quote['lines'][number],
): boolean {
  const productId = typeof product === 'string' ? product : product.id;
  return productId === toProductId(planId) && unit_amount === unitCents;
}

/**
 * Creates a coupon for the periods that the promo code still covers. One period is a month, because only
 * monthly plans can be changed.
 */
async function createCoupon(
  { stripe }: StripeDeps,
  { promo, recurringCents, discountedRecurringCents }: Quote,
  paymentCount: number,
): Promise<string | undefined> {
  const discountCents = recurringCents - discountedRecurringCents;
  if (!promo || discountCents === 0) return undefined;
  const remainingMonths = promo.periods === null ? null : promo.periods - paymentCount;
  if (remainingMonths !== null && remainingMonths <= 0) return undefined;
  const coupon = await callStripe(() =>
    stripe.coupons.create({
      amount_off: discountCents,
      currency: 'usd',
      name: promo.code.slice(0, 40),
      ...(remainingMonths === null
        ? { duration: 'forever' }
        : remainingMonths === 1
          ? { duration: 'once' }
          : { duration: 'repeating', duration_in_months: remainingMonths }),
    }),
  );
  return coupon.id;
}

export type { SubscriptionPlan };

export function findSubscriptionPlan(db: Db, id: string): Promise<SubscriptionPlan | undefined> {
  return findPlan(db, id);
}

/** Locks the subscription until the transaction ends. */
export function lockSubscriptionPlan(trx: Trx, id: string): Promise<SubscriptionPlan | undefined> {
  return lockPlan(trx, id);
}

/** Counts a subscription's payments, including the first. */
export function countSubscriptionPayments(db: Db, purchaseId: string): Promise<number> {
  return countPayments(db, purchaseId);
}

/**
 * Changes the plan and price of a locked subscription from its next renewal. A job updates Stripe after the
 * transaction. If the job fails permanently, the next sweep does.
 */
export async function savePlan(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  id: string,
  terms: PlanTerms,
): Promise<void> {
  await updatePlan(trx, id, terms, { isSynced: false });
  await jobs.enqueue(trx, 'sync-plan', { subscriptionId: id });
}

/** Records an upgrade, so that a refund can undo it. */
export const recordUpgrade = insertUpgrade;
export const findRecordedUpgrade = findUpgrade;
export const markUpgradeReturned = setUpgradeReturned;

/** True if the invoice charges for a period of the quote's plan. */
function chargesPlan({ lines }: StripeInvoice, quote: Quote): boolean {
  return lines.some(({ planId }) => planId === quote.lines[0]?.planId);
}

/**
 * Returns the quote of the plan that the invoice charges for, if the plan has changed since the purchase.
 * Otherwise returns null.
 */
export function findChargedQuote(plan: PlanTerms, invoice: StripeInvoice): Quote | null {
  const { planQuote, nextPlanQuote, nextPlanFrom } = plan;
  const isNext = nextPlanQuote && nextPlanFrom && invoice.periodStart >= nextPlanFrom;
  if (isNext && chargesPlan(invoice, nextPlanQuote)) return nextPlanQuote;
  return planQuote && !invoice.isFirst && chargesPlan(invoice, planQuote) ? planQuote : null;
}

/**
 * Applies the scheduled plan once a period of it is paid (D26), and returns the plan's id. Returns null if
 * there is nothing to apply.
 */
export async function applyNextPlan(
  trx: Trx,
  plan: SubscriptionPlan,
  paidInvoices: readonly StripeInvoice[],
): Promise<number | null> {
  const { id, nextPlanQuote } = plan;
  if (!nextPlanQuote) return null;
  const isPaid = paidInvoices.some((invoice) => findChargedQuote(plan, invoice) === nextPlanQuote);
  if (!isPaid) return null;
  const terms = { planQuote: nextPlanQuote, nextPlanQuote: null, nextPlanFrom: null };
  await updatePlan(trx, id, terms, { isSynced: true });
  return nextPlanQuote.lines[0]?.planId ?? null;
}

/**
 * Makes Stripe renew the subscription at the price of its scheduled plan or, if none is scheduled, of its
 * current plan. `purchaseQuote` has the price if the plan never changed.
 */
export async function syncPlan(
  deps: Pick<Deps, 'db' | 'stripe'>,
  id: string,
  purchaseQuote: Quote,
): Promise<void> {
  let lastSyncedState: string | null = null;
  // The plan may have changed again during the call to Stripe, so repeat this until the plan stays the same.
  for (;;) {
    const plan = await findPlan(deps.db, id);
    if (!plan) return;
    const quote = plan.nextPlanQuote ?? plan.planQuote ?? purchaseQuote;
    const currentState = JSON.stringify([plan.planRevision, quote]);
    if (currentState === lastSyncedState) return saveSyncedPlanRevision(deps.db, id, plan.planRevision);
    if (plan.providerId && !plan.endedAt) {
      await setPlan(deps, plan.providerId, quote, await countPayments(deps.db, plan.purchaseId));
    }
    lastSyncedState = currentState;
  }
}

export function listUnsyncedPlans(db: Db, limit: number): Promise<string[]> {
  return findUnsyncedPlans(db, limit);
}
