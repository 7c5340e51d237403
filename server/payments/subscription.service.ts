import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { isDatabaseOutage } from '#db/outage.ts';
import type { Deps } from '../deps.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import {
  endSubscriptionAndVoidInvoices,
  findPaidPeriod,
  readSubscription,
  type StripeInvoice,
  type StripeSubscription,
  setRenewal,
} from './stripe-subscription.service.ts';
import {
  findBilling,
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

export interface Cancellation {
  subscriptionId: string;
  /** Why the owner canceled. */
  reason?: string | null | undefined;
  /** True to end the subscription now, even if it is already canceled, and to revoke staff's grant. */
  isImmediate?: boolean | undefined;
  /** Runs in the transaction that saves the cancellation, unless there was nothing to cancel. */
  onSave?: ((trx: Trx) => Promise<void>) | undefined;
}

/**
 * Cancels a subscription at the end of its paid period or, if an invoice is unpaid, immediately. Returns the
 * changed row. Safe to repeat. Throws CANCEL_UNCONFIRMED if Stripe or the database stops responding midway.
 */
export async function cancelSubscription(
  deps: Deps,
  cancellation: Cancellation,
): Promise<StoredSubscription> {
  for (;;) {
    const storedSubscription = await findSubscription(deps.db, cancellation.subscriptionId);
    if (!storedSubscription) throw new AppError('MEMBERSHIP_NOT_FOUND');
    const isOver = storedSubscription.endedAt !== null && storedSubscription.endedAt <= deps.now();
    if (cancellation.isImmediate ? isOver : storedSubscription.canceledAt) return storedSubscription;
    const canceledSubscription = await cancelStoredSubscription(deps, storedSubscription, cancellation).catch(
      throwUnconfirmed('CANCEL_UNCONFIRMED'),
    );
    if (canceledSubscription) return canceledSubscription;
  }
}

/**
 * Undoes a cancellation, so that the subscription renews again. Returns the changed row. Safe to repeat.
 * `onSave` runs in the transaction that saves the change, unless there was nothing to undo. Throws
 * MEMBERSHIP_INVALID if the subscription has ended or is a free period, and RESUME_UNCONFIRMED if Stripe or
 * the database stops responding midway.
 */
export async function resumeSubscription(
  deps: Deps,
  subscriptionId: string,
  onSave?: Cancellation['onSave'],
): Promise<StoredSubscription> {
  for (;;) {
    const storedSubscription = await findSubscription(deps.db, subscriptionId);
    if (!storedSubscription) throw new AppError('MEMBERSHIP_NOT_FOUND');
    if (!storedSubscription.canceledAt && !storedSubscription.endedAt) return storedSubscription;
    const resumedSubscription = await resumeStoredSubscription(deps, storedSubscription, onSave).catch(
      throwUnconfirmed('RESUME_UNCONFIRMED'),
    );
    if (resumedSubscription) return resumedSubscription;
  }
}

/**
 * Returns a function that rethrows an error, replacing it with `code` if we don't know whether Stripe made
 * the change.
 */
function throwUnconfirmed(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    const isUnconfirmed = error instanceof AppError && error.code === 'PAYMENT_UNCONFIRMED';
    throw isUnconfirmed || isDatabaseOutage(error) ? new AppError(code, { cause: error }) : error;
  };
}

async function resumeStoredSubscription(
  deps: Deps,
  storedSubscription: StoredSubscription,
  onSave: Cancellation['onSave'],
) {
  const { providerId } = storedSubscription;
  const isRenewing =
    providerId !== null && !storedSubscription.endedAt && (await setRenewal(deps, providerId, true));
  const stripeSubscription = isRenewing ? await readSubscription(deps, providerId) : undefined;
  if (!stripeSubscription || stripeSubscription.endedAt) {
    throw new AppError('MEMBERSHIP_INVALID', {
      message: 'This membership has ended, so it can’t be resumed.',
    });
  }
  const change = computeSubscriptionChange(storedSubscription, stripeSubscription, [], deps.now());
  return saveAndSync(deps, storedSubscription, { ...change, cancelReason: null }, onSave);
}

/**
 * Updates Stripe before our row, because Stripe would keep charging if only our row changed. Returns
 * undefined if another process changed the row.
 */
async function cancelStoredSubscription(
  deps: Deps,
  storedSubscription: StoredSubscription,
  { reason, isImmediate = false, onSave }: Cancellation,
): Promise<StoredSubscription | undefined> {
  const { providerId } = storedSubscription;
  const now = deps.now();
  const change = (providerId &&
    (await cancelAtStripe(deps, storedSubscription, { providerId, isImmediate }))) || {
    canceledAt: storedSubscription.canceledAt ?? now,
  };
  const end = isImmediate ? { endedAt: now, grantedUntil: null } : {};
  const cancelReason = reason ?? storedSubscription.cancelReason;
  return saveAndSync(deps, storedSubscription, { ...change, ...end, cancelReason }, onSave);
}

async function saveAndSync(
  deps: Deps,
  storedSubscription: StoredSubscription,
  change: SubscriptionChange,
  onSave?: (trx: Trx) => Promise<void>,
): Promise<StoredSubscription | undefined> {
  const { providerId } = storedSubscription;
  const isSaved = await inTransaction(deps.db, async (trx) => {
    if (!(await updateSubscription(trx, storedSubscription, change))) return false;
    // If the subscription has ended, the job also ends the membership or plan.
    if (providerId) await deps.jobs.enqueue(trx, 'sync-subscription', { providerId });
    await onSave?.(trx);
    return true;
  });
  return isSaved ? { ...storedSubscription, ...change } : undefined;
}

/** Returns undefined if Stripe has no such subscription. */
async function cancelAtStripe(
  deps: Deps,
  storedSubscription: StoredSubscription,
  { providerId, isImmediate }: { providerId: string; isImmediate: boolean },
): Promise<SubscriptionChange | undefined> {
  const stripeSubscription = await readSubscription(deps, providerId);
  if (!stripeSubscription) return undefined;
  const mustEnd =
    isImmediate || stripeSubscription.unpaidInvoice !== null || stripeSubscription.status !== 'active';
  // The subscription may have ended after we read it.
  const isStopped = !mustEnd && (await setRenewal(deps, providerId, false));
  if (!isStopped) await endSubscriptionAndVoidInvoices(deps, providerId);
  const canceledSubscription = await readSubscription(deps, providerId);
  return (
    canceledSubscription &&
    computeSubscriptionChange(storedSubscription, canceledSubscription, [], deps.now())
  );
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
export async function findBillingOfPurchase(
  db: Db,
  purchaseId: string,
): Promise<{ subscriptionId: string; periodEnd: Date } | undefined> {
  return findBilling(db, purchaseId);
}
