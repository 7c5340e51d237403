import { inTransaction } from '#db/client.ts';
import { releasePromoHold } from '../../catalog/promo-code.service.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type PurchaseChange, updateOpenAttempt } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';

/** Notes a step's result on the attempt; false where the attempt is over. */
export function record(deps: Deps, purchase: Purchase, change: PurchaseChange): Promise<boolean> {
  return updateOpenAttempt(deps.db, purchase, { ...change, heartbeatAt: deps.now() });
}

/** A driver whose attempt was ended by somebody else must not go on to charge. */
export async function requireOpen(recorded: Promise<boolean>): Promise<void> {
  if (!(await recorded)) throw new AppError('PAYMENT_UNCONFIRMED');
}

/** Ends an attempt that was not charged: the use of the promo code is free again. */
export async function failAttempt(deps: Deps, purchase: Purchase, message: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const failed = await updateOpenAttempt(trx, purchase, { status: 'failed', failureMessage: message });
    if (failed) await releasePromoHold(trx, purchase.id);
  });
}

/** The provider charged something else than we computed: give it back, whatever the reason was. */
export async function refuseAmount(
  deps: Deps,
  purchase: Purchase,
  charge: string,
  unwind: (deps: Deps, charge: string) => Promise<void>,
): Promise<never> {
  deps.log.error({ purchase: purchase.id, charge }, 'the provider charged another amount; refunding');
  await unwind(deps, charge);
  await inTransaction(deps.db, async (trx) => {
    const refunded = await updateOpenAttempt(trx, purchase, { status: 'refunded' });
    if (refunded) await releasePromoHold(trx, purchase.id);
  });
  throw new AppError('PRICE_CHANGED');
}
