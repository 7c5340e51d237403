import { syncSale } from '../../../checkout/repair/repair-purchase.service.ts';
import type { Deps } from '../../../deps.ts';
import type { JobPayloads } from '../../../jobs/queue.ts';
import { findSale, linkSubscription } from '../../../payments/stripe-sale.service.ts';

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
