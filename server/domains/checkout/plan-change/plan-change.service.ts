import { AppError } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import type { Deps } from '../../../platform/deps.ts';
import { requireOwnMembership, type StoredMembership } from '../../memberships/membership.service.ts';
import { requirePlanChange } from '../../memberships/plan-change.service.ts';
import { changeNextPlan } from './next-plan.service.ts';
import type { PlanOffer } from './plan-change.schema.ts';
import { describeOffer, priceMembershipPlans } from './plan-change-price.service.ts';

interface Owner {
  id: string;
  email: string;
}

/** Returns what it costs to change a membership to its other plan, now and from the next renewal. */
export async function offerPlanChange(deps: Deps, accountId: string, number: string): Promise<PlanOffer> {
  const membership = await requireOwnMembership(deps.db, accountId, number);
  requirePlanChange(membership, deps.now(), 'page');
  const pricedPlans = await priceMembershipPlans(deps.db, membership);
  return describeOffer(deps, pricedPlans, { isUpgrade: pricedPlans.otherPlan.isFamily });
}

/** Changes a family membership to the individual plan at the end of its paid period. */
export async function scheduleDowngrade(deps: Deps, account: Owner, number: string): Promise<void> {
  await changeNextMembershipPlan(deps, account, number, 'scheduled');
}

/** Cancels a scheduled change to the individual plan. */
export async function withdrawDowngrade(deps: Deps, account: Owner, number: string): Promise<void> {
  await changeNextMembershipPlan(deps, account, number, 'withdrawn');
}

async function changeNextMembershipPlan(
  deps: Deps,
  { id: accountId, email }: Owner,
  number: string,
  change: 'scheduled' | 'withdrawn',
): Promise<void> {
  const membership = await requireOwnMembership(deps.db, accountId, number);
  requireFamily(membership, deps.now());
  const pricedPlans = await priceMembershipPlans(deps.db, membership);
  const isScheduled = change === 'scheduled';
  await changeNextPlan(deps, pricedPlans, {
    nextQuote: isScheduled ? pricedPlans.otherQuote : null,
    composeMail: (renewal) => ({
      mail: 'plan-change',
      to: email,
      props: {
        change,
        firstname: membership.firstname,
        number: formatMembershipNumber(membership.number),
        planName: isScheduled ? pricedPlans.otherPlan.name : membership.planName,
        ...renewal,
      },
    }),
  });
}

function requireFamily(membership: StoredMembership, now: Date): void {
  if (!membership.isFamily) {
    throw new AppError('PLAN_UNCHANGEABLE', { message: 'This is already an individual membership.' });
  }
  requirePlanChange(membership, now, 'press');
}
