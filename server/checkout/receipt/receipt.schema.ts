import { z } from 'zod';

/** What is paid for, as receipts and mails name it. */
export const purchaseSubject = z.enum(['membership', 'business plan', 'corporate plan', 'physical card']);
export type PurchaseSubject = z.infer<typeof purchaseSubject>;

/** When and for how much it renews; `regular` where a promo code ends one day. Amounts in cents. */
export const receiptRenewal = z.object({
  amountCents: z.int(),
  interval: z.enum(['month', 'year']),
  on: z.date(),
  regular: z.object({ amountCents: z.int(), from: z.date() }).nullable(),
});
export type ReceiptRenewal = z.infer<typeof receiptRenewal>;

/** Everything that a receipt shows, as page and as PDF. Amounts in cents. */
export const receiptView = z.object({
  subject: purchaseSubject,
  purchaseNumber: z.string(),
  paidAt: z.date(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  lines: z.array(z.object({ description: z.string(), amountCents: z.int() })),
  discount: z.object({ code: z.string(), amountCents: z.int() }).nullable(),
  totalCents: z.int(),
  /** What was given back since. */
  refundedCents: z.int(),
  /** Null where nothing was charged. */
  paidWith: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** As people read it: XXXX-XXXX-XXXX. */
  membershipNumber: z.string().nullable(),
  /** Null for a free period, which ends by itself at `endsOn` (DESIGN D25), and for a single charge. */
  renewal: receiptRenewal.nullable(),
  endsOn: z.date().nullable(),
  /** Where a physical card goes, a line each, and in how many days: '7-10 business days'. */
  delivery: z.object({ to: z.array(z.string()), within: z.string() }).nullable(),
  /** The account's own page, or a guest's signed link. */
  cancelUrl: z.string().nullable(),
});
export type ReceiptView = z.infer<typeof receiptView>;
