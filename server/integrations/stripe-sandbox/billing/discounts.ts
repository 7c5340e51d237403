import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam } from '../http/errors.ts';
import { text } from '../http/params.ts';
import type { Records } from '../http/wire.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';
import { type Coupon, redeem } from './coupons.ts';
import { addMonths } from './periods.ts';

export type Discount = Records['discount'];

export const discountParams = z.array(
  z.strictObject({ coupon: text.optional(), discount: text.optional(), promotion_code: text.optional() }),
);
export type DiscountGiven = z.output<typeof discountParams>[number];

interface Target {
  readonly customer: string;
  readonly subscription?: string;
  readonly subscriptionItem?: string;
  readonly invoiceItem?: string;
}

/** Redeems what was given and answers the discounts' ids; one that exists already is carried over. */
export function giveDiscounts(
  world: World,
  given: readonly DiscountGiven[] | undefined,
  target: Target,
  param: string,
): string[] {
  return (given ?? []).map((one, n) => {
    const name = `${param}[${n}]`;
    if (one.discount !== undefined) {
      if (world.store.find('discount', one.discount) === undefined) {
        throw missingParam('discount', one.discount, `${name}[discount]`);
      }
      return one.discount;
    }
    if (one.promotion_code !== undefined) return givePromotion(world, one.promotion_code, target, name);
    if (one.coupon === undefined) throw invalidParam(name, `Missing required param: ${name}[coupon].`);
    return give(world, redeem(world, one.coupon, `${name}[coupon]`), target, null);
  });
}

function givePromotion(world: World, id: string, target: Target, param: string): string {
  const code = world.store.find('promotion_code', id);
  if (code === undefined) throw missingParam('promotion code', id, `${param}[promotion_code]`);
  const usedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const late = code.expires_at !== null && code.expires_at <= world.now();
  const foreign = code.customer !== null && code.customer !== target.customer;
  if (!code.active || usedUp || late || foreign || code.promotion.coupon === null) {
    throw invalidRequest(
      'This promotion code cannot be redeemed because it is not active or not valid for this customer.',
      {
        param: `${param}[promotion_code]`,
      },
    );
  }
  const coupon = redeem(world, code.promotion.coupon, `${param}[promotion_code]`);
  world.store.put('promotion_code', { ...code, times_redeemed: code.times_redeemed + 1 });
  return give(world, coupon, target, id);
}

function give(world: World, coupon: Coupon, target: Target, promotionCode: string | null): string {
  const start = world.now();
  const discount: Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: target.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: target.invoiceItem ?? null,
    promotion_code: promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: target.subscription ?? null,
    subscription_item: target.subscriptionItem ?? null,
  };
  return world.store.put('discount', discount).id;
}

export function couponOf(world: World, discount: Discount): Coupon | undefined {
  const id = discount.source.coupon;
  if (id === null) return undefined;
  return world.store.find('coupon', id) ?? world.store.find('deleted_coupon', id);
}

/** The discounts of these ids that hold at an instant. */
export function inForce(world: World, ids: readonly string[], at: number): Discount[] {
  return ids.flatMap((id) => {
    const discount = world.store.find('discount', id);
    return discount !== undefined && (discount.end === null || at < discount.end) ? [discount] : [];
  });
}

/** What is left of them once an invoice has used them: not those that hold once, nor those that have ended. */
export function leftAfterInvoice(world: World, ids: readonly string[], nextPeriod: number): string[] {
  return inForce(world, ids, nextPeriod)
    .filter((discount) => couponOf(world, discount)?.duration !== 'once')
    .map(({ id }) => id);
}
