import type { Deps } from '../../deps.ts';
import { requireOwnMembership } from '../membership.service.ts';
import { isActive, stateOf } from '../membership-state.ts';
import type { DigitalCard } from './digital-card.schema.ts';
import { issueLiveKey } from './live-card.service.ts';

/**
 * The account's own card. It is shown while the membership is active; past due, unpaid, ended, or a company's own
 * plan, the answer says so instead (SPEC section 2, Card modal). Another's number is MEMBERSHIP_NOT_FOUND.
 */
export async function getDigitalCard(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'signer'>,
  accountId: string,
  typed: string,
): Promise<DigitalCard> {
  const membership = await requireOwnMembership(deps.db, accountId, typed);
  const now = deps.now();
  const { number, planId: plan, planName, isCompanyPlan, firstname, lastname, periodEnd } = membership;
  const head = { number, plan, planName };
  if (!isActive(membership, now)) {
    return {
      ...head,
      shown: false,
      state: stateOf(membership, now),
      isCompanyPlan,
    };
  }
  return {
    ...head,
    shown: true,
    firstname,
    lastname,
    expiresAt: periodEnd,
    verificationUrl: `${deps.config.publicUrl}/verify/card/${number}`,
    checkedAt: now,
    live: issueLiveKey(deps, membership),
  };
}
