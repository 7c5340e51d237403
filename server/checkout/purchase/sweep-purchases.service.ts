import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { endSubscription } from '../../payments/stripe-subscription.service.ts';
import { OVERDUE_MS } from '../../payments/subscription.schema.ts';
import { listOverdueSubscriptions } from '../../payments/subscription.service.ts';
import { abandonPurchase } from './abandon-purchase.service.ts';
import { IDLE_MS } from './answer-purchase.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { chargePurchase } from './charge-purchase.service.ts';
import { claimIdlePurchases } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';

const BATCH = 50;
/** How long a buyer may take to answer the bank; the promo code is held as long (DESIGN D42). */
const ACTION_MS = 30 * 60_000;

/** Finishes purchases that a crash left open, each in one of any number of processes. Returns how many it took up. */
export async function sweepPurchases(deps: Deps): Promise<number> {
  const now = deps.now();
  const before = new Date(now.getTime() - IDLE_MS);
  let swept = 0;
  for (;;) {
    const idle = await claimIdlePurchases(deps.db, { before, now, limit: BATCH });
    await Promise.all(idle.map((purchase) => finish(deps, purchase, now)));
    swept += idle.length;
    if (idle.length < BATCH) return swept;
  }
}

async function finish(deps: Deps, purchase: Purchase, now: Date): Promise<void> {
  try {
    if (purchase.status === 'pending') {
      await chargePurchase(deps, purchase, { token: null, confirmable: true, resumed: true });
      return;
    }
    const result = await applyChargeOutcome(deps, purchase);
    if (result.status === 'requires_action' && isAbandoned(purchase, now))
      await abandonPurchase(deps, purchase);
  } catch (error) {
    if (error instanceof CardDeclined || error instanceof AppError) return;
    deps.log.error({ err: error, purchase: purchase.id }, 'the sweeper could not finish a purchase');
  }
}

function isAbandoned(purchase: Purchase, now: Date): boolean {
  return purchase.attemptStartedAt.getTime() < now.getTime() - ACTION_MS;
}

/** Ends subscriptions whose bill has been open for 14 days. */
export async function endOverdueSubscriptions(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - OVERDUE_MS);
  for (const { providerId } of await listOverdueSubscriptions(deps.db, before, BATCH)) {
    if (providerId) await endSubscription(deps, providerId);
  }
}
