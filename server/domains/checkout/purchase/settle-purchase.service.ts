import { inTransaction, type Trx } from '#db/client.ts';
import { addMonths } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { consumePromoHold } from '../../catalog/promo-code.service.ts';
import {
  type StripePayment,
  toOneTimeInvoice,
  unwindPayment,
} from '../../payments/stripe-payment.service.ts';
import {
  findPaidPeriod,
  type StripeInvoice,
  type StripeSubscription,
  unwindSubscription,
} from '../../payments/stripe-subscription.service.ts';
import { openSubscription } from '../../payments/subscriptions/subscription.service.ts';
import { type PurchaseChange, updateOpenAttempt } from './attempt.repository.ts';
import { returnCharge } from './attempt.service.ts';
import type { Fulfillment, StartedSubscription } from './kind.ts';
import { findPurchase, lockPurchase, updateLockedPurchase } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { recordPayments } from './sync/record-payments.service.ts';

/** A successful charge at Stripe. */
interface Charge {
  id: string;
  attempt: number | undefined;
  column: 'providerSubscriptionId' | 'providerPaymentId';
  unwind: (deps: Deps, id: string) => Promise<void>;
}

/**
 * Marks the charged purchase as paid and fulfills it, in one transaction. The request, the webhook, and the
 * sweeper all call this, any number of times. Refunds the charge if it can't be fulfilled anymore, or if the
 * attempt has failed or was replaced.
 */
async function settlePurchase(
  deps: Deps,
  purchaseId: string,
  { id, attempt, column, unwind }: Charge,
  fulfill: (trx: Trx, purchase: Purchase) => Promise<void>,
): Promise<PurchaseResult> {
  let conflict: string | null = null;
  const isSettled = await inTransaction(deps.db, async (trx) => {
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
    if (purchase.status === 'paid') return purchase[column] === id;
    // The buyer has already been told that a failed attempt wasn't charged.
    const isOver = purchase.status === 'failed' || purchase.status === 'refunded';
    if (isOver || attempt !== purchase.attempt) return false;
    conflict = await deps.kinds[purchase.kind].findConflict(trx, purchase, deps.now());
    if (conflict) return false;
    await fulfill(trx, purchase);
    return true;
  });
  if (!isSettled) {
    deps.log.warn({ purchase: purchaseId, charge: id }, 'refunding a charge of a replaced attempt');
    await returnCharge(deps, purchaseId, id, unwind);
    // Stripe reports a refunded payment as succeeded. Mark the attempt as refunded, or it would be settled
    // again.
    const isOpen = column === 'providerPaymentId' && attempt !== undefined;
    if (isOpen && conflict) {
      const code = 'CHARGE_RETURNED' as const;
      const error = new AppError(code, { message: `${conflict} We returned your payment.` });
      const change = { status: 'refunded', failureCode: code, failureMessage: error.message } as const;
      if (await updateOpenAttempt(deps.db, { id: purchaseId, attempt }, change)) throw error;
    }
    const purchase = await findPurchase(deps.db, purchaseId);
    if (purchase?.status !== 'paid') throw new AppError('PAYMENT_UNCONFIRMED');
  }
  return { status: 'paid', purchaseId };
}

/** Settles a purchase that has a subscription. `invoices` are its paid invoices, including the first. */
export function settleSubscription(
  deps: Deps,
  purchaseId: string,
  provider: StripeSubscription,
  invoices: readonly StripeInvoice[],
): Promise<PurchaseResult> {
  const { id, attempt } = provider;
  // Stripe's current period may have begun without being paid (D26).
  const { periodStart, periodEnd } = findPaidPeriod(invoices) ?? provider;
  const charge: Charge = { id, attempt, column: 'providerSubscriptionId', unwind: unwindSubscription };
  return settlePurchase(deps, purchaseId, charge, async (trx, purchase) => {
    const { accountId } = purchase;
    const subscription = { purchaseId, accountId, providerId: id, periodStart, periodEnd };
    await fulfillPurchase(deps, trx, purchase, {
      subscription: { id: await openSubscription(trx, subscription), providerId: id, periodEnd },
      change: { providerSubscriptionId: id },
      invoices,
    });
  });
}

/** Settles a one-time purchase. */
export function settlePayment(
  deps: Deps,
  purchaseId: string,
  payment: StripePayment,
): Promise<PurchaseResult> {
  const { id, attempt } = payment;
  const charge: Charge = { id, attempt, column: 'providerPaymentId', unwind: unwindPayment };
  return settlePurchase(deps, purchaseId, charge, async (trx, purchase) => {
    await fulfillPurchase(deps, trx, purchase, {
      subscription: null,
      change: { providerPaymentId: id },
      invoices: [toOneTimeInvoice(payment, purchase.quote, deps.now())],
    });
  });
}

/** Settles a purchase that costs nothing. A free subscription runs for one period and doesn't renew. */
export async function settleFree(deps: Deps, purchaseId: string): Promise<PurchaseResult> {
  await inTransaction(deps.db, async (trx) => {
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
    if (purchase.status === 'paid') return;
    const subscription =
      deps.kinds[purchase.kind].billing === 'once' ? null : await openFreePeriod(trx, purchase, deps.now());
    await fulfillPurchase(deps, trx, purchase, { subscription, change: {}, invoices: [] });
  });
  return { status: 'paid', purchaseId };
}

async function openFreePeriod(
  trx: Trx,
  { id: purchaseId, accountId, quote }: Purchase,
  now: Date,
): Promise<StartedSubscription> {
  const periodEnd = addMonths(now, quote.interval === 'year' ? 12 : 1);
  const period = { purchaseId, accountId, providerId: null, periodStart: now, periodEnd };
  return { id: await openSubscription(trx, period), providerId: null, periodEnd };
}

async function fulfillPurchase(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  {
    subscription,
    change,
    invoices,
  }: {
    subscription: StartedSubscription | null;
    change: PurchaseChange;
    invoices: readonly StripeInvoice[];
  },
): Promise<void> {
  const now = deps.now();
  const fulfillment = await deps.kinds[purchase.kind].fulfill(deps, trx, purchase, { now, subscription });
  if (purchase.promoCode) await consumePromoHold(trx, purchase.id);
  await updateLockedPurchase(trx, purchase.id, { ...change, status: 'paid', settledAt: now });
  await recordPayments(deps, trx, purchase, invoices);
  const periodEnd = subscription?.periodEnd ?? null;
  await requestReceipt(deps, trx, purchase, { ...fulfillment, paidAt: now, periodEnd });
}

/** Enqueues the receipt's email in the transaction that fulfills the purchase. */
export function requestReceipt(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  { id: purchaseId }: Pick<Purchase, 'id'>,
  {
    paidAt,
    periodEnd,
    membershipNumber,
    membershipId,
  }: Fulfillment & {
    paidAt: Date;
    /** Null for a one-time purchase. */
    periodEnd: Date | null;
  },
): Promise<void> {
  return jobs.enqueue(trx, 'receipt', {
    purchaseId,
    paidAt: paidAt.toISOString(),
    periodEnd: periodEnd?.toISOString() ?? null,
    membershipNumber,
    membershipId: membershipId ?? null,
  });
}
