import type { Db } from '#db/client.ts';
import { getAccount } from '../accounts/account.service.ts';
import type { StoredMembership } from '../memberships/membership.service.ts';
import { findSubscriptionById } from '../payments/subscriptions/subscription.service.ts';
import { findPurchase } from './purchase/purchase.repository.ts';

/** Returns the email address of the membership's owner or, if nobody has claimed it, of its buyer. */
export async function findMembershipEmail(
  db: Db,
  { accountId, subscriptionId }: Pick<StoredMembership, 'accountId' | 'subscriptionId'>,
): Promise<string> {
  const account = accountId ? await getAccount(db, accountId) : undefined;
  if (account) return account.email;
  const subscription = await findSubscriptionById(db, subscriptionId);
  const purchase = subscription && (await findPurchase(db, subscription.purchaseId));
  if (!purchase) throw new Error(`Subscription ${subscriptionId} has no purchase`);
  return purchase.email;
}
