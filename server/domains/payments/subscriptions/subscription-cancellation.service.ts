import { inTransaction, type Trx } from '#db/client.ts';
import { isDatabaseOutage } from '#db/outage.ts';
import { AppError, type ErrorCode } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  endSubscriptionAndVoidInvoices,
  readSubscription,
  setRenewal,
} from '../stripe-subscription.service.ts';
import { findSubscription, updateSubscription } from './subscription.repository.ts';
import type { StoredSubscription } from './subscription.schema.ts';
import { computeSubscriptionChange, type SubscriptionChange } from './subscription.service.ts';

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
 * MEMBERSHIP_INVALID if the subscription has ended or is a free period, TOO_MANY_REQUESTS if it keeps being
 * canceled and resumed, and RESUME_UNCONFIRMED if Stripe or the database stops responding midway.
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
    // Canceling is never refused.
    await deps.limits.takeKey('repeatedNotice', `subscription:${subscriptionId}`);
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
