import type { Deps } from '../../../../platform/deps.ts';
import { endSubscriptionAndVoidInvoices } from '../../../payments/stripe-subscription.service.ts';
import { getPayUntil, OVERDUE_MS } from '../../../payments/subscriptions/subscription.schema.ts';
import {
  findSubscriptionById,
  listOverdueSubscriptions,
} from '../../../payments/subscriptions/subscription.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

/**
 * Ends subscriptions whose invoice is still unpaid at the end of the 14th day, and voids the invoice (D26).
 * If one fails, it is retried in an hour and doesn't block the others.
 */
export async function endOverdueSubscriptions(deps: Deps): Promise<void> {
  const cutoff = new Date(deps.now().getTime() - OVERDUE_MS);
  for (const { id, providerId } of await listOverdueSubscriptions(deps.db, cutoff)) {
    try {
      if (providerId) await endIfOverdue(deps, { id, providerId });
    } catch (error) {
      deps.log.error({ err: error, subscription: id }, 'could not end an overdue subscription');
    }
  }
}

async function endIfOverdue(
  deps: Deps,
  { id, providerId }: { id: string; providerId: string },
): Promise<void> {
  // The invoice may have been paid even if its webhook never arrived.
  await syncSubscription(deps, providerId);
  const currentSubscription = await findSubscriptionById(deps.db, id);
  if (!currentSubscription?.pastDueSince || getPayUntil(currentSubscription.pastDueSince) >= deps.now())
    return;
  await endSubscriptionAndVoidInvoices(deps, providerId);
  await syncSubscription(deps, providerId);
  deps.log.info({ subscription: id }, 'ended an overdue subscription');
}
