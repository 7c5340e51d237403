import { z } from 'zod';
import { paymentCard } from './billing.schema.ts';

/** What a subscription will be charged at the end of its paid period. */
export const nextInvoice = z.object({
  subscriptionId: z.uuid(),
  /** What the subscription pays for, such as 'Individual membership'. */
  name: z.string(),
  at: z.date(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.int() })),
  /** Null if no promo code applies to this charge. */
  discount: z.object({ code: z.string(), amountCents: z.int() }).nullable(),
  totalCents: z.int(),
  card: paymentCard.nullable(),
});
export type NextInvoice = z.infer<typeof nextInvoice>;
