import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { endMembership, isResumable, restartMembership } from '../memberships/cancellation.service.ts';
import { describeMembership, findMembershipOfSubscription } from '../memberships/membership.service.ts';
import { findBillingOfPurchase } from '../payments/subscriptions/subscription.service.ts';
import type { GuestCancelInput } from './guest-membership.schema.ts';
import { findPurchase } from './purchase/purchase.repository.ts';

async function requireMembershipByKey(deps: Deps, key: string) {
  const verifiedKey = await deps.signer.verify('cancel-membership', key);
  const purchase = verifiedKey ? await findPurchase(deps.db, verifiedKey.subject) : undefined;
  const billing = purchase && (await findBillingOfPurchase(deps.db, purchase.id));
  const membership = billing && (await findMembershipOfSubscription(deps.db, billing.subscriptionId));
  if (!purchase || !membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { purchase, membership };
}

export async function getGuestMembership(deps: Deps, key: string) {
  const { membership } = await requireMembershipByKey(deps, key);
  const now = deps.now();
  const { number, planName, periodEnd, canceled, state } = describeMembership(membership, now);
  return { number, planName, periodEnd, canceled, state, canResume: isResumable(membership, now) };
}

/**
 * The key from the receipt is the only proof that the caller bought the membership, because a guest has no
 * account.
 */
export async function cancelGuestMembership(deps: Deps, { key, reason }: GuestCancelInput): Promise<void> {
  const { purchase, membership } = await requireMembershipByKey(deps, key);
  await endMembership(deps, membership, { email: purchase.email, reason });
}

/** Undoes the cancellation, with the same key. */
export async function resumeGuestMembership(deps: Deps, key: string): Promise<void> {
  const { purchase, membership } = await requireMembershipByKey(deps, key);
  await restartMembership(deps, membership, purchase.email);
}
