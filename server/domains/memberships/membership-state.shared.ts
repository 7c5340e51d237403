import type { MembershipState, UpdatedStatus } from './membership.schema.ts';

/** Everything that a membership's state depends on. */
export interface Standing {
  isEmployeeCard: boolean;
  isCompanyPlan: boolean;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  /** The end of the paid or granted period. */
  periodEnd: Date;
  canceledAt: Date | null;
  /**
   * When the membership ended or, if staff extended it after that, when it will end. A replaced or refunded
   * card can end before its subscription.
   */
  endedAt: Date | null;
  /** The subscription's id at Stripe. Null for a free period, which ends without billing. */
  providerId: string | null;
}

type Lifetime = Pick<Standing, 'status' | 'periodEnd' | 'endedAt'>;

/** True if the membership was ended early, or its subscription has ended. */
export function isEnded({ endedAt }: Pick<Lifetime, 'endedAt'>, now: Date): boolean {
  return endedAt !== null && endedAt <= now;
}

/** Returns the end of the period or, if the membership ended earlier, that date. */
export function getExpiry({ periodEnd, endedAt }: Pick<Lifetime, 'periodEnd' | 'endedAt'>): Date {
  return endedAt !== null && endedAt < periodEnd ? endedAt : periodEnd;
}

/**
 * A canceled membership is 'active' until its period ends, unless a payment is overdue. One that ended early
 * is 'canceled' until then, and 'expired' afterward.
 */
export function getMembershipState(standing: Lifetime, now: Date): MembershipState {
  const periodEnded = standing.periodEnd <= now;
  if (isEnded(standing, now)) return periodEnded ? 'expired' : 'canceled';
  if (standing.status === 'past_due' || standing.status === 'unpaid') return standing.status;
  return periodEnded ? 'expired' : 'active';
}

/** A company's own plan is never an active card, even if it is paid. */
export function isActive(standing: Lifetime & Pick<Standing, 'isCompanyPlan'>, now: Date): boolean {
  return !standing.isCompanyPlan && getMembershipState(standing, now) === 'active';
}

export function getUpdatedStatus(
  standing: Lifetime & Pick<Standing, 'isCompanyPlan'>,
  now: Date,
): UpdatedStatus {
  if (isActive(standing, now)) return 'active';
  return getMembershipState(standing, now) === 'expired' ? 'expired' : 'invalid';
}

/** True if another period will be charged unless the owner cancels. */
export function willRenew(
  standing: Pick<Standing, 'providerId' | 'canceledAt' | 'endedAt'>,
  now: Date,
): boolean {
  return standing.providerId !== null && standing.canceledAt === null && !isEnded(standing, now);
}

/** False once the membership has ended, or its period is over and no renewal will follow. */
export function isCurrent(standing: Standing, now: Date): boolean {
  return willRenew(standing, now) || (!isEnded(standing, now) && standing.periodEnd > now);
}
