import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { requireOwnPlan, requirePlanPair } from '../../business-plans/plan-change.service.ts';
import { requirePlan } from '../../catalog/plan.service.ts';
import { changeNextPlan } from './next-plan.service.ts';
import type { PlanOffer } from './plan-change.schema.ts';
import { describeOffer, pricePlans } from './plan-change-price.service.ts';

interface Owner {
  id: string;
  email: string;
}

/** Returns what it costs to change the owner's plan to another one, now and from the next renewal. */
export async function offerBusinessPlan(deps: Deps, accountId: string, planId: number): Promise<PlanOffer> {
  const { plan, other, isUpgrade } = await requirePlanPair(deps.db, accountId, planId, deps.now(), 'page');
  return describeOffer(deps, await pricePlans(deps.db, plan.subscriptionId, other), { isUpgrade });
}

/** Changes the owner's plan to a smaller one at the end of its paid period. */
export async function scheduleSmallerPlan(deps: Deps, owner: Owner, planId: number): Promise<void> {
  const { plan, other, isUpgrade } = await requirePlanPair(deps.db, owner.id, planId, deps.now(), 'press');
  if (isUpgrade) {
    throw new AppError('PLAN_UNCHANGEABLE', { message: 'A larger plan starts right away.' });
  }
  const pricedPlans = await pricePlans(deps.db, plan.subscriptionId, other);
  await changeNextPlan(deps, pricedPlans, {
    nextQuote: pricedPlans.otherQuote,
    composeMail: (renewal) => ({
      mail: 'business-plan-change',
      to: owner.email,
      props: { change: 'scheduled', businessname: plan.businessName, planName: other.name, ...renewal },
    }),
  });
}

/** Undoes `scheduleSmallerPlan` before the renewal. */
export async function keepBusinessPlan(deps: Deps, owner: Owner): Promise<void> {
  const plan = await requireOwnPlan(deps.db, owner.id, deps.now(), 'press');
  const currentPlan = await requirePlan(deps.db, plan.planId, 'business');
  const pricedPlans = await pricePlans(deps.db, plan.subscriptionId, currentPlan);
  await changeNextPlan(deps, pricedPlans, {
    nextQuote: null,
    composeMail: (renewal) => ({
      mail: 'business-plan-change',
      to: owner.email,
      props: { change: 'withdrawn', businessname: plan.businessName, planName: currentPlan.name, ...renewal },
    }),
  });
}
