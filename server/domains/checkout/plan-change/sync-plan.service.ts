import type { Deps } from '../../../platform/deps.ts';
import {
  findSubscriptionPlan,
  listUnsyncedPlans,
  syncPlan,
} from '../../payments/subscriptions/subscription-plan.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';

/**
 * Makes Stripe renew a subscription at the price of its scheduled plan or, if none is scheduled, of its
 * current plan. Safe to repeat.
 */
export async function syncChangedPlan(
  deps: Pick<Deps, 'db' | 'stripe'>,
  subscriptionId: string,
): Promise<void> {
  const plan = await findSubscriptionPlan(deps.db, subscriptionId);
  const purchase = plan && (await findPurchase(deps.db, plan.purchaseId));
  if (purchase) await syncPlan(deps, subscriptionId, purchase.quote);
}

const BATCH_SIZE = 50;

/**
 * Syncs plans that aren't synced yet, for example because their job failed permanently. A plan that fails
 * again is retried in the next sweep.
 */
export async function sweepPlans(deps: Pick<Deps, 'db' | 'stripe' | 'log'>): Promise<void> {
  for (const id of await listUnsyncedPlans(deps.db, BATCH_SIZE)) {
    await syncChangedPlan(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, subscription: id }, 'could not sync a plan to Stripe'),
    );
  }
}
