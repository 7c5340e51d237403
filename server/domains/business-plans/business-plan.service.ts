import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { derivedId, newId } from '../../lib/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockAccount } from '../accounts/account.service.ts';
import type { Plan } from '../catalog/plan.schema.ts';
import { listPlans } from '../catalog/plan.service.ts';
import { getNextChargeCents } from '../catalog/price.shared.ts';
import { quote as quoteSchema } from '../catalog/quote.schema.ts';
import { type StateFacts, summarizeState } from '../memberships/state/state-summary.shared.ts';
import { listPayments } from '../payments/payment.service.ts';
import { findMoneyReturns } from '../payments/subscriptions/subscription.service.ts';
import { cancelSubscription } from '../payments/subscriptions/subscription-cancellation.service.ts';
import { listBusiness, unlistBusinesses } from '../stores/owner/owned-business.service.ts';
import {
  endPurchasedPlan,
  findLatestPlan,
  findRunningPurchaseIds,
  findUncoveredListings,
  hasRunningPlan,
  insertBusinessPlan,
  type NewBusinessPlan,
  resumePurchasedPlan,
} from './business-plan.repository.ts';
import type { OwnBusinessPlan } from './business-plan.schema.ts';
import { findBoughtPlan } from './plan-change.repository.ts';
import { findObstacle } from './plan-change.service.ts';

type LatestPlan = NonNullable<Awaited<ReturnType<typeof findLatestPlan>>>;

/** Includes trials, and past-due plans until their subscription ends. */
export async function hasBusinessPlan(db: Db, accountId: string, now: Date): Promise<boolean> {
  return hasRunningPlan(db, accountId, now);
}

/** Locks the account, so that the result stays correct until the transaction ends. */
export async function lockRunningPurchaseIds(trx: Trx, accountId: string, now: Date): Promise<string[]> {
  await lockAccount(trx, accountId);
  return findRunningPurchaseIds(trx, accountId, now);
}

/** Starts a paid plan. Set `endedAt` if it ends without renewing. */
export async function startBusinessPlan(
  trx: Trx,
  plan: Omit<NewBusinessPlan, 'id' | 'kind' | 'listedUntil'>,
): Promise<void> {
  await insertBusinessPlan(trx, { ...plan, id: newId(), kind: 'subscription', listedUntil: null });
}

function getState({ isRunning, status, canceledAt }: LatestPlan): OwnBusinessPlan['state'] {
  if (!isRunning) return 'ended';
  if (status === 'past_due' || status === 'unpaid') return status;
  return canceledAt ? 'canceled' : 'active';
}

function chooseLater(a: Date | null, b: Date): Date {
  return a !== null && a > b ? a : b;
}

/** Returns the account's current or most recent plan with all payments, or null if it never had one. */
export async function getOwnBusinessPlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<OwnBusinessPlan | null> {
  const plan = await findLatestPlan(db, accountId, now());
  if (!plan) return null;
  const plans = await listPlans(db);
  const payments = plan.purchaseId ? await listPayments(db, plan.purchaseId) : [];
  const state = getState(plan);
  const periodEnd = plan.periodEnd ?? plan.endedAt ?? plan.startedAt;
  const change = await describeChange(db, { accountId, plan, plans, now: now() });
  const moneyReturns = await findMoneyReturns(db, plan.subscriptionId ? [plan.subscriptionId] : []);
  const facts = toStateFacts(plan, {
    moneyReturn: moneyReturns.get(plan.subscriptionId ?? '') ?? null,
    nextPlan: change?.scheduled ? { name: change.scheduled.planName, from: change.scheduled.from } : null,
  });
  const summary = summarizeState(facts, 'owner', now());
  const renews = plan.isRunning && plan.providerId !== null && plan.canceledAt === null;
  return {
    planId: plan.planId,
    planName: findPlanName(plans, plan.planId),
    kind: plan.kind,
    state,
    statusText: summary.label,
    summary,
    startedAt: plan.startedAt,
    periodEnd,
    // While a renewal is late, its day has passed.
    nextCharge:
      renews && summary.kind !== 'late'
        ? {
            at: periodEnd,
            amountCents: getNextChargeCents(quoteSchema.parse(plan.renewalQuote), payments.length),
          }
        : null,
    listedUntil: chooseLater(plan.listingUntil, plan.endedAt ?? periodEnd),
    canCancel: summary.actions.includes('cancel'),
    cancelTerms: describeCancellation(facts, now()),
    change,
    programs: plan.programs,
    payments: payments.map(({ id, ordinal, paidAt, amountCents, refundedCents }) => ({
      // The first receipt is opened by the purchase's id, which also exists before the payment is recorded.
      receiptId: ordinal === 1 && plan.purchaseId ? plan.purchaseId : id,
      paidAt,
      amountCents,
      refundedCents,
    })),
  };
}

