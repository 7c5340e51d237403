import { z } from 'zod';

export const quoteLine = z
  .object({
    planId: z.int(),
    description: z.string(),
    quantity: z.int().min(1).default(1),
    /** Price per unit. Old quotes omit it. */
    unitCents: z.int().optional(),
    /** `quantity` times `unitCents`. */
    amountCents: z.int(),
    recurring: z.boolean(),
    /** Whether affiliates earn a commission on this line. They earn none on the card fee. */
    commissionable: z.boolean(),
  })
  .transform((line) => ({ ...line, unitCents: line.unitCents ?? line.amountCents / line.quantity }));
export type QuoteLine = z.infer<typeof quoteLine>;

/** What a purchase costs, as computed by the server. Amounts are in cents. */
export const quote = z.object({
  lines: z.array(quoteLine),
  subtotalCents: z.int(),
  discountCents: z.int(),
  /** Charged now. */
  totalCents: z.int(),
  /** The total before rounding, if it has a fraction of a cent. */
  exactTotalCents: z.number().optional(),
  /** The price of each later period, without and with the promo code. */
  recurringCents: z.int(),
  discountedRecurringCents: z.int(),
  /** With 'once', there are no later periods and their amounts are 0. */
  interval: z.enum(['month', 'year', 'once']),
  promo: z
    .object({
      code: z.string(),
      /** For how many periods the discount applies; null is forever. */
      periods: z.int().nullable(),
      /** The code sets the prices of some plans, which older clients can't read (D40). */
      hasPlanPrices: z.boolean().optional(),
    })
    .nullable(),
  /** No payment card is needed: the promo code covers the whole price, or a one-time charge comes to 0. */
  free: z.boolean(),
});
export type Quote = z.infer<typeof quote>;
