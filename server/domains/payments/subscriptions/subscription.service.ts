import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../../lib/ids.ts';
import {
  findPaidPeriod,
  type StripeInvoice,
  type StripeSubscription,
} from '../stripe-subscription.service.ts';
import {
  findBilling,
  findMoneyReturns,
  findPastDueSince,
  findSubscription,
  findSubscriptionByProviderId,
  insertSubscriptions,
  type SubscriptionChange,
  setPayer,
  updateSubscription,
} from './subscription.repository.ts';
import type { StoredSubscription } from './subscription.schema.ts';

export type { SubscriptionChange };
export { findMoneyReturns };

export interface NewSubscription {
  purchaseId: string;
  accountId: string | null;
  /** The subscription's id at Stripe. Null for a free period, which ends by itself (D25). */
  providerId: string | null;
  periodStart: Date;
  periodEnd: Date;
}

/** Creates the subscription of a settled purchase and returns its id. */
export async function openSubscription(trx: Trx, subscription: NewSubscription): Promise<string> {
  const id = newId();
  await insertSubscriptions(trx, [{ id, ...subscription }]);
  return id;
}

const STATUS_BY_STRIPE_STATUS = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  incomplete: 'unpaid',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
} as const satisfies Record<string, StoredSubscription['status']>;

function toStoredStatus({ status }: StripeSubscription): StoredSubscription['status'] {
  return (
    Object.entries(STATUS_BY_STRIPE_STATUS).find(([stripeStatus]) => stripeStatus === status)?.[1] ?? 'unpaid'
  );
}

/**
 * Returns when an ended subscription stops working. If it ran to the end of its last period, it works until
 * its grant ends. If it ended early because of a refund, a lost dispute, or an unpaid renewal, an earlier
 * grant ends too.
 */
function computeEnd(
  storedSubscription: StoredSubscription,
  stripeSubscription: StripeSubscription,
  now: Date,
): Date {
  const endedAt = stripeSubscription.endedAt ?? storedSubscription.endedAt ?? now;
  const { grantedUntil } = storedSubscription;
  const isExtended =
    storedSubscription.endedAt !== null && storedSubscription.endedAt.getTime() === grantedUntil?.getTime();
  const isFullPeriod = endedAt >= stripeSubscription.periodEnd;
  if (grantedUntil && grantedUntil > endedAt && (isFullPeriod || isExtended)) return grantedUntil;
  // Stripe's clock may be ahead of ours. An ended subscription must not work until our clock catches up.
  return endedAt < now ? endedAt : now;
}

/**
 * Computes how our row must change to match Stripe. The period changes only once an invoice for it is paid,
 * so an open or declined renewal doesn't extend a membership (D26).
 */
export function computeSubscriptionChange(
  storedSubscription: StoredSubscription,
  stripeSubscription: StripeSubscription,
  paidInvoices: readonly StripeInvoice[],
  now: Date,
): SubscriptionChange {
  const status = toStoredStatus(stripeSubscription);
  const isOverdue = status === 'past_due' || status === 'unpaid';
  const paidPeriod = findPaidPeriod(paidInvoices);
  return {
    status,
    ...(paidPeriod ? { periodStart: paidPeriod.periodStart, periodEnd: paidPeriod.periodEnd } : {}),
    canceledAt:
      stripeSubscription.canceledAt ??
      (status === 'canceled' ? (storedSubscription.canceledAt ?? now) : null),
    endedAt: status === 'canceled' ? computeEnd(storedSubscription, stripeSubscription, now) : null,
    pastDueSince: isOverdue ? (storedSubscription.pastDueSince ?? now) : null,
    cardBrand: stripeSubscription.card?.brand ?? null,
    cardLast4: stripeSubscription.card?.last4 ?? null,
    cardExpiresAt: stripeSubscription.card?.expiresAt ?? null,
    owedCents: stripeSubscription.owedCents,
  };
}

export async function findSubscriptionById(db: Db, id: string): Promise<StoredSubscription | undefined> {
  return findSubscription(db, id);
}

/** Returns undefined until the subscription's purchase is settled. */
export async function findSubscriptionByProvider(
  db: Db,
  providerId: string,
): Promise<StoredSubscription | undefined> {
  return findSubscriptionByProviderId(db, providerId);
}

/** Returns false if the row has changed since it was read. */
export async function saveSubscription(
  trx: Trx,
  storedSubscription: StoredSubscription,
  change: SubscriptionChange,
): Promise<boolean> {
  return updateSubscription(trx, storedSubscription, change);
}

/**
 * Extends a subscription at least until the given time, without changing what Stripe charges or when. Null
 * revokes the grant. Returns false if the row has changed since it was read.
 */
export async function saveGrant(
  trx: Trx,
  storedSubscription: StoredSubscription,
  grantedUntil: Date | null,
): Promise<boolean> {
  // A subscription that has ended at Stripe works only until its grant ends.
  const end = storedSubscription.endedAt && grantedUntil ? { endedAt: grantedUntil } : {};
  return updateSubscription(trx, storedSubscription, { grantedUntil, ...end });
}

/** Returns subscriptions that have been past due since before the cutoff, longest overdue first. */
export async function listOverdueSubscriptions(db: Db, cutoff: Date): Promise<StoredSubscription[]> {
  return findPastDueSince(db, cutoff);
}

/**
 * Assigns a guest's subscription to the account that claimed its membership, and returns its purchase's id.
 * Does nothing if it already has an owner.
 */
export async function assignSubscription(
  trx: Trx,
  subscriptionId: string,
  accountId: string,
): Promise<string | undefined> {
  return setPayer(trx, subscriptionId, accountId);
}

/** Returns undefined if the purchase is charged only once, or isn't settled yet. */
export const findBillingOfPurchase = findBilling;
