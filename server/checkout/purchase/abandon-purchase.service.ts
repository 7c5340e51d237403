import type { Deps } from '../../deps.ts';
import { cancelPayment } from '../../payments/stripe-payment.service.ts';
import { unwindSubscription } from '../../payments/stripe-subscription.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { failAttempt } from './attempt.service.ts';
import { findPurchase } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';

/**
 * Gives up an attempt that its buyer never confirmed. Cancels at Stripe first, so that no payment can succeed for a
 * failed purchase. A subscription that was just paid is refunded. A payment that can no longer be canceled
 * settles the purchase instead.
 */
export async function abandonPurchase(deps: Deps, purchase: Purchase): Promise<void> {
  const { providerSubscriptionId, providerPaymentId } = purchase;
  if (providerSubscriptionId) await unwindSubscription(deps, providerSubscriptionId);
  if (providerPaymentId && !(await cancelPayment(deps, providerPaymentId))) {
    await applyChargeOutcome(deps, purchase);
    return;
  }
  await failAttempt(deps, purchase, 'The payment was not confirmed in time.');
}

/** A bank confirmation left unanswered in another tab must not block the buyer's new purchase. */
export async function abandonUnconfirmed(
  deps: Deps,
  others: ReadonlyArray<Pick<Purchase, 'id' | 'status'>>,
): Promise<void> {
  for (const { id, status } of others) {
    const purchase = status === 'requires_action' ? await findPurchase(deps.db, id) : undefined;
    if (purchase?.status === 'requires_action') await abandonPurchase(deps, purchase);
  }
}
