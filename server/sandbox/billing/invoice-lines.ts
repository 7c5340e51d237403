import { newId } from '../state/ids.ts';
import type { InvoiceLine, Price } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { computeReductions, type DiscountTerms, type PricedLine } from './discount-amounts.ts';
import { findActiveDiscounts, findDiscountCoupon } from './discounts.ts';

export interface DraftLine {
  readonly price: Price;
  readonly currency: string;
  readonly quantity: number;
  readonly amount: number;
  readonly description: string;
  readonly discountable: boolean;
  readonly discounts: readonly string[];
  readonly metadata: Record<string, string>;
  readonly period: { readonly start: number; readonly end: number };
  readonly parent: NonNullable<InvoiceLine['parent']>;
  readonly subscription: string | null;
}

interface Totals {
  readonly lines: InvoiceLine[];
  readonly subtotal: number;
  readonly total: number;
  readonly discountAmounts: { amount: number; discount: string }[];
}

/** Applies the discounts that are active at `invoice.at`. */
export function priceLines(
  world: World,
  drafts: readonly DraftLine[],
  invoice: { readonly id: string; readonly discounts: readonly string[]; readonly at: number },
): Totals {
  const terms = (ids: readonly string[]): DiscountTerms[] =>
    findActiveDiscounts(world, ids, invoice.at).flatMap((discount) => {
      const coupon = findDiscountCoupon(world, discount);
      return coupon === undefined ? [] : [{ id: discount.id, coupon }];
    });
  const pricedLines: PricedLine[] = drafts.map((draft) => ({
    amount: draft.amount,
    discountable: draft.discountable,
    discounts: terms(draft.discounts),
  }));
  const reductions = computeReductions(pricedLines, terms(invoice.discounts));
  const lines = drafts.map((draft, n) => makeLine(draft, reductions[n] ?? [], invoice.id));
  const amountByDiscount = new Map<string, number>();
  for (const { discount, amount } of reductions.flat())
    amountByDiscount.set(discount, (amountByDiscount.get(discount) ?? 0) + amount);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    lines,
    subtotal,
    total: subtotal - [...amountByDiscount.values()].reduce((sum, amount) => sum + amount, 0),
    discountAmounts: [...amountByDiscount].map(([discount, amount]) => ({ amount, discount })),
  };
}

function makeLine(
  draft: DraftLine,
  reductions: readonly { discount: string; amount: number }[],
  invoice: string,
): InvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: reductions.map(({ amount, discount }) => ({ amount, discount })),
    discountable: draft.discountable,
    discounts: [...draft.discounts],
    invoice,
    livemode: false,
    metadata: draft.metadata,
    parent: draft.parent,
    period: { ...draft.period },
    pretax_credit_amounts: reductions.map(({ amount, discount }) => ({ amount, discount, type: 'discount' })),
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product },
      type: 'price_details',
      unit_amount_decimal: draft.price.unit_amount_decimal,
    },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription: draft.subscription,
    subtotal: draft.amount,
    taxes: [],
  };
}

/** Returns, for example, `1 × Individual (at $49.95 / month)`. */
export function describe(world: World, price: Price, quantity: number): string {
  const name = world.store.find('product', price.product)?.name ?? price.product;
  if (price.recurring === null) return name;
  const unitPrice = ((price.unit_amount ?? 0) / 100).toFixed(2);
  const { interval, interval_count: count } = price.recurring;
  return `${quantity} × ${name} (at $${unitPrice} / ${count === 1 ? interval : `every ${count} ${interval}s`})`;
}
