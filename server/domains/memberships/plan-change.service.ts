import type { Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { Plan } from '../catalog/plan.schema.ts';
import {
  type ChangeStage,
  findPlanChangeObstacle,
} from '../payments/subscriptions/plan-change-obstacle.shared.ts';
import { setPlanAndFamily } from './family.repository.ts';
import type { FamilyNames } from './family.schema.ts';
import type { StoredMembership } from './membership.repository.ts';
import type { PlanChange } from './plan-change.schema.ts';

const NO_FAMILY: FamilyNames = { spouseFirstName: null, spouseLastName: null, members: [] };

/** Changes the plan of a subscription's membership. `family` is null for the individual plan. */
export async function changeMembershipPlan(
  trx: Trx,
  subscriptionId: string,
  planId: number,
  family: FamilyNames | null,
): Promise<void> {
  await setPlanAndFamily(trx, subscriptionId, planId, family ?? NO_FAMILY);
}

/** Returns the plan that a membership can change to: from individual to family, or back. */
export function findOtherPlan(
  plans: readonly Plan[],
  { planId }: Pick<StoredMembership, 'planId'>,
): Plan | undefined {
  const current = plans.find(({ id }) => id === planId);
  if (current?.kind !== 'consumer') return undefined;
  return plans.find(
    ({ kind, billingInterval, isFamily, isEmployeeCard }) =>
      kind === current.kind &&
      billingInterval === current.billingInterval &&
      isFamily !== current.isFamily &&
      !isEmployeeCard,
  );
}

/** Returns null if there is no plan to change to. */
export function describePlanChange(
  plans: readonly Plan[],
  membership: StoredMembership,
  now: Date,
): PlanChange | null {
  const plan = findOtherPlan(plans, membership);
  if (!plan) return null;
  return {
    planName: plan.name,
    isUpgrade: plan.isFamily,
    // After a refunded upgrade, a change to the individual plan may be scheduled even though the membership
    // is already individual.
    scheduledFor: plan.isFamily ? null : membership.nextPlanFrom,
    obstacle: findPlanChangeObstacle(membership, now),
  };
}

/** Returns the smaller plan that was requested. Null if there is none. */
export function describeNextPlan(
  plans: readonly Plan[],
  membership: StoredMembership,
  now: Date,
): { name: string; from: Date } | null {
  const change = describePlanChange(plans, membership, now);
  return change?.scheduledFor ? { name: change.planName, from: change.scheduledFor } : null;
}

/** Throws PLAN_UNCHANGEABLE with the reason as its message. */
export function requirePlanChange(membership: StoredMembership, now: Date, stage: ChangeStage): void {
  const obstacle = findPlanChangeObstacle(membership, now, 'membership', stage);
  if (obstacle) throw new AppError('PLAN_UNCHANGEABLE', { message: obstacle });
}

/**
 * Explains why a membership can't be changed to the family plan that was paid for, or returns null. Unlike
 * `requirePlanChange`, allows this shortly before a renewal.
 */
export function findUpgradeConflict(membership: StoredMembership | undefined, now: Date): string | null {
  if (!membership) return 'This membership has ended.';
  if (membership.isFamily) return 'You changed this membership to Family in another window.';
  return findPlanChangeObstacle(membership, now, 'membership', 'paid');
}
