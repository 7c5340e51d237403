import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { abandonPurchase } from './abandon-purchase.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { chargePurchase } from './charge-purchase.service.ts';
import { IDLE_MS } from './complete-purchase.service.ts';
import { claimIdlePurchases } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';

const BATCH_SIZE = 50;
/** How long a buyer may take to confirm with the bank. Their promo code stays on hold until then. */
const MAX_CONFIRMATION_MS = 30 * 60_000;

/** Finishes purchases that a crash left open. Safe to run in several processes at once. Returns the count. */
export async function sweepPurchases(deps: Deps): Promise<number> {
  const now = deps.now();
  const before = new Date(now.getTime() - IDLE_MS);
  let count = 0;
  for (;;) {
    const idle = await claimIdlePurchases(deps.db, { before, now, limit: BATCH_SIZE });
    await Promise.all(idle.map((purchase) => finishPurchase(deps, purchase, now)));
    count += idle.length;
    if (idle.length < BATCH_SIZE) return count;
  }
}

async function finishPurchase(deps: Deps, purchase: Purchase, now: Date): Promise<void> {
  try {
    if (purchase.status === 'pending') {
      await chargePurchase(deps, purchase, { token: null, confirmable: true, resumed: true });
      return;
    }
    const result = await applyChargeOutcome(deps, purchase);
    if (result.status === 'requires_action' && isExpired(purchase, now))
      await abandonPurchase(deps, purchase);
  } catch (error) {
    if (error instanceof CardDeclined || error instanceof AppError) return;
    deps.log.error({ err: error, purchase: purchase.id }, 'could not finish an idle purchase');
  }
}

function isExpired(purchase: Purchase, now: Date): boolean {
  return purchase.attemptStartedAt.getTime() < now.getTime() - MAX_CONFIRMATION_MS;
}
