import { z } from 'zod';

export const quoteLine = z
  .object({
    /** The plan or addon in the catalog. */
    planId: z.int(),
    description: z.string(),
    quantity: z.int().min(1).default(1),
    /** What one of them costs; where it is left out, the amount shared out among them. */
    unitCents: z.int().optional(),
    /** The whole line: `quantity` times `unitCents`. */
    amountCents: z.int(),
    recurring: z.boolean(),
    /** Whether affiliates earn on this line. Nobody earns on the card fee. */
    commissionable: z.boolean(),
  })
  .transform((line) => ({ ...line, unitCents: line.unitCents ?? line.amountCents / line.quantity }));
export type QuoteLine = z.infer<typeof quoteLine>;

/** What a purchase costs, computed by the server alone (DESIGN D2). Amounts in cents. */
export const quote = z.object({
  lines: z.array(quoteLine),
  subtotalCents: z.int(),
  discountCents: z.int(),
  /** What is charged now. */
  totalCents: z.int(),
  /** What each later period costs while the promo code holds, and after it. */
  recurringCents: z.int(),
  discountedRecurringCents: z.int(),
  /** 'once': one charge that does not recur; the amounts of later periods are 0. */
  interval: z.enum(['month', 'year', 'once']),
  promo: z
    .object({
      code: z.string(),
      /** For how many periods the discount holds; null is for ever. */
      periods: z.int().nullable(),
    })
    .nullable(),
  /** No card is taken: the code carries the free flag (one period, no renewal; DESIGN D25), or a single charge is 0. */
  free: z.boolean(),
});
export type Quote = z.infer<typeof quote>;
