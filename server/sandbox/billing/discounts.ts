import { z } from 'zod';
import { text } from '../http/params.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { type Coupon, redeemCoupon } from './coupons.ts';
import { addMonths } from './periods.ts';

type Discount = Records['discount'];

export const discountParams = z.array(z.strictObject({ coupon: text }));

interface DiscountTarget {
  readonly customer: string;
  readonly subscription: string;
  readonly subscriptionItem?: string;
}

/** Redeems coupons and returns the ids of the resulting discounts. */
export function createDiscounts(
  world: World,
  inputs: z.output<typeof discountParams> | undefined,
  target: DiscountTarget,
  param: string,
): string[] {
  return (inputs ?? []).map(
    ({ coupon }, n) =>
      createDiscount(world, redeemCoupon(world, coupon, `${param}[${n}][coupon]`), target).id,
  );
}

function createDiscount(world: World, coupon: Coupon, target: DiscountTarget): Discount {
  const start = world.now();
  return world.store.put('discount', {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: target.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: target.subscription,
    subscription_item: target.subscriptionItem ?? null,
  });
}

export function findDiscountCoupon(world: World, { source }: Discount): Coupon | undefined {
  return source.coupon === null ? undefined : world.store.find('coupon', source.coupon);
}

/** Returns the discounts that haven't ended at the given time. */
export function findActiveDiscounts(world: World, ids: readonly string[], at: number): Discount[] {
  return ids.flatMap((id) => {
    const discount = world.store.find('discount', id);
    return discount !== undefined && (discount.end === null || at < discount.end) ? [discount] : [];
  });
}

/** Returns the discounts that also apply to the next period. One-time discounts don't. */
export function findRemainingDiscounts(world: World, ids: readonly string[], nextPeriod: number): string[] {
  return findActiveDiscounts(world, ids, nextPeriod)
    .filter((discount) => findDiscountCoupon(world, discount)?.duration !== 'once')
    .map(({ id }) => id);
}
