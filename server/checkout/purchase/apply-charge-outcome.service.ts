import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { cancelPayment, readPayment, unwindPayment } from '../../payments/stripe-payment.service.ts';
import {
  endSubscription,
  readFirstPayment,
  readSubscription,
  unwindSubscription,
} from '../../payments/stripe-subscription.service.ts';
import { kindOf } from '../kinds/index.ts';
import { failAttempt, refundWrongAmount, requireOpenAttempt, updateAttempt } from './attempt.service.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settlePayment, settleSubscription } from './settle-purchase.service.ts';

const DECLINED_MESSAGE = 'Your card was declined.';

/** Reads the first charge from Stripe and settles or fails the purchase accordingly. */
export function applyChargeOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  return kindOf(purchase).billing === 'once'
    ? applyPaymentOutcome(deps, purchase)
    : applySubscriptionOutcome(deps, purchase);
}

async function applySubscriptionOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerSubscriptionId;
  const found = id ? await readSubscription(deps, id) : undefined;
  if (!id || !found) throw new AppError('PAYMENT_UNCONFIRMED');
  if (found.status === 'active' || found.status === 'trialing') {
    if (found.latestInvoice?.totalCents === purchase.totalCents)
      return settleSubscription(deps, purchase.id, found);
    return refundWrongAmount(deps, purchase, id, unwindSubscription);
  }
  if (found.status !== 'incomplete' || !found.clientSecret) return decline(deps, purchase, DECLINED_MESSAGE);
  const payment = await readFirstPayment(deps, found.clientSecret);
  if (payment.state === 'processing') throw new AppError('PAYMENT_UNCONFIRMED');
  if (payment.state === 'confirm') return requestConfirmation(deps, purchase, found.clientSecret);
  // End it at Stripe first, so that it cannot be paid after the row says 'failed'.
  await endSubscription(deps, id);
  return decline(deps, purchase, payment.message);
}

async function applyPaymentOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerPaymentId;
  const found = id ? await readPayment(deps, id) : undefined;
  if (!id || !found) throw new AppError('PAYMENT_UNCONFIRMED');
  const { status, clientSecret } = found;
  if (status === 'succeeded') {
    if (found.receivedCents === purchase.totalCents) return settlePayment(deps, purchase.id, found);
    return refundWrongAmount(deps, purchase, id, unwindPayment);
  }
  const needsConfirmation = status === 'requires_action' || status === 'requires_confirmation';
  if (needsConfirmation && clientSecret) return requestConfirmation(deps, purchase, clientSecret);
  const isRefused = status === 'requires_payment_method' || status === 'canceled';
  // Cancel it at Stripe first, so that it cannot be paid after the row says 'failed'. If that fails, the buyer has just
  // paid, and the next sweep settles it.
  if (!isRefused || !(await cancelPayment(deps, id))) throw new AppError('PAYMENT_UNCONFIRMED');
  return decline(deps, purchase, found.failureMessage ?? DECLINED_MESSAGE);
}

/** The bank wants the buyer to confirm in the browser (3-D Secure). */
async function requestConfirmation(
  deps: Deps,
  purchase: Purchase,
  clientSecret: string,
): Promise<PurchaseResult> {
  await requireOpenAttempt(updateAttempt(deps, purchase, { status: 'requires_action' }));
  return { status: 'requires_action', purchaseId: purchase.id, clientSecret };
}

async function decline(deps: Deps, purchase: Purchase, message: string): Promise<never> {
  await failAttempt(deps, purchase, message);
  throw new CardDeclined(message);
}