function toStateFacts(plan: LatestPlan, details: Pick<StateFacts, 'moneyReturn' | 'nextPlan'>): StateFacts {
  const { kind, status, startedAt, periodStart, periodEnd, canceledAt, providerId } = plan;
  const endedAt = earliest(plan.endedAt, plan.subscriptionEndedAt);
  const paidUntil = periodEnd ?? endedAt ?? startedAt;
  return {
    status: status ?? 'active',
    periodStart: periodStart ?? startedAt,
    paidUntil,
    periodEnd: paidUntil,
    canceledAt,
    endedAt,
    providerId,
    isEmployeeCard: false,
    isCompanyPlan: false,
    isTrial: kind === 'trial',
    freeListingUntil: plan.listingUntil,
    ...details,
  };
}

function earliest(a: Date | null, b: Date | null): Date | null {
  return a !== null && b !== null && b < a ? b : (a ?? b);
}

/** A plan whose payment failed ends when it is canceled (D26). */
function describeCancellation(facts: StateFacts, now: Date): string {
  if (facts.status !== 'active') return 'Your payment failed, so it ends today.';
  return summarizeState({ ...facts, canceledAt: now }, 'owner', now).text ?? '';
}

function findPlanName(plans: readonly Plan[], planId: number | undefined): string {
  return plans.find(({ id }) => id === planId)?.name ?? '';
}

async function describeChange(
  db: Db,
  { accountId, plan, plans, now }: { accountId: string; plan: LatestPlan; plans: readonly Plan[]; now: Date },
): Promise<OwnBusinessPlan['change']> {
  const boughtPlan =
    plan.isRunning && plan.kind !== 'trial' ? await findBoughtPlan(db, accountId) : undefined;
  if (!boughtPlan) return null;
  const nextQuote = quoteSchema.nullable().parse(plan.nextPlanQuote);
  return {
    obstacle: findObstacle(boughtPlan, now),
    scheduled:
      nextQuote && plan.nextPlanFrom && nextQuote.lines[0]?.planId !== plan.planId
        ? { planName: findPlanName(plans, nextQuote.lines[0]?.planId), from: plan.nextPlanFrom }
        : null,
  };
}

/**
 * Cancels the plan at the end of the paid period; the business stays listed until then. A past-due plan ends
 * immediately (D26). Canceling a canceled plan again has no effect. Throws BUSINESS_PLAN_NOT_FOUND if no plan
 * that renews is running.
 */
export async function cancelBusinessPlan(deps: Deps, account: { id: string; email: string }): Promise<void> {
  const plan = await findLatestPlan(deps.db, account.id, deps.now());
  if (!plan?.isRunning || !plan.subscriptionId || !plan.providerId) {
    throw new AppError('BUSINESS_PLAN_NOT_FOUND');
  }
  const { subscriptionId } = plan;
  const { endedAt } = await cancelSubscription(deps, { subscriptionId });
  const canceledPlan = await getOwnBusinessPlan(deps, account.id);
  const listedUntil = chooseLater(endedAt, canceledPlan?.listedUntil ?? deps.now());
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'plan-cancelled',
        to: account.email,
        props: {
          planName: canceledPlan?.planName ?? '',
          listedUntil: listedUntil.toISOString(),
        },
      },
      // Derive the id from the subscription, so that a repeated cancellation doesn't send a second email.
      { id: derivedId('plan-cancelled', subscriptionId) },
    ),
  );
}

/**
 * Ends a purchase's plan and unlists its business, unless another plan or a trial's listing year still covers
 * it. If `endedAt` is in the future, the plan runs until then, even if it had already ended.
 */
export async function endBusinessPlan(
  trx: Trx,
  { purchaseId, endedAt, now }: { purchaseId: string; endedAt: Date; now: Date },
): Promise<void> {
  if (endedAt > now) {
    const resumedId = await resumePurchasedPlan(trx, purchaseId, endedAt);
    if (resumedId) await listBusiness(trx, resumedId);
    return;
  }
  const businessId = await endPurchasedPlan(trx, purchaseId, endedAt);
  if (!businessId) return;
  await unlistBusinesses(trx, await findUncoveredListings(trx, endedAt, { businessId, limit: 1 }));
}

const BATCH_SIZE = 100;

/**
 * Unlists businesses whose coverage ended without an event: after a trial's year, a free period, or a
 * canceled plan whose last webhook was lost. Returns their number.
 */
export async function unlistUncoveredBusinesses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  let unlistedCount = 0;
  for (;;) {
    const count = await inTransaction(db, async (trx) => {
      const ids = await findUncoveredListings(trx, now(), { limit: BATCH_SIZE });
      if (ids.length > 0) await unlistBusinesses(trx, ids);
      return ids.length;
    });
    unlistedCount += count;
    if (count < BATCH_SIZE) return unlistedCount;
  }
}
