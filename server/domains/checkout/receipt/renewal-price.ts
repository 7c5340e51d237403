import { addMonths } from '../../../lib/dates.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import type { ReceiptRenewal } from './receipt.schema.ts';

/**
 * Returns the price of the next renewal, and when the promo code's price ends. Null for free periods and for
 * one-time purchases other than upgrades.
 */
export function describeRenewal(quote: Quote, paidAt: Date, periodEnd: Date | null): ReceiptRenewal | null {
  const { interval, recurringCents, discountedRecurringCents, promo } = quote;
  if (quote.free || interval === 'once' || !periodEnd) return null;
  if (!promo || promo.periods === 1 || discountedRecurringCents === recurringCents) {
    const amountCents = promo ? recurringCents : discountedRecurringCents;
    return { amountCents, interval, on: periodEnd, regular: null };
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
