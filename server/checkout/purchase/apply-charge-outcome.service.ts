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
import { failAttempt, record, refuseAmount, requireOpen } from './attempt.service.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settlePayment, settleSubscription } from './settle-purchase.service.ts';

const DECLINED = 'Your card was declined.';

/** Reads what became of the first charge, and settles or fails the purchase accordingly. */
export function applyChargeOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  return kindOf(purchase).billing === 'once'
    ? concludePayment(deps, purchase)
    : concludeSubscription(deps, purchase);
}

async function concludeSubscription(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerSubscriptionId;
  const found = id ? await readSubscription(deps, id) : undefined;
  if (!id || !found) throw new AppError('PAYMENT_UNCONFIRMED');
  if (found.status === 'active' || found.status === 'trialing') {
    if (found.latestInvoice?.totalCents === purchase.totalCents)
      return settleSubscription(deps, purchase.id, found);
    return refuseAmount(deps, purchase, id, unwindSubscription);
  }
  if (found.status !== 'incomplete' || !found.clientSecret) return decline(deps, purchase, DECLINED);
  const payment = await readFirstPayment(deps, found.clientSecret);
  if (payment.state === 'processing') throw new AppError('PAYMENT_UNCONFIRMED');
  if (payment.state === 'confirm') return askBuyer(deps, purchase, found.clientSecret);
  // Ended first, so that it can never be paid later; then the row says so.
  await endSubscription(deps, id);
  return decline(deps, purchase, payment.message);
}

async function concludePayment(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerPaymentId;
  const found = id ? await readPayment(deps, id) : undefined;
  if (!id || !found) throw new AppError('PAYMENT_UNCONFIRMED');
  const { status, clientSecret } = found;
  if (status === 'succeeded') {
    if (found.receivedCents === purchase.totalCents) return settlePayment(deps, purchase.id, found);
    return refuseAmount(deps, purchase, id, unwindPayment);
  }
  const asks = status === 'requires_action' || status === 'requires_confirmation';
  if (asks && clientSecret) return askBuyer(deps, purchase, clientSecret);
  const isRefused = status === 'requires_payment_method' || status === 'canceled';
  // Ended first, so that it can never be paid later: whoever paid it in this moment is settled by the next look.
  if (!isRefused || !(await cancelPayment(deps, id))) throw new AppError('PAYMENT_UNCONFIRMED');
  return decline(deps, purchase, found.failureMessage ?? DECLINED);
}

/** The bank wants the buyer's confirmation in the browser (3-D Secure). */
async function askBuyer(deps: Deps, purchase: Purchase, clientSecret: string): Promise<PurchaseResult> {
  await requireOpen(record(deps, purchase, { status: 'requires_action' }));
  return { status: 'requires_action', purchaseId: purchase.id, clientSecret };
}

async function decline(deps: Deps, purchase: Purchase, message: string): Promise<never> {
  await failAttempt(deps, purchase, message);
  throw new CardDeclined(message);
}
