import type { Deps } from '../../platform/deps.ts';
import { claimMembership } from '../memberships/claim.service.ts';
import { setPurchaseAccount } from './purchase/purchase.repository.ts';

/**
 * Claims the membership that a link is for and, if a guest bought it, its purchases. The account can then
 * read their receipts, and earns no commission on its own purchase (D13).
 */
export function claim(deps: Deps, account: { id: string }, token: string): Promise<{ number: string }> {
  return claimMembership(deps, account, token, (trx, ids) => setPurchaseAccount(trx, ids, account.id));
}
