import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam, SandboxError } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import {
  amount,
  applyMetadata,
  currency,
  decimal,
  expand,
  flag,
  integer,
  metadata,
  read,
  text,
} from '../http/params.ts';
import { idOf, type Route } from '../http/route.ts';
import type { Records } from '../http/wire.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';

export type Coupon = Records['coupon'];

const couponParams = z.strictObject({
  amount_off: amount.optional(),
  applies_to: z.strictObject({ products: z.array(text) }).optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: integer.optional(),
  id: text.optional(),
  max_redemptions: integer.optional(),
  metadata: metadata.optional(),
  name: z.string().max(40).optional(),
  percent_off: decimal.optional(),
  redeem_by: integer.optional(),
  expand: expand.optional(),
});
const promotionParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  active: flag.optional(),
  code: text.optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  metadata: metadata.optional(),
  expand: expand.optional(),
});

/** A coupon as of now: one that is used up or out of date is not valid. */
export function freshCoupon(world: World, id: string, param: string): Coupon {
  const coupon = world.store.find('coupon', id);
  if (coupon === undefined) throw missingParam('coupon', id, param);
  const usedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const late = coupon.redeem_by !== null && coupon.redeem_by <= world.now();
  return { ...coupon, valid: coupon.valid && !usedUp && !late };
}

/** Counts a redemption, or refuses a coupon that is no longer good. */
export function redeem(world: World, id: string, param: string): Coupon {
  const coupon = freshCoupon(world, id, param);
  if (!coupon.valid) {
    throw invalidRequest(`Coupon expired: ${id}`, { code: 'coupon_expired', param });
  }
  return world.store.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
}

function createCoupon(world: World, given: z.output<typeof couponParams>): Coupon {
  if ((given.amount_off === undefined) === (given.percent_off === undefined)) {
    throw invalidParam('percent_off', 'You must pass either percent_off or amount_off, and not both.');
  }
  if (given.amount_off !== undefined && given.currency === undefined) {
    throw invalidParam('currency', 'You must pass currency when passing amount_off');
  }
  if (given.amount_off === 0 || (given.percent_off ?? 1) <= 0 || (given.percent_off ?? 1) > 100) {
    throw invalidParam(given.amount_off === 0 ? 'amount_off' : 'percent_off', 'Invalid discount.');
  }
  const duration = given.duration ?? 'once';
  if ((duration === 'repeating') !== (given.duration_in_months !== undefined)) {
    throw invalidParam(
      'duration_in_months',
      'duration_in_months belongs to a repeating coupon, which needs it.',
    );
  }
  if (given.id !== undefined && world.store.find('coupon', given.id) !== undefined) {
    throw new SandboxError(400, {
      type: 'invalid_request_error',
      code: 'resource_already_exists',
      message: 'Coupon already exists.',
      param: 'id',
    });
  }
  const coupon: Coupon = {
    id: given.id ?? newId('', 8).slice(1),
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    created: world.now(),
    currency: given.amount_off === undefined ? null : (given.currency ?? null),
    duration,
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: applyMetadata({}, given.metadata),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
    ...(given.applies_to === undefined ? {} : { applies_to: given.applies_to }),
  };
  world.store.put('coupon', coupon);
  world.emit('coupon.created', coupon);
  return coupon;
}

function createPromotionCode(
  world: World,
  given: z.output<typeof promotionParams>,
): Records['promotion_code'] {
  const coupon = freshCoupon(world, given.promotion.coupon, 'promotion[coupon]');
  const code = given.code ?? newId('', 8).slice(1).toUpperCase();
  const taken = world.store
    .list('promotion_code')
    .some((other) => other.active && other.code.toLowerCase() === code.toLowerCase());
  if (taken)
    throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
      code: 'resource_already_exists',
    });
  const promotion: Records['promotion_code'] = {
    id: newId('promo'),
    object: 'promotion_code',
    active: given.active ?? true,
    code,
    created: world.now(),
    customer: given.customer ?? null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: applyMetadata({}, given.metadata),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  world.store.put('promotion_code', promotion);
  world.emit('promotion_code.created', promotion);
  return promotion;
}

export const couponRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    handle: ({ world, form }) => createCoupon(world, read(couponParams, form)),
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    handle: ({ world, form }) =>
      paginate(
        world.store.list('coupon'),
        read(z.strictObject({ ...page, expand: expand.optional() }), form),
        '/v1/coupons',
      ),
  },
  {
    method: 'GET',
    path: '/v1/coupons/:id',
    handle: (call) => freshCoupon(call.world, call.world.store.get('coupon', idOf(call)).id, 'coupon'),
  },
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    handle: (call) => {
      const coupon = call.world.store.get('coupon', idOf(call));
      call.world.store.delete('coupon', coupon.id);
      call.world.store.put('deleted_coupon', coupon);
      call.world.emit('coupon.deleted', coupon);
      return { id: coupon.id, object: 'coupon', deleted: true };
    },
  },
  {
    method: 'POST',
    path: '/v1/promotion_codes',
    handle: ({ world, form }) => createPromotionCode(world, read(promotionParams, form)),
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes',
    handle: ({ world, form }) => {
      const given = read(
        z.strictObject({
          ...page,
          active: flag.optional(),
          code: text.optional(),
          coupon: text.optional(),
          expand: expand.optional(),
        }),
        form,
      );
      const rows = world.store
        .list('promotion_code')
        .filter(({ active }) => active === (given.active ?? active))
        .filter(({ code }) => given.code === undefined || code.toLowerCase() === given.code.toLowerCase())
        .filter(({ promotion }) => given.coupon === undefined || promotion.coupon === given.coupon);
      return paginate(rows, given, '/v1/promotion_codes');
    },
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    handle: (call) => call.world.store.get('promotion_code', idOf(call)),
  },
  {
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    handle: (call) => {
      const given = read(
        z.strictObject({ active: flag.optional(), metadata: metadata.optional(), expand: expand.optional() }),
        call.form,
      );
      const old = call.world.store.get('promotion_code', idOf(call));
      const next = call.world.store.put('promotion_code', {
        ...old,
        active: given.active ?? old.active,
        metadata: applyMetadata(old.metadata ?? {}, given.metadata),
      });
      call.world.emit('promotion_code.updated', next);
      return next;
    },
  },
];
