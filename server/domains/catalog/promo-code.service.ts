import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { listPlans } from './plan.service.ts';
import { MIN_CHARGE_CENTS } from './price.shared.ts';
import {
  countBuyerPromoUses,
  countCardPromoUses,
  countPromoUses,
  findPromoCode,
  hasFreePeriod,
  insertPromoCode,
  lockPromoCode,
  type NewPromoCode,
  type StoredPromoCode,
  updatePromoHold,
  upsertPromoHold,
} from './promo-code.repository.ts';
import type { PromoCode } from './promo-code.schema.ts';
import type { Quote } from './quote.schema.ts';

export type { NewPromoCode };

const createWrongCodeError = () => new AppError('WRONG_PROMO_CODE', { field: 'discountCode' });

/** Throws WRONG_PROMO_CODE if the discounted price, now or at a renewal, is below Stripe's minimum. */
export function requireChargeable(quote: Quote): Quote {
  const isTooSmall = (cents: number) => cents > 0 && cents < MIN_CHARGE_CENTS;
  if (!isTooSmall(quote.totalCents) && !isTooSmall(quote.discountedRecurringCents)) return quote;
  throw new AppError('WRONG_PROMO_CODE', {
    field: 'discountCode',
    message: `This code leaves less than ${formatCents(MIN_CHARGE_CENTS)} to pay, and cards can’t be charged that little. Please use another code.`,
  });
}

function isOpen(code: StoredPromoCode, now: Date): boolean {
  if (!code.isActive) return false;
  if (code.validFrom && code.validFrom > now) return false;
  return !code.validUntil || code.validUntil > now;
}

function appliesToPlans(code: PromoCode, planIds: readonly number[]): boolean {
  return code.plans.length === 0 || code.plans.some((plan) => planIds.includes(plan.planId));
}

/**
 * Limits a free code without plans to one period of a monthly consumer plan, so that it can't give away
 * company cards or a business plan (D42).
 */
async function limitFreeCode(db: Db, code: StoredPromoCode): Promise<StoredPromoCode> {
  if (!code.isFree || code.plans.length > 0) return code;
  const consumerPlans = (await listPlans(db)).filter(
    ({ kind, billingInterval }) => kind === 'consumer' && billingInterval === 'month',
  );
  const plans = consumerPlans.map(({ id }) => ({ planId: id, recurringPriceCents: null }));
  return { ...code, plans, periods: 1 };
}

/**
 * Checks whether a code can be used for any plan. A code that is unknown, inactive, outside its dates, or
 * used up is reported as invalid.
 */
export async function checkPromoCode(db: Db, code: string, now: Date) {
  const promoCode = await findPromoCode(db, code);
  const isCodeOpen = promoCode && isOpen(promoCode, now);
  const isUsedUp = promoCode?.maxUses != null && (await countPromoUses(db, code)) >= promoCode.maxUses;
  return {
    id: code,
    amountOff: isCodeOpen ? promoCode.amountOff : null,
    percentOff: isCodeOpen ? promoCode.percentOff : null,
    valid: Boolean(isCodeOpen && !isUsedUp),
  };
}

/**
 * Throws WRONG_PROMO_CODE unless the code is open and applies to one of the plans. Doesn't count uses,
 * because `holdPromoCode` does.
 */
export async function requireOpenPromoCode(
  db: Db,
  code: string,
  planId: number | readonly number[],
  now: Date,
): Promise<StoredPromoCode> {
  const storedCode = await findPromoCode(db, code);
  if (!storedCode || !isOpen(storedCode, now)) throw createWrongCodeError();
  const promoCode = await limitFreeCode(db, storedCode);
  if (!appliesToPlans(promoCode, [planId].flat())) throw createWrongCodeError();
  return promoCode;
}

/**
 * Returns a code that the buyer already uses, even if it is closed to new buyers. Returns undefined if it
 * doesn't apply to the plan.
 */
export async function findUsedPromoCode(
  db: Db,
  code: string,
  planId: number,
): Promise<PromoCode | undefined> {
  const storedCode = await findPromoCode(db, code);
  const promoCode = storedCode && (await limitFreeCode(db, storedCode));
  return promoCode && appliesToPlans(promoCode, [planId]) ? promoCode : undefined;
}

/** Like `requireOpenPromoCode`, but also rejects a used-up code. Used by quotes, which don't hold a use. */
export async function requirePromoCode(
  db: Db,
  code: string,
  planId: number | readonly number[],
  now: Date,
): Promise<PromoCode> {
  const promoCode = await requireOpenPromoCode(db, code, planId, now);
  if (promoCode.maxUses !== null && (await countPromoUses(db, code)) >= promoCode.maxUses)
    throw createWrongCodeError();
  return promoCode;
}

/**
 * Reserves one use of a code for a purchase. Call it in the transaction that inserts or retries the purchase.
 * Throws WRONG_PROMO_CODE if the code isn't open, if no use is left in total or for this buyer, or if it gives a
 * free period and the buyer has had one (D69).
 */
export async function holdPromoCode(
  trx: Trx,
  hold: {
    purchaseId: string;
    code: string;
    buyerKey: string;
    accountId: string | null;
    email: string;
    now: Date;
  },
): Promise<void> {
  await lockPromoCode(trx, hold.code);
  const code = await findPromoCode(trx, hold.code);
  if (!code || !isOpen(code, hold.now)) throw createWrongCodeError();
  if (code.maxUses !== null && (await countPromoUses(trx, hold.code)) >= code.maxUses)
    throw createWrongCodeError();
  if (code.maxUsesPerBuyer !== null) {
    const useCount = await countBuyerPromoUses(trx, hold.code, hold);
    if (useCount >= code.maxUsesPerBuyer) throw createWrongCodeError();
  }
  if (code.isFree && (await hasFreePeriod(trx, hold))) throw createWrongCodeError();
  const { purchaseId, buyerKey, now } = hold;
  await upsertPromoHold(trx, { purchaseId, code: hold.code, buyerKey, heldAt: now });
}

/**
 * Records the card that a purchase with a promo code is paid with. Throws WRONG_PROMO_CODE if the code's uses
 * per buyer are exhausted for this card.
 */
export async function holdPromoCodeForCard(
  trx: Trx,
  { purchaseId, code, cardFingerprint }: { purchaseId: string; code: string; cardFingerprint: string },
): Promise<void> {
  await lockPromoCode(trx, code);
  await updatePromoHold(trx, purchaseId, { cardFingerprint });
  const { maxUsesPerBuyer } = (await findPromoCode(trx, code)) ?? {};
  if (maxUsesPerBuyer == null) return;
  if ((await countCardPromoUses(trx, code, cardFingerprint)) > maxUsesPerBuyer) throw createWrongCodeError();
}

/** Marks the code use that a purchase held as consumed, because the purchase is paid. */
export async function consumePromoHold(trx: Trx, purchaseId: string): Promise<void> {
  await updatePromoHold(trx, purchaseId, { status: 'consumed' });
}

/** Releases the code use of a purchase that failed or was refunded. */
export async function releasePromoHold(trx: Trx, purchaseId: string): Promise<void> {
  await updatePromoHold(trx, purchaseId, { status: 'released' });
}

/** Does nothing if the code exists. */
export async function addPromoCode(db: Db, code: NewPromoCode): Promise<void> {
  await inTransaction(db, (trx) => insertPromoCode(trx, code));
}
