import type { Coupon } from './coupons.ts';

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

export interface Reduction {
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
