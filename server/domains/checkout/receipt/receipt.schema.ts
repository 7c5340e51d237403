import { z } from 'zod';
import { receiptSubject } from '../../../platform/mails/receipt/receipt-subject.shared.ts';

/** `regular` is the price after a promo code expires. Null if the price doesn't change. */
export const receiptRenewal = z.object({
  amountCents: z.int(),
  interval: z.enum(['month', 'year']),
  on: z.date(),
  regular: z.object({ amountCents: z.int(), from: z.date() }).nullable(),
});
export type ReceiptRenewal = z.infer<typeof receiptRenewal>;

/**
 * A payment, a refund that succeeded or failed, or money that the buyer's bank took back in a dispute or paid
 * again after it.
 */
export const receiptType = z.enum(['payment', 'refund', 'failed-refund', 'dispute', 'dispute-reversal']);
export type ReceiptType = z.infer<typeof receiptType>;

/** Everything that a receipt shows, on the page and in the PDF. */
export const receiptView = z.object({
  type: receiptType,
  subject: receiptSubject,
  /** Short, for phone calls. */
  receiptNumber: z.string(),
  purchaseNumber: z.string(),
  /** When the money was paid or returned. */
  paidAt: z.date(),
  /** The plan's period that was paid for. Null for refunds and one-time purchases. */
  period: z.object({ start: z.date(), end: z.date() }).nullable(),
  /** The PDF prints the name in Latin letters if it can't print the name itself. */
  buyer: z.object({ name: z.string(), latinName: z.string().nullish(), email: z.string() }),
  /** The company's purchase order number at the time of the payment. Null if there was none. */
  poNumber: z.string().nullable(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.int() })),
  /** `code` is null for a discount of an imported subscription. */
  discount: z.object({ code: z.string().nullable(), amountCents: z.int() }).nullable(),
  totalCents: z.int(),
  refundedCents: z.int(),
  /** Null if nothing is disputed. `isLost` is null if it is unknown whether the bank has decided. */
  dispute: z.object({ amountCents: z.int(), isLost: z.boolean().nullable() }).nullable(),
  /** Null if nothing was charged, or if the card is unknown. */
  paidWith: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Formatted as XXXX-XXXX-XXXX. */
  membershipNumber: z.string().nullable(),
  /**
   * Null for refunds, for one-time purchases other than upgrades, and if this period isn't followed by
   * another one.
   */
  renewal: receiptRenewal.nullable(),
  /** When a free period or a canceled plan ends. */
  endsOn: z.date().nullable(),
  endedOn: z.date().nullable(),
  /** The physical card's address, one entry per line after the recipient's name, and its shipping time, such as '7-10 business days'. */
  delivery: z.object({ to: z.array(z.string()), within: z.string() }).nullable(),
  /** The account's page, or the page that emails a link to a guest. Null if nothing renews. */
  cancelLink: z.object({ label: z.string(), url: z.string() }).nullable(),
});
export type ReceiptView = z.infer<typeof receiptView>;

/** The status of money that was returned, in lists. */
export const RETURN_LABELS = {
  refund: 'Refund',
  'failed-refund': 'Refund failed',
  dispute: 'Disputed',
  'dispute-reversal': 'Dispute closed',
} as const;

/** The receipts of an account's year in the business time zone, oldest first. */
export const statement = z.object({
  year: z.int(),
  createdAt: z.date(),
  account: z.object({ name: z.string(), email: z.string() }),
  receipts: z.array(receiptView),
});
export type Statement = z.infer<typeof statement>;

export const statementQuery = z.object({
  year: z.coerce.number().int().min(2000).max(2999),
  format: z.enum(['pdf', 'csv']).default('pdf'),
});
