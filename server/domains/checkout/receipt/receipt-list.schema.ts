import { z } from 'zod';
import { receiptType } from './receipt.schema.ts';

/** The last receipt of a page. The next page begins after it. */
const receiptCursor = z.object({ at: z.date(), id: z.uuid() });
export type ReceiptCursor = z.infer<typeof receiptCursor>;

/** `cursor` is the previous page's `nextCursor`. Without it, the list begins with the newest receipt. */
export const receiptListInput = z.object({
  cursor: receiptCursor.extend({ at: z.iso.datetime().transform((at) => new Date(at)) }).nullish(),
});

export const listedReceipt = z.object({
  /** Opens the receipt at `/api/receipt?id=`. */
  id: z.uuid(),
  /** The number on the receipt, such as '3D2C-1B0A'. */
  receiptNumber: z.string(),
  type: receiptType,
  at: z.date(),
  /** What was bought. */
  description: z.string(),
  /**
   * The plan's period that the payment pays for. Null for refunds, for one-time purchases, and if nothing was
   * paid.
   */
  period: z.object({ start: z.date(), end: z.date() }).nullable(),
  /** Negative if the money went back to the buyer. */
  amountCents: z.int(),
  /** How much of a payment was refunded, and how much the buyer's bank took back in a dispute. */
  refundedCents: z.int(),
  disputedCents: z.int(),
});
export type ListedReceipt = z.infer<typeof listedReceipt>;

/** Newest first. `nextCursor` is null on the last page. */
export const receiptList = z.object({
  receipts: z.array(listedReceipt),
  nextCursor: receiptCursor.nullable(),
});
export type ReceiptList = z.infer<typeof receiptList>;
