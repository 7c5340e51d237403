import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import {
  describeMembership,
  endMembership,
  findMembershipOfSubscription,
} from '../memberships/membership.service.ts';
import { findBillingOfPurchase } from '../payments/subscription.service.ts';
import { findPurchase } from './purchase/purchase.repository.ts';

async function requireByKey(deps: Deps, key: string) {
  const verified = await deps.signer.verify('cancel-membership', key);
  const purchase = verified ? await findPurchase(deps.db, verified.subject) : undefined;
  const billing = purchase && (await findBillingOfPurchase(deps.db, purchase.id));
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  if (!purchase || !membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { purchase, membership };
}

/** The membership behind the link in a guest's receipt (DESIGN D50). */
export async function getGuestMembership(deps: Deps, key: string) {
  const { membership } = await requireByKey(deps, key);
  const { number, planName, periodEnd, canceled } = describeMembership(membership, deps.now());
  return { number, planName, periodEnd, canceled };
}

/** Ends it with its period. A guest has no account to do so: the link in the receipt is the proof. */
export async function cancelGuestMembership(deps: Deps, key: string): Promise<void> {
  const { purchase, membership } = await requireByKey(deps, key);
  await endMembership(deps, membership, purchase.email);
}
