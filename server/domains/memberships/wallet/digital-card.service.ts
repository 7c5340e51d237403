import { paths } from '../../../lib/pages.shared.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findCompanyNames } from '../company/company.repository.ts';
import { requireOwnMembership } from '../membership.service.ts';
import { getExpiry, isActive } from '../membership-state.shared.ts';
import { summarizeState } from '../state/state-summary.shared.ts';
import type { DigitalCard } from './digital-card.schema.ts';
import { issueLiveKey } from './live-card.service.ts';

/** Returns the card or, if it can't be shown, the reason. Throws MEMBERSHIP_NOT_FOUND. */
export async function getDigitalCard(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'signer'>,
  accountId: string,
  numberText: string,
): Promise<DigitalCard> {
  const membership = await requireOwnMembership(deps.db, accountId, numberText);
  const now = deps.now();
  const { number, planId: plan, planName, firstname, lastname, isEmployeeCard } = membership;
  const header = { number, plan, planName };
  if (!isActive(membership, now)) {
    return {
      ...header,
      shown: false,
      summary: summarizeState(membership, isEmployeeCard ? 'employee' : 'member', now),
    };
  }
  const companyNames = await findCompanyNames(deps.db, [membership]);
  return {
    ...header,
    shown: true,
    companyName: companyNames.get(membership.payerId) ?? null,
    firstname,
    lastname,
    expiresAt: getExpiry(membership),
    verificationUrl: `${deps.config.publicUrl}${paths.verifyCard(number)}`,
    checkedAt: now,
    live: issueLiveKey(deps, membership),
  };
}
