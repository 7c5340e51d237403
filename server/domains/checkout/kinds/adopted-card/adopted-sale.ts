import type { Quote } from '../../../catalog/quote.schema.ts';
import type { SoldSubscription, StripeSale } from '../../../payments/stripe-sale.service.ts';

/**
 * Subscriptions that these kinds started can be adopted, because only their membership has to be recreated.
 * Other kinds need data that Stripe doesn't have, such as a business's address.
 */
const ADOPTABLE_KINDS: ReadonlySet<string | undefined> = new Set([
  undefined,
  'card',
  'affiliate-signup',
  'adopted-card',
]);

export function isAdoptable({ metadata }: StripeSale): boolean {
  return ADOPTABLE_KINDS.has(metadata.kind);
}

/** Returns what the subscription costs at Stripe, as if our checkout had priced it. */
export function toAdoptedQuote(planId: number, { lines, totalCents, interval }: SoldSubscription): Quote {
  const sum = (rows: SoldSubscription['lines']) => rows.reduce((cents, row) => cents + row.amountCents, 0);
  const recurringCents = sum(lines.filter(({ isRecurring }) => isRecurring));
  const discountCents = sum(lines) - totalCents;
  return {
    lines: lines.map((line) => ({
      planId: line.planId ?? planId,
      description: line.description,
      quantity: line.quantity,
      unitCents: Math.round(line.amountCents / line.quantity),
      amountCents: line.amountCents,
      recurring: line.isRecurring,
      commissionable: line.isRecurring,
    })),
    subtotalCents: sum(lines),
    discountCents,
    totalCents,
    recurringCents,
    discountedRecurringCents: recurringCents - discountCents,
    interval,
    promo: null,
    free: false,
  };
}
