import type { Db, Trx } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import {
  findPayments,
  findPurchaseOfPayment,
  insertPayment,
  type StoredPayment,
} from './payment.repository.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import type { StripeInvoice, StripeSubscription } from './stripe-subscription.service.ts';
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

/** Opens the billing of a settled purchase; returns the subscription's id. */
export async function openSubscription(
  trx: Trx,
  input: {
    purchaseId: string;
    accountId: string | null;
    /** Null for a free period, which ends by itself (DESIGN D25). */
    providerId: string | null;
    periodStart: Date;
    periodEnd: Date;
  },
): Promise<string> {
  const id = newId();
  await insertSubscription(trx, { id, ...input });
  return id;
}

export interface RecordedPayment {
  id: string;
  amountCents: number;
  paidAt: Date;
}

/** Writes a paid bill into our books; null where it stands there already. Bills of 0 count as paid too. */
export async function recordPayment(
  trx: Trx,
  purchaseId: string,
  invoice: StripeInvoice,
): Promise<RecordedPayment | null> {
  if (!invoice.paidAt) return null;
  const payment = { id: newId(), amountCents: invoice.paidCents, paidAt: invoice.paidAt };
  const isNew = await insertPayment(trx, {
    ...payment,
    purchaseId,
    providerInvoiceId: invoice.id,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
  });
  return isNew ? payment : null;
}

const STATUS = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  incomplete: 'unpaid',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
} as const satisfies Record<string, StoredSubscription['status']>;

function statusOf(provider: StripeSubscription): StoredSubscription['status'] {
  return Object.entries(STATUS).find(([known]) => known === provider.status)?.[1] ?? 'unpaid';
}

/**
 * What the provider's present state means for our row. The period moves only when it is paid for: a past-due
 * card is closed at once, as specified, and its bill stays open (D26).
 */
export function subscriptionChange(
  stored: StoredSubscription,
  provider: StripeSubscription,
  now: Date,
): SubscriptionChange {
  const status = statusOf(provider);
  const open = status === 'past_due' || status === 'unpaid';
  return {
    status,
    ...(status === 'active' ? { periodStart: provider.periodStart, periodEnd: provider.periodEnd } : {}),
    canceledAt: provider.canceledAt ?? (status === 'canceled' ? (stored.canceledAt ?? now) : null),
    endedAt: status === 'canceled' ? (provider.endedAt ?? stored.endedAt ?? now) : null,
    pastDueSince: open ? (stored.pastDueSince ?? now) : null,
  };
}

/**
 * Lets a subscription end with the period that is paid for; use continues until then (SPEC section 4). Asking
 * twice is harmless. The provider hears of it first: a row alone would go on being charged.
 */
export async function cancelAtPeriodEnd(
  deps: Deps,
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  for (;;) {
    const stored = await findSubscription(deps.db, subscriptionId);
    if (!stored) throw new AppError('MEMBERSHIP_NOT_FOUND');
    if (stored.canceledAt) return;
    if (stored.providerId) await cancelAtProvider(deps, stored.providerId);
    if (await updateSubscription(deps.db, stored, { canceledAt: deps.now() })) return;
  }
}

async function cancelAtProvider({ stripe }: Deps, providerId: string): Promise<void> {
  try {
    await callStripe(() => stripe.subscriptions.update(providerId, { cancel_at_period_end: true }));
  } catch (error) {
    // Ended at the provider already: what was asked for is done.
    if (!isResourceMissing(error)) throw error;
  }
}

/** A subscription by our own id. */
export async function findSubscriptionById(db: Db, id: string): Promise<StoredSubscription | undefined> {
  return findSubscription(db, id);
}

/** Our row of a provider's subscription; undefined before its purchase is settled. */
export async function findSubscriptionByProvider(
  db: Db,
  providerId: string,
): Promise<StoredSubscription | undefined> {
  return findSubscriptionByProviderId(db, providerId);
}

/** Writes a change onto the version that was read; false where somebody else wrote in between. */
export async function saveSubscription(
  trx: Trx,
  stored: StoredSubscription,
  change: SubscriptionChange,
): Promise<boolean> {
  return updateSubscription(trx, stored, change);
}

/** Subscriptions whose bill has been open since before an instant, oldest first. */
export async function listOverdueSubscriptions(
  db: Db,
  before: Date,
  limit: number,
): Promise<StoredSubscription[]> {
  return findPastDueSince(db, before, limit);
}

/**
 * Hands a guest's subscription to the account that claimed what it pays for, and returns its purchase's id; another
 * account's stays where it is.
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
  /** The end of what the first payment was for. */
  firstPeriodEnd: Date;
  refundedCents: number;
}

/** How a settled purchase is billed, for its receipt. */
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

/** What was paid for a purchase, newest first; a renewal has a receipt of its own under the payment's id. */
export async function listPayments(db: Db, purchaseId: string): Promise<StoredPayment[]> {
  return findPayments(db, purchaseId);
}

/** A payment by its id, with its place among its purchase's. */
export async function findPayment(db: Db, id: string): Promise<StoredPayment | undefined> {
  const purchaseId = await findPurchaseOfPayment(db, id);
  return purchaseId ? (await findPayments(db, purchaseId)).find((payment) => payment.id === id) : undefined;
}
