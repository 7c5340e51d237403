import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import {
  describeMembership,
  endMembership,
  findMembershipOfSubscription,
} from '../memberships/membership.service.ts';
import { findBillingOfPurchase } from '../payments/subscription.service.ts';
import { findPurchase } from './purchase/purchase.repository.ts';

async function requireMembershipByKey(deps: Deps, key: string) {
  const verified = await deps.signer.verify('cancel-membership', key);
  const purchase = verified ? await findPurchase(deps.db, verified.subject) : undefined;
  const billing = purchase && (await findBillingOfPurchase(deps.db, purchase.id));
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  if (!purchase || !membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { purchase, membership };
}

export async function getGuestMembership(deps: Deps, key: string) {
  const { membership } = await requireMembershipByKey(deps, key);
  const { number, planName, periodEnd, canceled, state } = describeMembership(membership, deps.now());
  return { number, planName, periodEnd, canceled, state };
}

/**
 * The key from the receipt is the only proof that the caller bought the membership, because a guest has no
 * account.
 */
export async function cancelGuestMembership(deps: Deps, key: string): Promise<void> {
  const { purchase, membership } = await requireMembershipByKey(deps, key);
  await endMembership(deps, membership, purchase.email);
}
