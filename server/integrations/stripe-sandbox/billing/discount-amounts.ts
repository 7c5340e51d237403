import type { Coupon } from './coupons.ts';

/** An invoice line before discounts, in cents. */
export interface PricedLine {
  readonly amount: number;
  readonly discountable: boolean;
  /** The line's own discounts, which are applied before the invoice's. */
  readonly discounts: readonly DiscountTerms[];
}

export interface DiscountTerms {
  readonly id: string;
  readonly coupon: Pick<Coupon, 'amount_off' | 'percent_off'>;
}

export interface Reduction {
  readonly discount: string;
  readonly amount: number;
}

/**
 * Computes how much each discount takes off each line. A percentage applies to the line's remaining amount, rounded
 * half up. A fixed amount on the invoice is split across lines in proportion, and the last line takes the remainder.
 */
export function reduce(lines: readonly PricedLine[], invoiceWide: readonly DiscountTerms[]): Reduction[][] {
  const left = lines.map((line) => line.amount);
  const reductions: Reduction[][] = lines.map(() => []);
  const take = (n: number, terms: DiscountTerms, wanted: number): number => {
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

function offOf({ coupon }: DiscountTerms, amount: number): number {
  return coupon.percent_off === null
    ? (coupon.amount_off ?? 0)
    : Math.round((amount * coupon.percent_off) / 100);
}
