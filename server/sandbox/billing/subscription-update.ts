import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam, resourceMissing } from '../http/errors.ts';
import { applyMetadata, expand, flag, metadata, read, text } from '../http/params.ts';
import { type Call, getPathId } from '../http/route.ts';
import type { Subscription, SubscriptionItem } from '../state/records.ts';
import { getPeriodEnd } from '../state/schedule.ts';
import type { World } from '../state/world.ts';
import { createDiscounts, discountParams } from './discounts.ts';
import { createItem, createItemPrice, itemParams, requireSameInterval } from './subscription-items.ts';
import {
  changeSubscription,
  endSubscription,
  expireIncomplete,
  NO_CANCELLATION_DETAILS,
} from './subscription-status.ts';

const updateParams = z.strictObject({
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  /** Stripe removes all discounts if this is empty. */
  discounts: z.union([z.literal(''), discountParams]).optional(),
  items: z
    .array(itemParams.partial().extend({ id: text.optional(), deleted: flag.optional() }))
    .max(20)
    .optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  expand: expand.optional(),
});
const cancelParams = z.strictObject({ expand: expand.optional() });
type UpdateInput = z.output<typeof updateParams>;

export function updateSubscription(call: Call): Subscription {
  const { world } = call;
  const params = read(updateParams, call.form);
  const old = world.store.get('subscription', getPathId(call));
  if (old.ended_at !== null) {
    const { metadata: _m, expand: _e, ...rest } = params;
    if (Object.keys(rest).length > 0) {
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
    }
  }
  const change: Partial<Subscription> = {
    metadata: applyMetadata(old.metadata, params.metadata),
    ...createCardChange(world, old, params.default_payment_method),
    ...cancellationChange(world, old, params.cancel_at_period_end),
    ...createDiscountsChange(world, old, params.discounts),
    ...createItemsChange(world, old, params),
  };
  return changeSubscription(world, old, change);
}

function createCardChange(world: World, old: Subscription, id: string | undefined): Partial<Subscription> {
  if (id === undefined) return {};
  const card = world.store.find('payment_method', id);
  if (card?.customer !== old.customer) throw missingParam('PaymentMethod', id, 'default_payment_method');
  return { default_payment_method: card.id };
}

function cancellationChange(
  world: World,
  old: Subscription,
  atPeriodEnd: boolean | undefined,
): Partial<Subscription> {
  if (atPeriodEnd === undefined) return {};
  return {
    cancel_at: atPeriodEnd ? getPeriodEnd(old) : null,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: atPeriodEnd ? (old.canceled_at ?? world.now()) : null,
    cancellation_details: {
      ...NO_CANCELLATION_DETAILS,
      reason: atPeriodEnd ? 'cancellation_requested' : null,
    },
  };
}

function createDiscountsChange(
  world: World,
  old: Subscription,
  discounts: UpdateInput['discounts'],
): Partial<Subscription> {
  if (discounts === undefined) return {};
  const target = { customer: old.customer, subscription: old.id };
  return { discounts: createDiscounts(world, discounts || [], target, 'discounts') };
}

/** Changing items creates no invoice. The next renewal charges the new quantities and prices. */
function createItemsChange(world: World, old: Subscription, params: UpdateInput): Partial<Subscription> {
  if (params.items === undefined) return {};
  if (params.proration_behavior !== 'none') {
    throw invalidParam('proration_behavior', 'The sandbox does not prorate: pass proration_behavior=none.');
  }
  let items = [...old.items.data];
  const owner = { customer: old.customer, subscription: old.id, anchor: old.billing_cycle_anchor };
  for (const [n, { id, deleted, price_data, ...item }] of params.items.entries()) {
    const param = `items[${n}]`;
    if (id === undefined) {
      if (price_data === undefined) {
        throw invalidParam(`${param}[price_data]`, `Missing required param: ${param}[price_data].`);
      }
      items.push(createItem(world, { ...item, price_data }, owner, param));
      continue;
    }
    const before = items.find((item) => item.id === id);
    if (before === undefined) throw missingParam('subscription_item', id, `${param}[id]`);
    const after: SubscriptionItem = {
      ...before,
      ...(price_data === undefined ? {} : createItemPrice(world, price_data, `${param}[price_data]`)),
      quantity: item.quantity ?? before.quantity ?? 1,
    };
    items =
      deleted === true
        ? items.filter((item) => item.id !== id)
        : items.map((item) => (item.id === id ? after : item));
  }
  if (items.length === 0) {
    throw invalidRequest('A subscription must have at least one active plan.', { param: 'items' });
  }
  requireSameInterval(items);
  return { items: { ...old.items, data: items } };
}

export function cancelSubscription(call: Call): Subscription {
  const { world } = call;
  read(cancelParams, call.form);
  const subscription = world.store.get('subscription', getPathId(call));
  if (subscription.ended_at !== null) throw resourceMissing('subscription', subscription.id);
  if (subscription.status === 'incomplete') return expireIncomplete(world, subscription);
  return endSubscription(world, subscription, 'cancellation_requested');
}
