import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam } from '../http/errors.ts';
import { applyMetadata, flag, integer, metadata, text } from '../http/params.ts';
import type { Price, Subscription, SubscriptionItem } from '../http/wire.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';
import { discountParams, giveDiscounts } from './discounts.ts';
import { type DraftLine, describe } from './invoice-lines.ts';
import { boundaryAfter } from './periods.ts';
import { inlinePrice, oncePriceData, recurringPriceData } from './prices.ts';

export const itemParams = z.strictObject({
  price: text.optional(),
  price_data: recurringPriceData.optional(),
  quantity: integer.optional(),
  metadata: metadata.optional(),
  discounts: z.union([discountParams, z.literal('')]).optional(),
});
export const extraParams = z.strictObject({
  price: text.optional(),
  price_data: oncePriceData.optional(),
  quantity: integer.optional(),
  metadata: metadata.optional(),
  discountable: flag.optional(),
  discounts: discountParams.optional(),
});
export type ItemGiven = z.output<typeof itemParams>;
export type ExtraGiven = z.output<typeof extraParams>;

interface Owner {
  readonly customer: string;
  readonly subscription: string;
  readonly anchor: number;
}

export function makeItem(world: World, given: ItemGiven, owner: Owner, param: string): SubscriptionItem {
  const price = priceOf(world, given.price, given.price_data, param);
  if (price.recurring === null) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      {
        param: `${param}[price]`,
      },
    );
  }
  const id = newId('si', 14);
  const { interval, interval_count: count } = price.recurring;
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: world.now(),
    current_period_end: boundaryAfter(owner.anchor, interval, count, world.now()),
    current_period_start: world.now(),
    current_trial: null,
    discounts: giveDiscounts(
      world,
      given.discounts === '' ? [] : given.discounts,
      { customer: owner.customer, subscription: owner.subscription, subscriptionItem: id },
      `${param}[discounts]`,
    ),
    metadata: applyMetadata({}, given.metadata),
    plan: planOf(price, price.recurring),
    price,
    quantity: given.quantity ?? 1,
    subscription: owner.subscription,
    tax_rates: [],
  };
}

function priceOf(
  world: World,
  id: string | undefined,
  data: z.output<typeof recurringPriceData> | z.output<typeof oncePriceData> | undefined,
  param: string,
): Price {
  if (data !== undefined) return inlinePrice(world, data, `${param}[price_data]`);
  if (id === undefined)
    throw invalidParam(`${param}[price]`, `Missing required param: ${param}[price].`, 'parameter_missing');
  const price = world.store.find('price', id);
  if (price === undefined) throw missingParam('price', id, `${param}[price]`);
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${param}[price]`,
    });
  return price;
}

/** All items of a subscription share one rhythm here, as all of ours do. */
export function requireOneRhythm(items: readonly SubscriptionItem[]): void {
  const rhythms = new Set(
    items.map(
      ({ price }) => `${price.currency} ${price.recurring?.interval_count} ${price.recurring?.interval}`,
    ),
  );
  if (rhythms.size > 1) {
    throw invalidRequest(
      'The sandbox does not serve subscriptions whose items differ in interval or currency.',
      { param: 'items' },
    );
  }
}

/** The lines that a subscription's items put on the invoice of a period, the latest item first. */
export function itemLines(world: World, subscription: Subscription): DraftLine[] {
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

/** The lines of `add_invoice_items`, charged once. */
export function extraLines(
  world: World,
  given: readonly ExtraGiven[] | undefined,
  owner: { readonly customer: string; readonly subscription: string },
  period: { readonly start: number; readonly end: number },
): DraftLine[] {
  const lines = (given ?? []).map((one, n): DraftLine => {
    const param = `add_invoice_items[${n}]`;
    const price = priceOf(world, one.price, one.price_data, param);
    const invoiceItem = newId('ii');
    const quantity = one.quantity ?? 1;
    return {
      price,
      currency: price.currency,
      quantity,
      amount: (price.unit_amount ?? 0) * quantity,
      description: describe(world, price, quantity),
      discountable: one.discountable ?? true,
      discounts: giveDiscounts(world, one.discounts, { ...owner, invoiceItem }, `${param}[discounts]`),
      metadata: applyMetadata({}, one.metadata),
      period,
      parent: {
        invoice_item_details: {
          invoice_item: invoiceItem,
          proration: false,
          proration_details: { credited_items: null },
          subscription: owner.subscription,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
      subscription: owner.subscription,
    };
  });
  return lines.reverse();
}

function planOf(price: Price, recurring: NonNullable<Price['recurring']>): SubscriptionItem['plan'] {
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
