import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { isDatabaseOutage } from '#db/outage.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import {
  closeSubscription,
  findPaidPeriod,
  readSubscription,
  type StripeInvoice,
  type StripeSubscription,
  stopRenewals,
} from './stripe-subscription.service.ts';
import {
  findBilling,
  findPastDueSince,
  findSubscription,
  findSubscriptionByProviderId,
  insertSubscription,
  type SubscriptionChange,
  setPayer,
  updateSubscription,
} from './subscription.repository.ts';
import type { StoredSubscription } from './subscription.schema.ts';

/** Creates the subscription of a settled purchase and returns its id. */
export async function openSubscription(
  trx: Trx,
  input: {
    purchaseId: string;
    accountId: string | null;
    /** Null for a free period, which ends by itself (D25). */
    providerId: string | null;
    periodStart: Date;
    periodEnd: Date;
  },
): Promise<string> {
  const id = newId();
  await insertSubscription(trx, { id, ...input });
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
 * When an ended subscription stops working. One that ran to the end of its last period works until its grant ends. A
 * grant does not outlive an early end, by a refund, a lost dispute, or an unpaid renewal, unless it was made after that.
 */
function computeEnd(stored: StoredSubscription, current: StripeSubscription, now: Date): Date {
  const endedAt = current.endedAt ?? stored.endedAt ?? now;
  const { grantedUntil } = stored;
  const isExtended = stored.endedAt !== null && stored.endedAt.getTime() === grantedUntil?.getTime();
  const isWhole = endedAt >= current.periodEnd;
  if (grantedUntil && grantedUntil > endedAt && (isWhole || isExtended)) return grantedUntil;
  // Stripe's clock may be ahead of ours, and an ended subscription must not work until ours catches up.
  return endedAt < now ? endedAt : now;
}

/**
 * Computes how our row must change to match Stripe. The period moves only once an invoice for it is paid, so neither an
 * open nor a declined renewal extends a membership (D26).
 */
export function computeSubscriptionChange(
  stored: StoredSubscription,
  current: StripeSubscription,
  paidInvoices: readonly StripeInvoice[],
  now: Date,
): SubscriptionChange {
  const status = toStoredStatus(current);
  const isOverdue = status === 'past_due' || status === 'unpaid';
  const paidPeriod = findPaidPeriod(paidInvoices);
  return {
    status,
    ...(paidPeriod ? { periodStart: paidPeriod.periodStart, periodEnd: paidPeriod.periodEnd } : {}),
    canceledAt: current.canceledAt ?? (status === 'canceled' ? (stored.canceledAt ?? now) : null),
    endedAt: status === 'canceled' ? computeEnd(stored, current, now) : null,
    pastDueSince: isOverdue ? (stored.pastDueSince ?? now) : null,
  };
}

/**
 * Cancels a subscription at the end of its paid period, or at once if it owes a payment, and returns the row as
 * changed. Safe to repeat. Throws CANCEL_UNCONFIRMED if Stripe or the database did not respond in between.
 */
export async function cancelSubscription(
  deps: Deps,
  { subscriptionId }: { subscriptionId: string },
): Promise<StoredSubscription> {
  for (;;) {
    const stored = await findSubscription(deps.db, subscriptionId);
    if (!stored) throw new AppError('MEMBERSHIP_NOT_FOUND');
    if (stored.canceledAt) return stored;
    const canceled = await cancelStored(deps, stored).catch((error) => {
      const isUnconfirmed = error instanceof AppError && error.code === 'PAYMENT_UNCONFIRMED';
      throw isUnconfirmed || isDatabaseOutage(error)
        ? new AppError('CANCEL_UNCONFIRMED', { cause: error })
        : error;
    });
    if (canceled) return canceled;
  }
}

/** Updates Stripe before our row: if only our row changed, Stripe would keep charging. Undefined if the row changed. */
async function cancelStored(deps: Deps, stored: StoredSubscription): Promise<StoredSubscription | undefined> {
  const { providerId } = stored;
  const change = (providerId && (await cancelAtStripe(deps, stored, providerId))) || {
    canceledAt: deps.now(),
  };
  const isSaved = await inTransaction(deps.db, async (trx) => {
    if (!(await updateSubscription(trx, stored, change))) return false;
    // The job ends what was bought if the subscription has ended.
    if (providerId) await deps.jobs.enqueue(trx, 'sync-subscription', { providerId });
    return true;
  });
  return isSaved ? { ...stored, ...change } : undefined;
}

/** Returns undefined if Stripe has no such subscription. */
async function cancelAtStripe(
  deps: Deps,
  stored: StoredSubscription,
  providerId: string,
): Promise<SubscriptionChange | undefined> {
  const stripeSubscription = await readSubscription(deps, providerId);
  if (!stripeSubscription) return undefined;
  const owesPayment = stripeSubscription.unpaidInvoice !== null || stripeSubscription.status !== 'active';
  // It may have ended between reading it and stopping it.
  const isStopped = !owesPayment && (await stopRenewals(deps, providerId));
  if (!isStopped) await closeSubscription(deps, providerId);
  const canceledSubscription = await readSubscription(deps, providerId);
  return canceledSubscription && computeSubscriptionChange(stored, canceledSubscription, [], deps.now());
}

export async function findSubscriptionById(db: Db, id: string): Promise<StoredSubscription | undefined> {
  return findSubscription(db, id);
}

/** Finds our row by Stripe's id; undefined before its purchase is settled. */
export async function findSubscriptionByProvider(
  db: Db,
  providerId: string,
): Promise<StoredSubscription | undefined> {
  return findSubscriptionByProviderId(db, providerId);
}

/** Returns false if the row changed since it was read. */
export async function saveSubscription(
  trx: Trx,
  stored: StoredSubscription,
  change: SubscriptionChange,
): Promise<boolean> {
  return updateSubscription(trx, stored, change);
}

/**
 * Makes a subscription last at least until an instant, without changing what Stripe charges or when. Null takes the
 * grant back. Returns false if the row changed since it was read.
 */
export async function saveGrant(
  trx: Trx,
  stored: StoredSubscription,
  grantedUntil: Date | null,
): Promise<boolean> {
  // A subscription that has ended at Stripe runs on the grant alone.
  const end = stored.endedAt && grantedUntil ? { endedAt: grantedUntil } : {};
  return updateSubscription(trx, stored, { grantedUntil, ...end });
}

/** Subscriptions whose invoice has been unpaid since before an instant, oldest first. */
export async function listOverdueSubscriptions(db: Db, cutoff: Date): Promise<StoredSubscription[]> {
  return findPastDueSince(db, cutoff);
}

/**
 * Assigns a guest's subscription to the account that claimed its membership and returns its purchase's id. No-op if it
 * already has an owner.
 */
export async function assignSubscription(
  trx: Trx,
  subscriptionId: string,
  accountId: string,
): Promise<string | undefined> {
  return setPayer(trx, subscriptionId, accountId);
}

export interface PurchaseBilling {
  subscriptionId: string;
  /** The end of the first paid period. */
  firstPeriodEnd: Date;
  refundedCents: number;
}

/** A settled purchase's billing, as its receipt shows it. */
export async function findBillingOfPurchase(
  db: Db,
  purchaseId: string,
): Promise<PurchaseBilling | undefined> {
  const found = await findBilling(db, purchaseId);
  return (
    found && {
      subscriptionId: found.subscriptionId,
      firstPeriodEnd: found.firstPeriodEnd ?? found.periodEnd,
      refundedCents: found.refundedCents,
    }
  );
}
