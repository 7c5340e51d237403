import { inTransaction, type Trx } from '#db/client.ts';
import { AppError, type ErrorCode } from '../../lib/errors.ts';
import { paths } from '../../lib/pages.shared.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordSecurityEvent } from '../../platform/monitoring/security-events.ts';
import { getAccount } from '../accounts/account.service.ts';
import { assignSubscription } from '../payments/subscriptions/subscription.service.ts';
import type { Claimable, ClaimState } from './claim.schema.ts';
import { findCompanyNames } from './company/company.repository.ts';
import { setHolderName } from './holder-name.repository.ts';
import {
  findMembershipById,
  lockMembership,
  type StoredMembership,
  setOwner,
} from './membership.repository.ts';
import { getExpiry, isCurrent } from './membership-state.shared.ts';

/**
 * Returns a link to claim a membership, which works for a year. Only the first person who claims it gets the
 * membership.
 */
export async function claimLink(
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  membershipId: string,
): Promise<string> {
  const token = await signer.sign('claim-membership', membershipId);
  // Browsers never send the part after '#', so no server logs the token.
  return `${config.publicUrl}${paths.claim()}#${new URLSearchParams({ token })}`;
}

function getClaimState(membership: StoredMembership, accountId: string | null, now: Date): ClaimState {
  if (membership.accountId !== null) return membership.accountId === accountId ? 'yours' : 'taken';
  return isCurrent(membership, now) ? 'open' : 'over';
}

async function verifyClaimToken({ signer }: Pick<Deps, 'signer'>, token: string): Promise<string> {
  const claim = await signer.verify('claim-membership', token);
  if (!claim) throw new AppError('CLAIM_LINK_INVALID');
  return claim.subject;
}

/** `accountId` is null for a visitor. Throws CLAIM_LINK_INVALID. */
export async function getClaimable(
  deps: Pick<Deps, 'db' | 'now' | 'signer'>,
  accountId: string | null,
  token: string,
): Promise<Claimable> {
  const membership = await findMembershipById(deps.db, await verifyClaimToken(deps, token));
  if (!membership) throw new AppError('CLAIM_LINK_INVALID');
  const companyNames = await findCompanyNames(deps.db, [membership]);
  return {
    number: membership.number,
    planName: membership.planName,
    firstname: membership.firstname,
    lastname: membership.lastname,
    expiresAt: getExpiry(membership),
    isEmployeeCard: membership.isEmployeeCard,
    companyName: companyNames.get(membership.payerId) ?? null,
    state: getClaimState(membership, accountId, deps.now()),
  };
}

const ERROR_BY_STATE = {
  yours: 'CLAIMED_BY_YOU',
  taken: 'CLAIMED_ALREADY',
  over: 'CLAIM_ENDED',
} as const satisfies Record<Exclude<ClaimState, 'open'>, ErrorCode>;

/**
 * Adds the link's membership to the account. A guest's subscription moves too, so that the new owner sees its
 * charges and can cancel it. An employee's subscription stays with the company. For a guest's membership,
 * `onOwnPurchase` runs in the same transaction. A membership without a holder's name gets the account's.
 * Throws CLAIM_LINK_INVALID, CLAIMED_BY_YOU, CLAIMED_ALREADY, or CLAIM_ENDED (also if the card was replaced).
 */
export async function claimMembership(
  deps: Pick<Deps, 'db' | 'log' | 'now' | 'signer'>,
  account: { id: string },
  token: string,
  onOwnPurchase: (
    trx: Trx,
    purchase: { purchaseId: string; membershipId: string },
  ) => Promise<void> = async () => {},
): Promise<{ number: string }> {
  const membershipId = await verifyClaimToken(deps, token);
  const result = await inTransaction(deps.db, async (trx) => {
    const membership = await lockMembership(trx, membershipId);
    if (!membership) throw new AppError('CLAIM_LINK_INVALID');
    const now = deps.now();
    const state = getClaimState(membership, account.id, now);
    if (state !== 'open') throw new AppError(ERROR_BY_STATE[state]);
    await setOwner(trx, membership.id, { accountId: account.id, claimedAt: now });
    const holder = membership.firstname === '' ? await getAccount(trx, account.id) : undefined;
    if (holder) await setHolderName(trx, membership.id, holder);
    if (!membership.isEmployeeCard) {
      const purchaseId = await assignSubscription(trx, membership.subscriptionId, account.id);
      if (purchaseId) await onOwnPurchase(trx, { purchaseId, membershipId });
    }
    return { number: membership.number };
  });
  recordSecurityEvent(deps.log, 'membership-claimed', { accountId: account.id });
  return result;
}
