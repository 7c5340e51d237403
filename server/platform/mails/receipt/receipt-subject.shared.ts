import { z } from 'zod';

/** What receipts and emails call the product. */
export const receiptSubject = z.enum([
  'membership',
  'business plan',
  'corporate plan',
  'physical card',
  'family membership',
  'new business plan',
]);
export type ReceiptSubject = z.infer<typeof receiptSubject>;
