import type { Coupon } from './coupons.ts';

/** A line as the arithmetic sees it, in cents. */
export interface PricedLine {
  readonly amount: number;
  readonly discountable: boolean;
  /** Its own discounts, which come before the invoice's. */
  readonly discounts: readonly Terms[];
}

export interface Terms {
  readonly id: string;
  readonly coupon: Pick<Coupon, 'amount_off' | 'percent_off'>;
}

export interface Reduction {
  readonly discount: string;
  readonly amount: number;
}

/**
 * What each line loses to which discount. A percentage is taken of what the line still costs, rounded half up;
 * an amount on an invoice is shared among the lines in proportion, the last one bearing the rest.
 */
export function reduce(lines: readonly PricedLine[], invoiceWide: readonly Terms[]): Reduction[][] {
  const left = lines.map((line) => line.amount);
  const reductions: Reduction[][] = lines.map(() => []);
  const take = (n: number, terms: Terms, wanted: number): number => {
    const amount = Math.min(wanted, left[n] ?? 0);
    left[n] = (left[n] ?? 0) - amount;
    const list = reductions[n] ?? [];
    const same = list.findIndex(({ discount }) => discount === terms.id);
    if (same >= 0) list[same] = { discount: terms.id, amount: amount + (list[same]?.amount ?? 0) };
    else if (amount > 0) list.push({ discount: terms.id, amount });
    return amount;
  };
  for (const [n, line] of lines.entries()) {
    for (const terms of line.discounts) {
      if (line.discountable) take(n, terms, offOf(terms, left[n] ?? 0));
    }
  }
  for (const terms of invoiceWide) {
    const eligible = [...lines.entries()].filter(([n, line]) => line.discountable && (left[n] ?? 0) > 0);
    const total = eligible.reduce((sum, [n]) => sum + (left[n] ?? 0), 0);
    if (terms.coupon.percent_off !== null) {
      for (const [n] of eligible) take(n, terms, offOf(terms, left[n] ?? 0));
      continue;
    }
    const whole = Math.min(terms.coupon.amount_off ?? 0, total);
    let rest = whole;
    for (const [n] of eligible) rest -= take(n, terms, Math.floor((whole * (left[n] ?? 0)) / total));
    for (const [n] of eligible.reverse()) rest -= take(n, terms, rest);
  }
  return reductions;
}

function offOf({ coupon }: Terms, amount: number): number {
  return coupon.percent_off === null
    ? (coupon.amount_off ?? 0)
    : Math.round((amount * coupon.percent_off) / 100);
}
