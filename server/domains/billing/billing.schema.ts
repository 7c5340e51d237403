import { z } from 'zod';
import { linkToken } from '../../lib/text.ts';

/** A card that Stripe has saved. The brand is Stripe's name, such as 'visa'. */
export const paymentCard = z.object({
  brand: z.string(),
  last4: z.string(),
  /** When the card expires (exclusive). Null if not yet known. */
  expiresAt: z.date().nullable(),
});
export type PaymentCard = z.infer<typeof paymentCard>;

/** What an overdue subscription owes. */
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
  /** What the subscription pays for, such as 'Individual membership'. */
  name: z.string(),
  product: z.enum(['membership', 'business plan', 'corporate plan']),
  /** Null if a payment is overdue, or if the subscription was canceled. */
  nextChargeAt: z.date().nullable(),
  card: paymentCard.nullable(),
  /** True if the card expires before the next charge. */
  cardExpiresFirst: z.boolean(),
  /**
   * True if the membership cards don't work because a payment is overdue. A business plan is never suspended:
   * its business stays listed.
   */
  isSuspended: z.boolean(),
  bill: openBill.nullable(),
});
export type BilledSubscription = z.infer<typeof billedSubscription>;

/** The token in the link of an email about a bill, a renewal, or an expiring card. */
export const billToken = linkToken('This link doesn’t work, or its bill is closed.');

/** What a bill link shows to anyone who has it. */
export const linkedBill = billedSubscription.extend({
  isPaid: z.boolean(),
  /** True if the visitor is logged in as the account that pays. */
  isOwn: z.boolean(),
});
export type LinkedBill = z.infer<typeof linkedBill>;

/**
 * The browser creates one key per attempt. Repeating a request with the same key doesn't create another
 * SetupIntent.
 */
export const setupKey = z.uuid();

/**
 * One SetupIntent for each of the payer's Stripe customers. An account has several customers if it claimed
 * guest purchases.
 */
export const cardSetups = z.array(z.object({ id: z.string(), clientSecret: z.string() }));

/** What starts a card change: the attempt's key, and the open bills that the page shows. */
export const cardChangeStart = z.object({
  key: setupKey,
  subscriptionIds: z.array(z.uuid()).max(100).default([]),
});

export const cardChange = z.object({
  setupIds: z
    .array(z.string().regex(/^seti_\w{1,250}$/))
    .min(1)
    .max(20),
  /** The open bills to pay, and the total that the button showed. Null to pay none. */
  bills: z
    .object({ subscriptionIds: z.array(z.uuid()).min(1).max(100), totalCents: z.int().min(1) })
    .nullable(),
});
export type BillsToPay = NonNullable<z.infer<typeof cardChange>['bills']>;

/**
 * 'requires_action': the buyer must confirm with the bank (3-D Secure). Call again with the same setup ids
 * afterward.
 */
export const cardChangeResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done') }),
  z.object({ status: z.literal('requires_action'), clientSecret: z.string() }),
]);
export type CardChangeResult = z.infer<typeof cardChangeResult>;
