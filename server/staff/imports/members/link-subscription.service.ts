import { syncSale } from '../../../domains/checkout/repair/repair-purchase.service.ts';
import { findSale, linkSubscription } from '../../../domains/payments/stripe-sale.service.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobPayloads } from '../../../platform/jobs/queue.ts';

/**
 * Links an imported subscription at Stripe to its purchase, as if our checkout had started it. Then reads its
 * charges with their refunds and disputes. Safe to repeat.
 */
export async function linkImportedSubscription(
  deps: Deps,
  { purchaseId, providerId }: JobPayloads['link-subscription'],
): Promise<void> {
  await linkSubscription(deps, providerId, { purchase: purchaseId, attempt: '1' });
  const sale = await findSale(deps, providerId);
  if (sale) await syncSale(deps, sale);
}
