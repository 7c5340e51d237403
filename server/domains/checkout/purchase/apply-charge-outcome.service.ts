import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { cancelPayment, readPayment, unwindPayment } from '../../payments/stripe-payment.service.ts';
import {
  endSubscription,
  findPaidInvoices,
  readFirstPayment,
  readSubscription,
  unwindSubscription,
} from '../../payments/stripe-subscription.service.ts';
import {
  failAttempt,
  refundWrongAmount,
  requireOpenAttempt,
  toFailure,
  updateAttempt,
} from './attempt.service.ts';
import { findPurchase } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settlePayment, settleSubscription } from './settle-purchase.service.ts';

const DECLINED_MESSAGE = 'Your card was declined.';

/**
 * Reads the charge's state from Stripe, and settles the purchase, fails it, or requests the buyer's
 * confirmation.
 */
export function applyChargeOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  return deps.kinds[purchase.kind].billing === 'once'
    ? applyPaymentOutcome(deps, purchase)
    : applySubscriptionOutcome(deps, purchase);
}

async function applySubscriptionOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerSubscriptionId;
  const subscription = id ? await readSubscription(deps, id) : undefined;
  if (!id || !subscription) throw new AppError('PAYMENT_UNCONFIRMED');
  const { status, clientSecret } = subscription;
  if (status === 'active' || status === 'trialing') {
    const invoices = await findPaidInvoices(deps, subscription);
    // The first renewal may already have begun, so the first invoice need not be the latest.
    const firstInvoice = invoices.find(({ isFirst }) => isFirst);
    if (firstInvoice?.totalCents === purchase.totalCents)
      return settleSubscription(deps, purchase.id, subscription, invoices);
    return refundWrongAmount(deps, purchase, id, unwindSubscription);
  }
  if (status === 'canceled' || status === 'incomplete_expired')
    return endAttempt(deps, purchase, new AppError('PURCHASE_INTERRUPTED'));
  if (status !== 'incomplete' || !clientSecret) return decline(deps, purchase, DECLINED_MESSAGE);
  const payment = await readFirstPayment(deps, clientSecret);
  if (payment.state === 'processing') throw new AppError('PAYMENT_UNCONFIRMED');
  if (payment.state === 'confirm') return requestConfirmation(deps, purchase, clientSecret);
  // End it at Stripe first, so that it can't be paid after we mark the purchase as failed.
  await endSubscription(deps, id);
  return decline(deps, purchase, payment.message);
}

async function applyPaymentOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerPaymentId;
  const payment = id ? await readPayment(deps, id) : undefined;
  if (!id || !payment) throw new AppError('PAYMENT_UNCONFIRMED');
  const { status, clientSecret } = payment;
  if (status === 'succeeded') {
    if (payment.receivedCents === purchase.totalCents) return settlePayment(deps, purchase.id, payment);
    return refundWrongAmount(deps, purchase, id, unwindPayment);
  }
  const needsConfirmation = status === 'requires_action' || status === 'requires_confirmation';
  if (needsConfirmation && clientSecret) return requestConfirmation(deps, purchase, clientSecret);
  const isRefused = status === 'requires_payment_method' || status === 'canceled';
  // Cancel it at Stripe first, so that it can't be paid after we mark the purchase as failed. If canceling
  // fails, the payment is going through after all, and the next sweep reads its outcome.
  if (!isRefused || !(await cancelPayment(deps, id))) throw new AppError('PAYMENT_UNCONFIRMED');
  if (payment.failureMessage) return decline(deps, purchase, payment.failureMessage);
  return endAttempt(deps, purchase, new AppError('PURCHASE_INTERRUPTED'));
}

/** Used if the bank requires the buyer to confirm in the browser (3-D Secure). */
async function requestConfirmation(
  deps: Deps,
  purchase: Purchase,
  clientSecret: string,
): Promise<PurchaseResult> {
  await requireOpenAttempt(updateAttempt(deps, purchase, { status: 'requires_action' }));
  return { status: 'requires_action', purchaseId: purchase.id, clientSecret };
}

function decline(deps: Deps, purchase: Purchase, message: string): Promise<never> {
  return endAttempt(deps, purchase, new CardDeclined(message));
}

/**
 * Fails the attempt and throws `error`. If another process has already failed the attempt with a decline,
 * throws that decline. If the attempt was settled, refunded, replaced, or taken over, throws
 * PAYMENT_UNCONFIRMED, because it may have been charged.
 */
async function endAttempt(deps: Deps, purchase: Purchase, error: CardDeclined | AppError): Promise<never> {
  const failure = toFailure(error);
  if (!failure || (await failAttempt(deps, purchase, failure))) throw error;
  const currentPurchase = await findPurchase(deps.db, purchase.id);
  if (currentPurchase?.status !== 'failed' || currentPurchase.attempt !== purchase.attempt)
    throw new AppError('PAYMENT_UNCONFIRMED');
  throw currentPurchase.failureCode === 'CARD_DECLINED'
    ? new CardDeclined(currentPurchase.failureMessage ?? DECLINED_MESSAGE)
    : error;
}
