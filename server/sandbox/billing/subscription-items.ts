import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam } from '../http/errors.ts';
import { amount, currency, flag, integer, text } from '../http/params.ts';
import { newId } from '../state/ids.ts';
import type { Price, Subscription, SubscriptionItem } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { createDiscounts, discountParams } from './discounts.ts';
import { type DraftLine, describe } from './invoice-lines.ts';
import { findNextBoundary } from './periods.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
});

/** The inline price of a line that is billed once. */
const oneTimePriceData = z.strictObject({
  currency,
  product: text,
  unit_amount: amount.optional(),
});
/** The inline price of a subscription item. */
const recurringPriceData = oneTimePriceData.extend({ recurring });

type PriceData = z.output<typeof oneTimePriceData> & { recurring?: z.output<typeof recurring> };

/** Stripe marks inline prices as inactive, because they can't be reused. */
function createInlinePrice(world: World, data: PriceData, param: string): Price {
  const { product, unit_amount: unitAmount } = data;
  if (world.store.find('product', product) === undefined) {
    throw missingParam('product', product, `${param}[product]`);
  }
  if (unitAmount === undefined) {
    throw invalidParam(`${param}[unit_amount]`, 'Missing required param: unit_amount, in whole cents.');
  }
  return world.store.put('price', {
    id: newId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: data.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring:
      data.recurring === undefined
        ? null
        : {
            interval: data.recurring.interval,
            interval_count: data.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: data.recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  });
}

export const itemParams = z.strictObject({
  price_data: recurringPriceData,
  quantity: integer.optional(),
  discounts: discountParams.optional(),
});
export const addedItemParams = z.strictObject({
  price_data: oneTimePriceData,
  quantity: integer.optional(),
  discountable: flag.optional(),
});
export type ItemInput = z.output<typeof itemParams>;
export type ExtraInput = z.output<typeof addedItemParams>;

interface ItemOwner {
  readonly customer: string;
  readonly subscription: string;
  readonly anchor: number;
}

export function createItem(
  world: World,
  input: ItemInput,
  owner: ItemOwner,
  param: string,
): SubscriptionItem {
  const { price, plan } = createItemPrice(world, input.price_data, `${param}[price_data]`);
  const id = newId('si', 14);
  const { interval, interval_count: count } = plan;
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: world.now(),
    current_period_end: findNextBoundary(owner.anchor, interval, count, world.now()),
    current_period_start: world.now(),
    current_trial: null,
    discounts: createDiscounts(
      world,
      input.discounts,
      { customer: owner.customer, subscription: owner.subscription, subscriptionItem: id },
      `${param}[discounts]`,
    ),
    metadata: {},
    plan,
    price,
    quantity: input.quantity ?? 1,
    subscription: owner.subscription,
    tax_rates: [],
  };
}

/** Creates the price of an item, and returns it with its plan. The periods of the item are unchanged. */
export function createItemPrice(
  world: World,
  priceData: ItemInput['price_data'],
  param: string,
): Pick<SubscriptionItem, 'price' | 'plan'> {
  const price = createInlinePrice(world, priceData, param);
  if (price.recurring === null) throw new Error('A recurring price was created as a one-time price');
  return { price, plan: makePlan(price, price.recurring) };
}

export function requireSameInterval(items: readonly SubscriptionItem[]): void {
  const intervals = new Set(
    items.map(
      ({ price }) => `${price.currency} ${price.recurring?.interval_count} ${price.recurring?.interval}`,
    ),
  );
  if (intervals.size > 1) {
    throw invalidRequest(
      'The sandbox does not support subscriptions whose items differ in interval or currency.',
      { param: 'items' },
    );
  }
}

/** Stripe lists the latest item first. */
export function listItemLines(world: World, subscription: Subscription): DraftLine[] {
  const lines = subscription.items.data.map(
    (item): DraftLine => ({
      price: item.price,
      currency: item.price.currency,
      quantity: item.quantity ?? 1,
      amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      description: describe(world, item.price, item.quantity ?? 1),
      discountable: true,
      discounts: item.discounts,
      metadata: subscription.metadata,
      period: { start: item.current_period_start, end: item.current_period_end },
      parent: {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: false,
          proration_details: { credited_items: null },
          subscription: subscription.id,
          subscription_item: item.id,
        },
        type: 'subscription_item_details',
      },
      subscription: subscription.id,
    }),
  );
  return lines.reverse();
}

/** Returns the one-time lines requested with `add_invoice_items`. */
export function listAddedLines(
  world: World,
  inputs: readonly ExtraInput[] | undefined,
  subscription: string,
  period: { readonly start: number; readonly end: number },
): DraftLine[] {
  const lines = (inputs ?? []).map((item, n): DraftLine => {
    const param = `add_invoice_items[${n}]`;
    const price = createInlinePrice(world, item.price_data, `${param}[price_data]`);
    const invoiceItem = newId('ii');
    const quantity = item.quantity ?? 1;
    return {
      price,
      currency: price.currency,
      quantity,
      amount: (price.unit_amount ?? 0) * quantity,
      description: describe(world, price, quantity),
      discountable: item.discountable ?? true,
      discounts: [],
      metadata: {},
      period,
      parent: {
        invoice_item_details: {
          invoice_item: invoiceItem,
          proration: false,
          proration_details: { credited_items: null },
          subscription,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
      subscription,
    };
  });
  return lines.reverse();
}

function makePlan(price: Price, recurring: NonNullable<Price['recurring']>): SubscriptionItem['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
