import type { Deps } from '../../../platform/deps.ts';
import { cancelPayment } from '../../payments/stripe-payment.service.ts';
import { unwindSubscription } from '../../payments/stripe-subscription.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { failAttempt, toFailure } from './attempt.service.ts';
import { findCharge } from './charge-purchase.service.ts';
import { findPurchase } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';

/**
 * Ends an attempt that has no outcome yet, so that nothing can be charged for it anymore. If Stripe has
 * already charged it, settles the purchase instead and returns the result. Throws PAYMENT_UNCONFIRMED or
 * UNAVAILABLE and leaves the attempt open if Stripe can't be reached, or is still processing the payment.
 */
export async function abandonPurchase(deps: Deps, purchase: Purchase): Promise<PurchaseResult | undefined> {
  const chargedPurchase = await findCharge(deps, purchase);
  if (chargedPurchase) {
    const result = await readOutcome(deps, chargedPurchase);
    if (result?.status !== 'requires_action') return result;
    const { providerSubscriptionId, providerPaymentId } = chargedPurchase;
    // Cancel at Stripe first, so that no payment can succeed for a failed purchase. If a subscription was
    // just paid, refund it.
    if (providerSubscriptionId) await unwindSubscription(deps, providerSubscriptionId);
    if (providerPaymentId && !(await cancelPayment(deps, providerPaymentId)))
      return readOutcome(deps, chargedPurchase);
  }
  const message = 'The payment was not confirmed in time.';
  await failAttempt(deps, purchase, { code: 'PURCHASE_INTERRUPTED', message });
  return undefined;
}

/** Returns undefined if the attempt has failed, for example because the card was declined. */
async function readOutcome(deps: Deps, purchase: Purchase): Promise<PurchaseResult | undefined> {
  try {
    return await applyChargeOutcome(deps, purchase);
  } catch (error) {
    if (toFailure(error)) return undefined;
    throw error;
  }
}

/**
 * Abandons purchases whose bank confirmation was left open in another tab, so that they don't block the
 * buyer's new purchase.
 */
export async function abandonUnconfirmedPurchases(
  deps: Deps,
  others: ReadonlyArray<Pick<Purchase, 'id' | 'status'>>,
): Promise<void> {
  for (const { id, status } of others) {
    const purchase = status === 'requires_action' ? await findPurchase(deps.db, id) : undefined;
    if (purchase?.status === 'requires_action') await abandonPurchase(deps, purchase);
  }
}
