import { z } from 'zod';
import { invalidParam, missingParam } from '../http/errors.ts';
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
import type { Price } from '../http/wire.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
});
const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified']);
const money = {
  currency,
  product: text,
  tax_behavior: taxBehavior.optional(),
  unit_amount: amount.optional(),
  unit_amount_decimal: decimal.optional(),
};

/** A price given in place: of a subscription's item, or (without `recurring`) of a single line. */
export const recurringPriceData = z.strictObject({ ...money, recurring });
export const oncePriceData = z.strictObject(money);
const createParams = z.strictObject({
  ...money,
  active: flag.optional(),
  lookup_key: text.optional(),
  metadata: metadata.optional(),
  nickname: z.string().optional(),
  recurring: recurring.optional(),
  expand: expand.optional(),
});
const listParams = z.strictObject({
  ...page,
  active: flag.optional(),
  product: text.optional(),
  lookup_keys: z.array(text).optional(),
  expand: expand.optional(),
});

type PriceData = z.output<typeof oncePriceData> & { recurring?: z.output<typeof recurring> | undefined };
interface Labels {
  readonly active: boolean;
  readonly lookup_key: string | null;
  readonly metadata: Record<string, string>;
  readonly nickname: string | null;
}

const INLINE: Labels = { active: false, lookup_key: null, metadata: {}, nickname: null };

/** A price made for one use; it cannot be used again, so it is not active. */
export function inlinePrice(world: World, given: PriceData, param: string): Price {
  if (world.store.find('product', given.product) === undefined) {
    throw missingParam('product', given.product, `${param}[product]`);
  }
  return makePrice(world, given, INLINE, param);
}

function makePrice(world: World, given: PriceData, labels: Labels, param: string): Price {
  const unitAmount = given.unit_amount ?? given.unit_amount_decimal;
  if (unitAmount === undefined || !Number.isInteger(unitAmount)) {
    throw invalidParam(`${param}[unit_amount]`, 'Missing required param: unit_amount, in whole cents.');
  }
  return world.store.put('price', {
    id: newId('price'),
    object: 'price',
    active: labels.active,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: labels.lookup_key,
    metadata: labels.metadata,
    nickname: labels.nickname,
    product: given.product,
    recurring:
      given.recurring === undefined
        ? null
        : {
            interval: given.recurring.interval,
            interval_count: given.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  });
}

export const priceRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    handle: ({ world, form }) => {
      const given = read(createParams, form);
      if (world.store.find('product', given.product) === undefined) {
        throw missingParam('product', given.product, 'product');
      }
      const labels = {
        active: given.active ?? true,
        lookup_key: given.lookup_key ?? null,
        metadata: applyMetadata({}, given.metadata),
        nickname: given.nickname ?? null,
      };
      const price = makePrice(world, given, labels, 'price');
      world.emit('price.created', price);
      return price;
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows =
        given.product === undefined
          ? world.store.list('price')
          : world.store.list('price', 'product', given.product);
      const found = rows
        .filter(({ active }) => active === (given.active ?? active))
        .filter(({ lookup_key: key }) => given.lookup_keys?.includes(key ?? '') ?? true);
      return paginate(found, given, '/v1/prices');
    },
  },
  { method: 'GET', path: '/v1/prices/:id', handle: (call) => call.world.store.get('price', idOf(call)) },
];
