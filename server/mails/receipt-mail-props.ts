import { z } from 'zod';
import { instant, signedLink } from './mail-props.ts';

export const receiptSubject = z.enum(['membership', 'business plan', 'corporate plan', 'physical card']);
export type ReceiptSubject = z.infer<typeof receiptSubject>;

/** A receipt as the email job stores it: JSON, with instants as ISO 8601 text. */
export const receiptMailProps = z.object({
  subject: receiptSubject.default('membership'),
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
  receiptUrl: signedLink,
  /** A guest's own link, or the account's page. */
  cancelUrl: signedLink.nullish(),
  /** Where a guest can move the membership into an account. */
  claimUrl: signedLink.nullish(),
  /** Where to order a printed card, or a replacement for one. */
  printedCard: z.object({ url: signedLink, isOrdered: z.boolean() }).nullish(),
});
export type ReceiptMailProps = z.infer<typeof receiptMailProps>;
