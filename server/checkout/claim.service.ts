import type { Deps } from '../deps.ts';
import { claimMembership } from '../memberships/claim.service.ts';
import { setPurchaseAccount } from './purchase/purchase.repository.ts';

/**
 * Claims the membership behind a link, with the purchase where a guest made it: from then on its receipts are the
 * account's, and nobody earns on what turns out to be a purchase of their own (DESIGN D13).
 */
export function claim(deps: Deps, account: { id: string }, token: string): Promise<{ number: string }> {
  return claimMembership(deps, account, token, (trx, purchaseId) =>
    setPurchaseAccount(trx, purchaseId, account.id),
  );
}
