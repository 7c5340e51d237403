import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { QueuedMail } from '../../../platform/mails/mail-registry.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import {
  lockSubscriptionPlan,
  type SubscriptionPlan,
  savePlan,
} from '../../payments/subscriptions/subscription-plan.service.ts';
import { type PricedPlans, priceNextPeriod } from './plan-change-price.service.ts';
import { syncChangedPlan } from './sync-plan.service.ts';

interface NextPlanChange {
  /** The plan that starts with the next renewal. Null keeps the current plan. */
  nextQuote: Quote | null;
  composeMail(renewal: { from: string; amountCents: number }): QueuedMail;
}

/**
 * Schedules a smaller plan for the next renewal, or withdraws a scheduled one. Safe to repeat, because an
 * email is sent only if something changed. Throws TOO_MANY_REQUESTS if a plan keeps being scheduled and withdrawn.
 */
export async function changeNextPlan(
  deps: Deps,
  pricedPlans: PricedPlans,
  { nextQuote, composeMail }: NextPlanChange,
): Promise<void> {
  const { id } = pricedPlans.plan;
  if (nextQuote) await deps.limits.takeKey('repeatedNotice', `subscription:${id}`);
  const isChanged = await inTransaction(deps.db, async (trx) => {
    const plan = await lockSubscriptionPlan(trx, id);
    if (!plan || !isUnchanged(plan, pricedPlans.plan)) throw new AppError('PLAN_UNCHANGEABLE');
    if (plan.nextPlanQuote?.lines[0]?.planId === nextQuote?.lines[0]?.planId) return false;
    await savePlan(deps, trx, id, {
      planQuote: plan.planQuote,
      nextPlanQuote: nextQuote,
      nextPlanFrom: nextQuote && plan.periodEnd,
    });
    const amountCents = priceNextPeriod(pricedPlans, nextQuote ?? pricedPlans.currentQuote);
    await deps.jobs.enqueue(trx, 'mail', composeMail({ from: plan.periodEnd.toISOString(), amountCents }));
    return true;
  });
  if (!isChanged) return;
  // The enqueued `sync-plan` job does the same. Sync now too, so that a change shortly before the renewal
  // isn't too late.
  await syncChangedPlan(deps, id).catch((error: unknown) =>
    deps.log.warn({ err: error, subscription: id }, 'the price at Stripe will be synced later'),
  );
}

/** True if the plan can still be changed at the prices that were computed. */
function isUnchanged(plan: SubscriptionPlan, pricedPlan: SubscriptionPlan): boolean {
  const isSamePeriod = plan.periodEnd.getTime() === pricedPlan.periodEnd.getTime();
  return isSamePeriod && plan.status === 'active' && !plan.canceledAt && !plan.endedAt;
}
