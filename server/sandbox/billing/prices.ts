import { z } from 'zod';
import { invalidParam, missingParam } from '../http/errors.ts';
import { amount, currency, integer, text } from '../http/params.ts';
import { newId } from '../state/ids.ts';
import type { Price } from '../state/records.ts';
import type { World } from '../state/world.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
});

/** The inline price of a line that is billed once. */
export const oneTimePriceData = z.strictObject({
  currency,
  product: text,
  unit_amount: amount.optional(),
});
/** The inline price of a subscription item. */
export const recurringPriceData = oneTimePriceData.extend({ recurring });

type PriceData = z.output<typeof oneTimePriceData> & { recurring?: z.output<typeof recurring> };

/** Stripe marks inline prices as inactive, because they can't be reused. */
export function createInlinePrice(world: World, data: PriceData, param: string): Price {
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
