import type { Deps } from '../../platform/deps.ts';
import { adjustCommissions } from '../affiliates/commissions/commission.service.ts';
import { claimMembership } from '../memberships/claim.service.ts';
import { setPurchaseAccount } from './purchase/purchase.repository.ts';

/**
 * Claims the membership that a link is for and, if a guest bought it, its purchases. The account can then
 * read their receipts. If it was the referrer, the commissions on them are taken back (D70).
 */
export function claim(deps: Deps, account: { id: string }, token: string): Promise<{ number: string }> {
  return claimMembership(deps, account, token, async (trx, ids) => {
    await adjustCommissions(deps, trx, await setPurchaseAccount(trx, ids, account.id));
  });
}
