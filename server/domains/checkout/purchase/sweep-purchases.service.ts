import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { abandonPurchase } from './abandon-purchase.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { claimIdlePurchases } from './attempt.repository.ts';
import { toFailure } from './attempt.service.ts';
import { chargePurchase } from './charge-purchase.service.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';

const BATCH_SIZE = 50;

/**
 * Tries to finish open purchases that no request is working on, for example after a crash. Returns how many
 * it tried. Several processes may run it at once.
 */
export async function sweepPurchases(deps: Deps): Promise<number> {
  let count = 0;
  for (;;) {
    const idlePurchases = await claimIdlePurchases(deps.db, BATCH_SIZE);
    await Promise.all(idlePurchases.map((purchase) => finishPurchase(deps, purchase)));
    count += idlePurchases.length;
    if (idlePurchases.length < BATCH_SIZE) return count;
  }
}

async function finishPurchase(deps: Deps, purchase: Purchase): Promise<void> {
  const logFields = { purchase: purchase.id, attempt: purchase.attempt };
  try {
    const result = await resumePurchase(deps, purchase);
    deps.log.info({ ...logFields, outcome: result?.status ?? 'abandoned' }, 'swept a purchase');
  } catch (error) {
    const failure = toFailure(error);
    if (failure) {
      const outcome = error instanceof CardDeclined ? 'declined' : failure.code;
      deps.log.info({ ...logFields, outcome, reason: failure.message }, 'swept a purchase');
    } else if (error instanceof AppError) {
      const outcome = error.code === 'PAYMENT_UNCONFIRMED' ? 'unconfirmed' : error.code;
      deps.log.warn({ ...logFields, outcome, err: error }, 'swept a purchase');
    } else {
      deps.log.error({ ...logFields, outcome: 'error', err: error }, 'swept a purchase');
    }
  }
}

/** Returns undefined if the attempt was abandoned. */
async function resumePurchase(deps: Deps, purchase: Purchase): Promise<PurchaseResult | undefined> {
  if (purchase.isExpired) return abandonPurchase(deps, purchase);
  if (purchase.status === 'pending') return chargePurchase(deps, purchase, { token: null, resumed: true });
  return applyChargeOutcome(deps, purchase);
}
