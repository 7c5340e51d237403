import { z } from 'zod';

/** The product's name on receipts and in emails. */
export const purchaseSubject = z.enum(['membership', 'business plan', 'corporate plan', 'physical card']);
export type PurchaseSubject = z.infer<typeof purchaseSubject>;

/** `regular` is the price after a promo code expires; null if the price stays the same. */
export const receiptRenewal = z.object({
  amountCents: z.int(),
  interval: z.enum(['month', 'year']),
  on: z.date(),
  regular: z.object({ amountCents: z.int(), from: z.date() }).nullable(),
});
export type ReceiptRenewal = z.infer<typeof receiptRenewal>;

/** Everything that a receipt shows, as a page and as a PDF. */
export const receiptView = z.object({
  subject: purchaseSubject,
  purchaseNumber: z.string(),
  paidAt: z.date(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  lines: z.array(z.object({ description: z.string(), amountCents: z.int() })),
  discount: z.object({ code: z.string(), amountCents: z.int() }).nullable(),
  totalCents: z.int(),
  refundedCents: z.int(),
  /** Null if nothing was charged. */
  paidWith: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Formatted as XXXX-XXXX-XXXX. */
  membershipNumber: z.string().nullable(),
  /** Null for a single charge, and for a free period, which ends at `endsOn` without renewing. */
  renewal: receiptRenewal.nullable(),
  endsOn: z.date().nullable(),
  /** The physical card's address, one line per entry, and its shipping time, such as '7-10 business days'. */
  delivery: z.object({ to: z.array(z.string()), within: z.string() }).nullable(),
  /** The account's page, or a guest's signed link. */
  cancelUrl: z.string().nullable(),
});
export type ReceiptView = z.infer<typeof receiptView>;
