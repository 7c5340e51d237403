import { AppError } from '../../../../lib/errors.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { APPLIED, ignored, type SyncResult } from '../../../payments/events/event-outcome.service.ts';
import { CardDeclined } from '../../../payments/stripe-errors.ts';
import { readPayment, unwindPayment } from '../../../payments/stripe-payment.service.ts';
import { applyChargeOutcome } from '../apply-charge-outcome.service.ts';
import { returnCharge } from '../attempt.service.ts';
import { findPurchase } from '../purchase.repository.ts';

/** Applies the payment's current state at Stripe, so late, repeated, or reordered webhooks do no harm. */
export async function syncPayment(deps: Deps, providerId: string): Promise<SyncResult> {
  const payment = await readPayment(deps, providerId);
  const purchase = payment?.purchaseId ? await findPurchase(deps.db, payment.purchaseId) : undefined;
  if (!payment || !purchase) return ignored('It belongs to no purchase');
  const isPaid = payment.status === 'succeeded';
  const isReplaced = payment.attempt !== purchase.attempt || purchase.status === 'refunded';
  if (isReplaced) {
    if (!isPaid) return ignored('It belongs to an attempt that was replaced');
    await returnCharge(deps, purchase.id, providerId, unwindPayment);
    return APPLIED;
  }
  if (purchase.status === 'paid' || (purchase.status === 'failed' && !isPaid)) {
    return ignored('The purchase has this state already');
  }
  try {
    await applyChargeOutcome(deps, { ...purchase, providerPaymentId: providerId });
  } catch (error) {
    const isExpectedError =
      error instanceof CardDeclined || (error instanceof AppError && error.code !== 'UNEXPECTED');
    if (!isExpectedError) throw error;
  }
  return APPLIED;
}
