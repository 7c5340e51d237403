import { inTransaction } from '#db/client.ts';
import { releasePromoHold } from '../../catalog/promo-code.service.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type PurchaseChange, updateOpenAttempt } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';

/** Saves a change to the attempt. Returns false if the attempt is over. */
export function updateAttempt(deps: Deps, purchase: Purchase, change: PurchaseChange): Promise<boolean> {
  return updateOpenAttempt(deps.db, purchase, { ...change, heartbeatAt: deps.now() });
}

/** Stops a process from charging an attempt that another process has ended. */
export async function requireOpenAttempt(isUpdated: Promise<boolean>): Promise<void> {
  if (!(await isUpdated)) throw new AppError('PAYMENT_UNCONFIRMED');
}

/** Ends an attempt that was not charged and releases its promo code. */
export async function failAttempt(deps: Deps, purchase: Purchase, message: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const isFailed = await updateOpenAttempt(trx, purchase, { status: 'failed', failureMessage: message });
    if (isFailed) await releasePromoHold(trx, purchase.id);
  });
}

/** Refunds a charge whose amount differs from the quote. */
export async function refundWrongAmount(
  deps: Deps,
  purchase: Purchase,
  charge: string,
  unwind: (deps: Deps, charge: string) => Promise<void>,
): Promise<never> {
  deps.log.error({ purchase: purchase.id, charge }, 'refunding a charge that differs from the quote');
  await unwind(deps, charge);
  await inTransaction(deps.db, async (trx) => {
    const isRefunded = await updateOpenAttempt(trx, purchase, { status: 'refunded' });
    if (isRefunded) await releasePromoHold(trx, purchase.id);
  });
  throw new AppError('PRICE_CHANGED');
}
