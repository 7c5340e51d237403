import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { Plan } from '../catalog/plan.schema.ts';
import { requirePlan } from '../catalog/plan.service.ts';
import {
  type ChangeStage,
  findPlanChangeObstacle,
} from '../payments/subscriptions/plan-change-obstacle.shared.ts';
import {
  type BoughtPlan,
  findBoughtPlan,
  findPlanOfSubscription,
  setPlan,
} from './plan-change.repository.ts';

export type { BoughtPlan };

/** Returns a sentence that explains why a plan can't be changed now, or null if it can be. */
export function findObstacle(plan: BoughtPlan, now: Date): string | null {
  return findPlanChangeObstacle(plan, now, 'business plan');
}

/**
 * Explains why the plan can't be changed as it was paid for, or returns null. Unlike `requireOwnPlan`, allows
 * this shortly before a renewal.
 */
export function findPaidChangeConflict(
  plan: BoughtPlan | undefined,
  fromPlan: number,
  now: Date,
): string | null {
  if (!plan) return 'This plan has ended.';
  if (plan.planId !== fromPlan) return 'You changed your plan in another window.';
  return findPlanChangeObstacle(plan, now, 'business plan', 'paid');
}

/** Returns the plan that the account bought, whether or not it has ended. Trials don't count. */
export async function findOwnPlan(db: Db, accountId: string): Promise<BoughtPlan | undefined> {
  return findBoughtPlan(db, accountId);
}

/**
 * Returns the account's bought plan. Throws BUSINESS_PLAN_NOT_FOUND if there is none. Throws
 * PLAN_UNCHANGEABLE with an explanation if it can't be changed now.
 */
export async function requireOwnPlan(
  db: Db,
  accountId: string,
  now: Date,
  stage: ChangeStage,
): Promise<BoughtPlan> {
  const plan = await findBoughtPlan(db, accountId);
  if (!plan) throw new AppError('BUSINESS_PLAN_NOT_FOUND');
  const obstacle = findPlanChangeObstacle(plan, now, 'business plan', stage);
  if (obstacle) throw new AppError('PLAN_UNCHANGEABLE', { message: obstacle });
  return plan;
}

export interface PlanPair {
  plan: BoughtPlan;
  current: Plan;
  other: Plan;
  /** True if the other plan costs more. It then starts right away, otherwise with the next renewal. */
  isUpgrade: boolean;
}

/** Throws PLAN_NOT_FOUND if there is no such business plan, and PLAN_UNCHANGEABLE if it is the current one. */
export async function requirePlanPair(
  db: Db,
  accountId: string,
  planId: number,
  now: Date,
  stage: ChangeStage,
): Promise<PlanPair> {
  const plan = await requireOwnPlan(db, accountId, now, stage);
  const otherPlan = await requirePlan(db, planId, 'business');
  if (otherPlan.id === plan.planId) {
    throw new AppError('PLAN_UNCHANGEABLE', { message: 'You already have this plan.' });
  }
  const currentPlan = await requirePlan(db, plan.planId, 'business');
  return {
    plan,
    current: currentPlan,
    other: otherPlan,
    isUpgrade: otherPlan.priceCents > currentPlan.priceCents,
  };
}

/** Returns undefined if the subscription doesn't pay for a business plan. */
export async function findSubscribedPlan(db: Db, subscriptionId: string): Promise<BoughtPlan | undefined> {
  return findPlanOfSubscription(db, subscriptionId);
}

/**
 * Changes the plan of a subscription's business. What the owner entered about programs that the new plan
 * doesn't include is removed. Returns false if the subscription doesn't pay for a business plan.
 */
export async function changeBusinessPlan(trx: Trx, subscriptionId: string, planId: number): Promise<boolean> {
  const plan = await findPlanOfSubscription(trx, subscriptionId);
  if (!plan) return false;
  const { business: terms } = await requirePlan(trx, planId, 'business');
  const { loyalty, socialMedia, presentation } = plan.programs;
  await setPlan(trx, plan.id, {
    planId,
    programs: {
      loyalty: loyalty && terms?.loyalty === true,
      socialMedia: terms?.socialMedia ? socialMedia : null,
      presentation: terms?.presentation ? presentation : null,
    },
  });
  return true;
}
