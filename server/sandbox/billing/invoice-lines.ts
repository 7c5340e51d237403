import { newId } from '../state/ids.ts';
import type { InvoiceLine, Price } from '../state/records.ts';
import type { World } from '../state/world.ts';
import type { Coupon } from './coupons.ts';
import { findActiveDiscounts, findDiscountCoupon } from './discounts.ts';

/** `amount` is before discounts. */
export interface PricedLine {
  readonly amount: number;
  readonly discountable: boolean;
  /** These are applied before the invoice's discounts. */
  readonly discounts: readonly DiscountTerms[];
}

export interface DiscountTerms {
  readonly id: string;
  readonly coupon: Pick<Coupon, 'amount_off' | 'percent_off'>;
}

interface Reduction {
  readonly discount: string;
  readonly amount: number;
}

/**
 * Returns the reductions of each line. A percentage applies to the line's remaining amount, rounded half up.
 * A fixed amount on the invoice is split in proportion to the lines' amounts, and the last line gets the
 * remainder.
 */
export function computeReductions(
  lines: readonly PricedLine[],
  invoiceDiscounts: readonly DiscountTerms[],
): Reduction[][] {
  const remainingAmounts = lines.map((line) => line.amount);
  const reductions: Reduction[][] = lines.map(() => []);
  const discountLine = (n: number, terms: DiscountTerms, requestedAmount: number): number => {
    const amount = Math.min(requestedAmount, remainingAmounts[n] ?? 0);
    remainingAmounts[n] = (remainingAmounts[n] ?? 0) - amount;
    const list = reductions[n] ?? [];
    const index = list.findIndex(({ discount }) => discount === terms.id);
    if (index >= 0) list[index] = { discount: terms.id, amount: amount + (list[index]?.amount ?? 0) };
    else if (amount > 0) list.push({ discount: terms.id, amount });
    return amount;
  };
  for (const [n, line] of lines.entries()) {
    for (const terms of line.discounts) {
      if (line.discountable) discountLine(n, terms, computeDiscountAmount(terms, remainingAmounts[n] ?? 0));
    }
  }
  for (const terms of invoiceDiscounts) {
    const eligible = [...lines.entries()].filter(
      ([n, line]) => line.discountable && (remainingAmounts[n] ?? 0) > 0,
    );
    const total = eligible.reduce((sum, [n]) => sum + (remainingAmounts[n] ?? 0), 0);
    if (terms.coupon.percent_off !== null) {
      for (const [n] of eligible)
        discountLine(n, terms, computeDiscountAmount(terms, remainingAmounts[n] ?? 0));
      continue;
    }
    const amountOff = Math.min(terms.coupon.amount_off ?? 0, total);
    let remainder = amountOff;
    for (const [n] of eligible)
      remainder -= discountLine(n, terms, Math.floor((amountOff * (remainingAmounts[n] ?? 0)) / total));
    for (const [n] of eligible.reverse()) remainder -= discountLine(n, terms, remainder);
  }
  return reductions;
}

function computeDiscountAmount({ coupon }: DiscountTerms, amount: number): number {
  return coupon.percent_off === null
    ? (coupon.amount_off ?? 0)
    : Math.round((amount * coupon.percent_off) / 100);
}

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
