import { inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { requireOwnMembership, type StoredMembership } from '../../memberships/membership.service.ts';
import { changeMembershipPlan, requirePlanChange } from '../../memberships/plan-change.service.ts';
import type { StripeInvoice } from '../../payments/stripe-subscription.service.ts';
import {
  applyNextPlan,
  lockSubscriptionPlan,
  type SubscriptionPlan,
  savePlan,
} from '../../payments/subscription-plan.service.ts';
import { offerUpgrade } from '../kinds/family-upgrade/family-upgrade.service.ts';
import type { PlanOffer } from './plan-change.schema.ts';
import { priceNextPeriod, pricePlans } from './plan-price.service.ts';
import { syncChangedPlan } from './sync-plan.service.ts';

interface Owner {
  id: string;
  email: string;
}

/** Returns what changing a membership to its other plan costs, now and from the next renewal. */
export async function offerPlanChange(deps: Deps, accountId: string, number: string): Promise<PlanOffer> {
  const membership = await requireOwnMembership(deps.db, accountId, number);
  requirePlanChange(membership, deps.now());
  const priced = await pricePlans(deps.db, membership);
  return {
    planName: priced.otherPlan.name,
    renewal: {
      amountCents: priceNextPeriod(priced, priced.otherQuote),
      interval: priced.otherPlan.billingInterval === 'year' ? 'year' : 'month',
      on: priced.plan.periodEnd,
    },
    upgrade: priced.otherPlan.isFamily ? await offerUpgrade(deps, membership) : null,
  };
}

/** Changes a family membership to the individual plan at the end of its paid period. */
export async function scheduleDowngrade(deps: Deps, account: Owner, number: string): Promise<void> {
  await changeNextPlan(deps, account, number, 'scheduled');
}

/** Cancels a scheduled change to the individual plan. */
export async function withdrawDowngrade(deps: Deps, account: Owner, number: string): Promise<void> {
  await changeNextPlan(deps, account, number, 'withdrawn');
}

/** Safe to repeat: an email is sent only if something changed. */
async function changeNextPlan(
  deps: Deps,
  { id: accountId, email }: Owner,
  number: string,
  change: 'scheduled' | 'withdrawn',
): Promise<void> {
  const membership = await requireOwnMembership(deps.db, accountId, number);
  requireFamily(membership, deps.now());
  const { subscriptionId } = membership;
  const priced = await pricePlans(deps.db, membership);
  const quote = change === 'scheduled' ? priced.otherQuote : priced.currentQuote;
  const isChanged = await inTransaction(deps.db, async (trx) => {
    const plan = await lockSubscriptionPlan(trx, subscriptionId);
    if (!plan || !isUnchanged(plan, priced.plan)) throw new AppError('PLAN_UNCHANGEABLE');
    if ((plan.nextPlanQuote !== null) === (change === 'scheduled')) return false;
    const next =
      change === 'scheduled'
        ? { nextPlanQuote: quote, nextPlanFrom: plan.periodEnd }
        : { nextPlanQuote: null, nextPlanFrom: null };
    await savePlan(deps, trx, subscriptionId, { planQuote: plan.planQuote, ...next });
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'plan-change',
      to: email,
      props: {
        change,
        firstname: membership.firstname,
        number: formatMembershipNumber(membership.number),
        planName: change === 'scheduled' ? priced.otherPlan.name : membership.planName,
        from: plan.periodEnd.toISOString(),
        amountCents: priceNextPeriod(priced, quote),
      },
    });
    return true;
  });
  if (!isChanged) return;
  // The enqueued `sync-plan` job does the same. Sync now too, so that a change shortly before the renewal
  // isn't too late.
  await syncChangedPlan(deps, subscriptionId).catch((error: unknown) =>
    deps.log.warn({ err: error, subscription: subscriptionId }, 'the price at Stripe is synced later'),
  );
}

function requireFamily(membership: StoredMembership, now: Date): void {
  if (!membership.isFamily) {
    throw new AppError('PLAN_UNCHANGEABLE', { message: 'This is an individual membership already.' });
  }
  requirePlanChange(membership, now);
}

/** True if the plan can still be changed at the prices that were computed. */
function isUnchanged(plan: SubscriptionPlan, priced: SubscriptionPlan): boolean {
  const isSamePeriod = plan.periodEnd.getTime() === priced.periodEnd.getTime();
  return isSamePeriod && plan.status === 'active' && !plan.canceledAt && !plan.endedAt;
}

/**
 * Once the first period of a scheduled individual plan is paid, changes the membership to that plan and
 * removes the family's names from its card.
 */
export async function applyScheduledPlan(
  trx: Trx,
  plan: SubscriptionPlan,
  paidInvoices: readonly StripeInvoice[],
): Promise<void> {
  const planId = await applyNextPlan(trx, plan, paidInvoices);
  if (planId !== null) await changeMembershipPlan(trx, plan.id, planId, null);
}
