import { z } from 'zod';
import { addMonths } from '../../lib/dates.ts';

export const quoteLine = z
  .object({
    planId: z.int(),
    description: z.string(),
    quantity: z.int().min(1).default(1),
    /** Missing in old quotes. */
    unitCents: z.int().optional(),
    /** `quantity` times `unitCents`. */
    amountCents: z.int(),
    recurring: z.boolean(),
    /** True if affiliates earn a commission on this line. False for the card fee. */
    commissionable: z.boolean(),
  })
  .transform((line) => ({ ...line, unitCents: line.unitCents ?? line.amountCents / line.quantity }));
export type QuoteLine = z.infer<typeof quoteLine>;

/** What a purchase costs. Only the server computes quotes; amounts are in cents. */
export const quote = z.object({
  lines: z.array(quoteLine),
  subtotalCents: z.int(),
  discountCents: z.int(),
  /** Charged now. */
  totalCents: z.int(),
  /** The total before rounding, if it has a fraction of a cent. */
  exactTotalCents: z.number().optional(),
  /** The price of each later period without the promo code. The next field is the price with it. */
  recurringCents: z.int(),
  discountedRecurringCents: z.int(),
  /** With 'once', there are no later periods, and their amounts are 0. */
  interval: z.enum(['month', 'year', 'once']),
  promo: z
    .object({
      code: z.string(),
      /** How many periods the discount lasts; null means forever. */
      periods: z.int().nullable(),
      /** True if the code sets the prices of some plans, which older clients can't display (D40). */
      hasPlanPrices: z.boolean().optional(),
    })
    .nullable(),
  /** True if no payment card is needed: a promo code covers the price, or a one-time charge is 0. */
  free: z.boolean(),
});
export type Quote = z.infer<typeof quote>;

/** A quote as checkout shows it. */
export const shownQuote = quote.extend({
  /** The end of the first period if the purchase is made now. Then the second one is charged. */
  firstPeriodEnd: z.date(),
});

/** Adds the day of the second charge. A browser's clock may be wrong, and it may be in another time zone. */
export function toShownQuote(quote: Quote, now: Date): z.infer<typeof shownQuote> {
  return { ...quote, firstPeriodEnd: addMonths(now, quote.interval === 'year' ? 12 : 1) };
}
