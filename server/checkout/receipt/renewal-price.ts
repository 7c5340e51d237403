import type { Quote } from '../../catalog/quote.schema.ts';
import { addMonths } from '../../lib/dates.ts';
import type { ReceiptRenewal } from './receipt.schema.ts';

/**
 * What recurs after the first payment, and when a promo code's price ends; null for a free period and for a single
 * charge, which has no period (DESIGN D25, D42).
 */
export function renewalOf(quote: Quote, paidAt: Date, periodEnd: Date | null): ReceiptRenewal | null {
  const { interval, recurringCents, discountedRecurringCents, promo } = quote;
  if (quote.free || interval === 'once' || !periodEnd) return null;
  if (!promo || promo.periods === 1 || discountedRecurringCents === recurringCents) {
    return { amountCents: recurringCents, interval, on: periodEnd, regular: null };
  }
  const months = interval === 'year' ? 12 : 1;
  return {
    amountCents: discountedRecurringCents,
    interval,
    on: periodEnd,
    regular:
      promo.periods === null
        ? null
        : { amountCents: recurringCents, from: addMonths(paidAt, promo.periods * months) },
  };
}

/** What the period after the `paid`-th payment costs, in cents: the promo code holds for as many as it says (D42). */
export function nextChargeOf(
  { recurringCents, discountedRecurringCents, promo }: Quote,
  paid: number,
): number {
  const holds = promo !== null && (promo.periods === null || paid < promo.periods);
  return holds ? discountedRecurringCents : recurringCents;
}
