import {
  getExpiry,
  getMembershipState,
  isCurrent,
  STATE_LABELS,
  type Standing,
  willRenew as willRenewAt,
} from './membership-state.ts';

type Lifetime = Parameters<typeof getMembershipState>[0];

/** Returns the state's label and the expiry date that cards show. */
export function describeStanding(lifetime: Lifetime, now: Date): { state: string; expiresAt: Date } {
  return { state: STATE_LABELS[getMembershipState(lifetime, now)], expiresAt: getExpiry(lifetime) };
}

/** True once the membership has ended, or its period is over and no renewal will follow. */
export function isOver(standing: Standing, now: Date): boolean {
  return !isCurrent(standing, now);
}

/** True if another period will be charged unless it is canceled. */
export function willRenew(standing: Standing, now: Date): boolean {
  return willRenewAt(standing, now);
}
