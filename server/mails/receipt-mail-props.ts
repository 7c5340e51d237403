import { z } from 'zod';
import { purchaseSubject } from '../checkout/receipt/receipt.schema.ts';
import { instant, link } from './mail-props.ts';

/** What a stored receipt mail holds: JSON, with instants as ISO 8601 text. */
export const receiptMailProps = z.object({
  subject: purchaseSubject.default('membership'),
  /** A person's first name, or the business's name. */
  firstname: z.string(),
  purchaseNumber: z.string().nullish(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.int() })).min(1),
  discountCents: z.int(),
  promoCode: z.string().nullable(),
  totalCents: z.int(),
  paidAt: instant,
  paidWith: z.object({ brand: z.string(), last4: z.string() }).nullish(),
  /** Null for a free period. */
  renewal: z
    .object({
      amountCents: z.int(),
      interval: z.enum(['month', 'year']),
      on: instant,
      regular: z.object({ amountCents: z.int(), from: instant }).nullish(),
    })
    .nullable(),
  endsOn: instant.nullish(),
  /** Null for a business plan. */
  membershipNumber: z.string().nullable(),
  receiptUrl: link,
  /** A guest's own link, or the account's page. */
  cancelUrl: link.nullish(),
  /** Where a guest puts the membership into an account of their own. */
  claimUrl: link.nullish(),
  /** Where a printed card, or another one, is asked for. */
  printedCard: z.object({ url: link, isOrdered: z.boolean() }).nullish(),
});
export type ReceiptMailProps = z.infer<typeof receiptMailProps>;
