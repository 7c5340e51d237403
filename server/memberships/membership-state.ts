import type { MembershipState, UpdatedStatus } from './membership.schema.ts';

/** What decides how a membership stands: its plan, and the period that its subscription has reached. */
export interface Standing {
  isEmployeeCard: boolean;
  isCompanyPlan: boolean;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  periodEnd: Date;
  /** When the owner asked for the end. */
  canceledAt: Date | null;
  /** When the subscription was closed: by its period's end, an open bill or a refund; null while it runs. */
  endedAt: Date | null;
  /** Null for a free period, which ends by itself. */
  providerId: string | null;
}

/** The states in words, for people. */
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

/**
 * The state at `now`. A free period ends by itself (DESIGN D25, D26); a canceled membership stays active until
 * its period ends (SPEC section 4); one that was closed before that is 'canceled'.
 */
export function stateOf(standing: Lifetime, now: Date): MembershipState {
  const periodEnded = standing.periodEnd <= now;
  if (isClosed(standing, now)) return periodEnded ? 'expired' : 'canceled';
  if (standing.status === 'past_due' || standing.status === 'unpaid') return standing.status;
  return periodEnded ? 'expired' : 'active';
}

/** A company's own plan is never an active card, whatever its billing. */
export function isActive(standing: Lifetime & Pick<Standing, 'isCompanyPlan'>, now: Date): boolean {
  return !standing.isCompanyPlan && stateOf(standing, now) === 'active';
}

export function updatedStatusOf(
  standing: Lifetime & Pick<Standing, 'isCompanyPlan'>,
  now: Date,
): UpdatedStatus {
  if (isActive(standing, now)) return 'active';
  return stateOf(standing, now) === 'expired' ? 'expired' : 'invalid';
}

/** Whether another period will come unless the owner asks for the end. */
export function willRenew(standing: Standing, now: Date): boolean {
  return standing.providerId !== null && standing.canceledAt === null && !isClosed(standing, now);
}

/** Not over for good: still usable, or about to be charged again. */
export function isCurrent(standing: Standing, now: Date): boolean {
  return willRenew(standing, now) || (!isClosed(standing, now) && standing.periodEnd > now);
}

/** SPEC section 4: Cancel shows when canceled is false. An employee cannot end what the company pays (DESIGN D31). */
export function canCancel(standing: Standing, now: Date): boolean {
  return !standing.isEmployeeCard && standing.canceledAt === null && isCurrent(standing, now);
}
