import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../errors.ts';
import {
  countPromoUses,
  countPromoUsesBy,
  findPromoCode,
  insertPromoCode,
  lockPromoCode,
  type NewPromoCode,
  type StoredPromoCode,
  updatePromoHold,
  upsertPromoHold,
} from './promo-code.repository.ts';
import type { PromoCode } from './promo-code.schema.ts';

export type { NewPromoCode };

const wrong = () => new AppError('WRONG_PROMO_CODE', { field: 'discountCode' });

function isOpen(code: StoredPromoCode, now: Date): boolean {
  if (!code.isActive) return false;
  if (code.validFrom && code.validFrom > now) return false;
  return !code.validUntil || code.validUntil > now;
}

function fits(code: PromoCode, planIds: readonly number[]): boolean {
  return code.plans.length === 0 || code.plans.some((plan) => planIds.includes(plan.planId));
}

/** Whether a code is open for any plan. Unknown, closed, and used-up codes are all reported as invalid. */
export async function checkPromoCode(db: Db, code: string, now: Date) {
  const found = await findPromoCode(db, code);
  const open = found && isOpen(found, now);
  const usedUp = found?.maxUses != null && (await countPromoUses(db, code)) >= found.maxUses;
  return {
    id: code,
    amountOff: open ? found.amountOff : null,
    percentOff: open ? found.percentOff : null,
    valid: Boolean(open && !usedUp),
  };
}

/**
 * Throws WRONG_PROMO_CODE unless the code is open and fits one of the plans. Does not check uses; `holdPromoCode`
 * does.
 */
export async function requireOpenPromoCode(
  db: Db,
  code: string,
  planId: number | readonly number[],
  now: Date,
): Promise<StoredPromoCode> {
  const found = await findPromoCode(db, code);
  if (!found || !isOpen(found, now) || !fits(found, [planId].flat())) throw wrong();
  return found;
}

/** Also refuses a code that is used up. For quotes, which hold no use. */
export async function requirePromoCode(
  db: Db,
  code: string,
  planId: number | readonly number[],
  now: Date,
): Promise<PromoCode> {
  const found = await requireOpenPromoCode(db, code, planId, now);
  if (found.maxUses !== null && (await countPromoUses(db, code)) >= found.maxUses) throw wrong();
  return found;
}

/**
 * Takes one use of a code for a purchase, in the transaction that inserts or retries it. Throws WRONG_PROMO_CODE if no
 * use is left, in total or for this buyer.
 */
export async function holdPromoCode(
  trx: Trx,
  hold: { purchaseId: string; code: string; buyerKey: string; email: string; now: Date },
): Promise<void> {
  await lockPromoCode(trx, hold.code);
  const code = await findPromoCode(trx, hold.code);
  if (!code || !isOpen(code, hold.now)) throw wrong();
  if (code.maxUses !== null && (await countPromoUses(trx, hold.code)) >= code.maxUses) throw wrong();
  if (code.maxUsesPerBuyer !== null) {
    const uses = await countPromoUsesBy(trx, hold.code, { key: hold.buyerKey, email: hold.email });
    if (uses >= code.maxUsesPerBuyer) throw wrong();
  }
  const { purchaseId, buyerKey, now } = hold;
  await upsertPromoHold(trx, { purchaseId, code: hold.code, buyerKey, heldAt: now });
}

/** After payment, the use is final. */
export async function consumePromoHold(trx: Trx, purchaseId: string): Promise<void> {
  await updatePromoHold(trx, purchaseId, 'consumed');
}

/** After a failed purchase, the use is available again. */
export async function releasePromoHold(trx: Trx, purchaseId: string): Promise<void> {
  await updatePromoHold(trx, purchaseId, 'released');
}

/** Adds a code. No-op if the code already exists. */
export async function addPromoCode(db: Db, code: NewPromoCode): Promise<void> {
  await insertPromoCode(db, code);
}
