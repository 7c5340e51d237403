import type { Db, Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import { setPlan } from '../stripe-plan.service.ts';
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
