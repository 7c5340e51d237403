import { paths } from '../../lib/pages.shared.ts';
import type { Deps } from '../../platform/deps.ts';
import { getPayUntil, type StoredSubscription } from '../payments/subscriptions/subscription.schema.ts';
import { findSubscriptionById } from '../payments/subscriptions/subscription.service.ts';

/** The subscription whose bill a link opens. */
export interface LinkedBill {
  subscription: StoredSubscription;
  /** True if the link's bill has been paid since. */
  isPaid: boolean;
}

/**
 * Returns when a subscription's open bill closes or, if nothing is due, when the next renewal's bill will
 * close (D26).
 */
export function getBillDeadline({
  pastDueSince,
  periodEnd,
}: Pick<StoredSubscription, 'pastDueSince' | 'periodEnd'>): Date {
  return getPayUntil(pastDueSince ?? periodEnd);
}

/**
 * Creates the link for an email about an open bill. Until the bill closes, anyone with the link can replace
 * the subscription's card and pay the bill, without signing in. Returns null if the bill is no longer open.
 * The email must then not be sent.
 */
export async function createBillLink(deps: Deps, subscriptionId: string): Promise<string | null> {
  const subscription = await requireSubscription(deps, subscriptionId);
  const isOpen =
    subscription.pastDueSince && !subscription.endedAt && getBillDeadline(subscription) > deps.now();
  return isOpen ? signLink(deps, subscription) : null;
}

/**
 * Like `createBillLink`, for an email sent before a renewal. The link works until the bill of that renewal
 * closes. Returns null if the subscription no longer renews.
 */
export async function createReplaceCardLink(deps: Deps, subscriptionId: string): Promise<string | null> {
  const subscription = await requireSubscription(deps, subscriptionId);
  const renews = !subscription.canceledAt && !subscription.endedAt;
  return renews ? signLink(deps, subscription) : null;
}

async function requireSubscription({ db }: Deps, id: string): Promise<StoredSubscription> {
  const subscription = await findSubscriptionById(db, id);
  if (!subscription) throw new Error(`A mail links to subscription ${id}, which does not exist`);
  return subscription;
}

async function signLink({ now, config, signer }: Deps, subscription: StoredSubscription): Promise<string> {
  const msLeft = getBillDeadline(subscription).getTime() - now().getTime();
  const token = await signer.sign('bill', subscription.id, {
    seconds: Math.max(Math.ceil(msLeft / 1000), 1),
    bound: subscription.periodEnd.toISOString(),
  });
  // Browsers never send the part after '#', so no server logs the token.
  return `${config.publicUrl}${paths.bill()}#${new URLSearchParams({ token })}`;
}

/** Link builders, keyed by the kind of link. */
export const BILL_LINKS = { bill: createBillLink, 'replace-card': createReplaceCardLink };

/**
 * Returns undefined if the token is forged or expired, or if the subscription has ended. The caller must not
 * change anything if the bill is paid.
 */
export async function findLinkedBill(
  { db, signer }: Pick<Deps, 'db' | 'signer'>,
  token: string,
): Promise<LinkedBill | undefined> {
  const verifiedToken = await signer.verify('bill', token);
  const subscription = verifiedToken && (await findSubscriptionById(db, verifiedToken.subject));
  if (!subscription || subscription.endedAt) return undefined;
  // The token contains the end of the paid period, which changes only when a payment arrives.
  return { subscription, isPaid: verifiedToken.bound !== subscription.periodEnd.toISOString() };
}
