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

/** Is the code open to somebody, for some plan? Unknown, closed and used-up codes are all just not valid. */
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

/** An open code that fits one of the plans, or 'Wrong Promo Code' at the field; its uses are counted when it is held. */
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

/** The same for somebody who only asks: a code that is used up is wrong, too. */
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
 * Takes one use of a code for a purchase, in the transaction that inserts or restarts it; 'Wrong Promo Code' where
 * none is left, in all or for this buyer (DESIGN D42).
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

/** The purchase was paid: its use of the code is final. */
export async function consumePromoHold(trx: Trx, purchaseId: string): Promise<void> {
  await updatePromoHold(trx, purchaseId, 'consumed');
}

/** The purchase failed: its use of the code is free again. */
export async function releasePromoHold(trx: Trx, purchaseId: string): Promise<void> {
  await updatePromoHold(trx, purchaseId, 'released');
}

/** Adds a code where there is none of its name; what stands stays. */
export async function addPromoCode(db: Db, code: NewPromoCode): Promise<void> {
  await insertPromoCode(db, code);
}
