import { z } from 'zod';

export const quoteLine = z.object({
  /** The plan or addon in the catalog. */
  planId: z.int(),
  description: z.string(),
  amountCents: z.int(),
  recurring: z.boolean(),
});

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
  interval: z.enum(['month', 'year']),
  promo: z
    .object({
      code: z.string(),
      /** For how many periods the discount holds; null is for ever. */
      periods: z.int().nullable(),
    })
    .nullable(),
  /** Nothing is due and the code carries the free flag: no card, one period, no renewal (DESIGN D25). */
  free: z.boolean(),
});
export type Quote = z.infer<typeof quote>;
