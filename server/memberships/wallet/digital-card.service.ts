import type { Deps } from '../../deps.ts';
import { paths } from '../../site/pages.shared.ts';
import { requireOwnMembership } from '../membership.service.ts';
import { getMembershipState, isActive } from '../membership-state.ts';
import type { DigitalCard } from './digital-card.schema.ts';
import { issueLiveKey } from './live-card.service.ts';

/** Returns the card's state instead if it can't be shown. Throws MEMBERSHIP_NOT_FOUND. */
export async function getDigitalCard(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'signer'>,
  accountId: string,
  numberText: string,
): Promise<DigitalCard> {
  const membership = await requireOwnMembership(deps.db, accountId, numberText);
  const now = deps.now();
  const { number, planId: plan, planName, isCompanyPlan, firstname, lastname, periodEnd } = membership;
  const head = { number, plan, planName };
  if (!isActive(membership, now)) {
    return {
      ...head,
      shown: false,
      state: getMembershipState(membership, now),
      isCompanyPlan,
    };
  }
  return {
    ...head,
    shown: true,
    firstname,
    lastname,
    expiresAt: periodEnd,
    verificationUrl: `${deps.config.publicUrl}${paths.verifyCard(number)}`,
    checkedAt: now,
    live: issueLiveKey(deps, membership),
  };
}
