import type { Deps } from '../deps.ts';
import { OVERDUE_MS, type StoredSubscription } from '../payments/subscription.schema.ts';
import { findSubscriptionById } from '../payments/subscription.service.ts';
import { paths } from '../site/pages.shared.ts';

/** The subscription whose bill a link opens. */
export interface LinkedBill {
  subscription: StoredSubscription;
  /** True if the bill that the link was made for has been paid since. */
  isPaid: boolean;
}

/**
 * Returns when a subscription's open bill closes or, if nothing is due, when the next renewal's bill will close
 * (D26).
 */
export function getBillDeadline({
  pastDueSince,
  periodEnd,
}: Pick<StoredSubscription, 'pastDueSince' | 'periodEnd'>): Date {
  return new Date((pastDueSince ?? periodEnd).getTime() + OVERDUE_MS);
}

/**
 * Creates a link that anyone can use, without signing in, to replace the card of this subscription and pay
 * its bill. It works until the bill closes.
 */
export async function createBillLink(
  { db, now, config, signer }: Deps,
  subscriptionId: string,
): Promise<string> {
  const subscription = await findSubscriptionById(db, subscriptionId);
  if (!subscription) throw new Error(`A mail links to subscription ${subscriptionId}, which does not exist`);
  const secondsLeft = Math.ceil((getBillDeadline(subscription).getTime() - now().getTime()) / 1000);
  const token = await signer.sign('bill', subscriptionId, {
    seconds: Math.max(secondsLeft, 1),
    bound: subscription.periodEnd.toISOString(),
  });
  // Browsers never send the part after '#', so no server logs the token.
  return `${config.publicUrl}${paths.bill()}#${new URLSearchParams({ token })}`;
}

/**
 * Returns undefined if the token is forged or its bill has closed. May be called any number of times. A token
 * of a paid bill no longer permits any change.
 */
export async function findLinkedBill(
  { db, signer }: Pick<Deps, 'db' | 'signer'>,
  token: string,
): Promise<LinkedBill | undefined> {
  const verified = await signer.verify('bill', token);
  const subscription = verified && (await findSubscriptionById(db, verified.subject));
  if (!subscription || subscription.endedAt) return undefined;
  // The link is bound to the period's end, which only a payment moves.
  return { subscription, isPaid: verified.bound !== subscription.periodEnd.toISOString() };
}
