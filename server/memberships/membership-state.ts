import type { MembershipState, UpdatedStatus } from './membership.schema.ts';

/** What decides a membership's state. */
export interface Standing {
  isEmployeeCard: boolean;
  isCompanyPlan: boolean;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  /** The end of the paid or granted period. */
  periodEnd: Date;
  /** When the owner canceled. */
  canceledAt: Date | null;
  /** When the subscription ended: at its period's end, after an unpaid bill, or by a refund. Null while it runs. */
  endedAt: Date | null;
  /** The Stripe id; null for a free period, which ends without billing. */
  providerId: string | null;
}

export const STATE_WORDS: Record<MembershipState, string> = {
  active: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  expired: 'Expired',
  canceled: 'Canceled',
};

type Lifetime = Pick<Standing, 'status' | 'periodEnd' | 'endedAt'>;

function isClosed({ endedAt }: Lifetime, now: Date): boolean {
  return endedAt !== null && endedAt <= now;
}

/** The expiry to show: the period's end, or when the membership ended if that was earlier. */
export function getExpiry({ periodEnd, endedAt }: Pick<Lifetime, 'periodEnd' | 'endedAt'>): Date {
  return endedAt !== null && endedAt < periodEnd ? endedAt : periodEnd;
}

/** A canceled membership stays active until its period ends. One that was closed before that is 'canceled'. */
export function getMembershipState(standing: Lifetime, now: Date): MembershipState {
  const periodEnded = standing.periodEnd <= now;
  if (isClosed(standing, now)) return periodEnded ? 'expired' : 'canceled';
  if (standing.status === 'past_due' || standing.status === 'unpaid') return standing.status;
  return periodEnded ? 'expired' : 'active';
}

/** A company's own plan is never an active card, whatever its billing. */
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

/** Whether another period will be charged unless the owner cancels. */
export function willRenew(standing: Standing, now: Date): boolean {
  return standing.providerId !== null && standing.canceledAt === null && !isClosed(standing, now);
}

/** Still usable, or about to be charged again. */
export function isCurrent(standing: Standing, now: Date): boolean {
  return willRenew(standing, now) || (!isClosed(standing, now) && standing.periodEnd > now);
}

/** An employee cannot cancel what the company pays for. */
export function canCancel(standing: Standing, now: Date): boolean {
  return !standing.isEmployeeCard && standing.canceledAt === null && isCurrent(standing, now);
}
