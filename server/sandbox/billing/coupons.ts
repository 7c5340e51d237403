import { z } from 'zod';
import { invalidParam, missingParam } from '../http/errors.ts';
import { amount, applyMetadata, currency, decimal, expand, integer, metadata, read } from '../http/params.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';

export type Coupon = Records['coupon'];

const createParams = z.strictObject({
  amount_off: amount.optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: integer.optional(),
  metadata: metadata.optional(),
  name: z.string().max(40).optional(),
  percent_off: decimal.optional(),
  expand: expand.optional(),
});

export function redeemCoupon(world: World, id: string, param: string): Coupon {
  const coupon = world.store.find('coupon', id);
  if (coupon === undefined) throw missingParam('coupon', id, param);
  return world.store.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
}

function createCoupon(world: World, params: z.output<typeof createParams>): Coupon {
  if ((params.amount_off === undefined) === (params.percent_off === undefined)) {
    throw invalidParam('percent_off', 'You must pass either percent_off or amount_off, and not both.');
  }
  if (params.amount_off !== undefined && params.currency === undefined) {
    throw invalidParam('currency', 'You must pass currency when passing amount_off');
  }
  if (params.amount_off === 0 || (params.percent_off ?? 1) <= 0 || (params.percent_off ?? 1) > 100) {
    throw invalidParam(params.amount_off === 0 ? 'amount_off' : 'percent_off', 'Invalid discount.');
  }
  const duration = params.duration ?? 'once';
  if ((duration === 'repeating') !== (params.duration_in_months !== undefined)) {
    throw invalidParam(
      'duration_in_months',
      'duration_in_months belongs to a repeating coupon, which needs it.',
    );
  }
  const coupon: Coupon = {
    id: newId('', 8).slice(1),
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    created: world.now(),
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration,
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: null,
    metadata: applyMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
  world.store.put('coupon', coupon);
  world.emit('coupon.created', coupon);
  return coupon;
}

export const couponRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    handle: ({ world, form }) => createCoupon(world, read(createParams, form)),
  },
];
