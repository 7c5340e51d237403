import { z } from 'zod';

/** A card that Stripe has saved. The brand is Stripe's name, such as 'visa'. */
export const paymentCard = z.object({
  brand: z.string(),
  last4: z.string(),
  /** The first moment at which the card is no longer valid. Null if not yet known. */
  expiresAt: z.date().nullable(),
});
export type PaymentCard = z.infer<typeof paymentCard>;

/** A renewal that could not be charged. */
export const openBill = z.object({
  amountCents: z.int(),
  failedAt: z.date(),
  /** After this, the subscription ends, and the bill can no longer be paid (D26). */
  payUntil: z.date(),
});
export type OpenBill = z.infer<typeof openBill>;

/** A membership or plan that is charged again, or that owes a payment. */
export const billedSubscription = z.object({
  id: z.uuid(),
  /** What it pays for, such as 'Individual membership'. */
  name: z.string(),
  /** Null while a payment is overdue. */
  nextChargeAt: z.date().nullable(),
  card: paymentCard.nullable(),
  /** True if the card expires before the next charge. */
  cardExpiresFirst: z.boolean(),
  bill: openBill.nullable(),
});
export type BilledSubscription = z.infer<typeof billedSubscription>;
