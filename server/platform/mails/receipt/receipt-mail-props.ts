import { z } from 'zod';
import { instant, signedLink } from '../mail-props.ts';
import { receiptSubject } from './receipt-subject.shared.ts';

/** What a `receipt` job stores, from which the email's job is made. Instants are ISO 8601 strings. */
export interface ReceiptRequest {
  purchaseId: string;
  paidAt: string;
  /** Null for a one-time purchase. */
  periodEnd: string | null;
  /** 12 characters, without hyphens. Null unless the purchase is about one person's membership. */
  membershipNumber: string | null;
  /** Null unless the purchase created a single membership. */
  membershipId: string | null;
}

/** A receipt as the email's job stores it, in JSON. Instants are ISO 8601 strings. */
export const receiptMailProps = z.object({
  subject: receiptSubject.default('membership'),
  /** A person's first name or the name of a business. */
  firstname: z.string(),
  purchaseNumber: z.string().nullish(),
  /** The payment's id, from which a renewal's receipt number is made. */
  receiptId: z.string().nullish(),
  /** The period that a renewal paid for. */
  period: z.object({ start: instant, end: instant }).nullish(),
  /** The company's purchase order number. */
  poNumber: z.string().nullish(),
  lines: z.array(z.object({ description: z.string(), amountCents: z.int() })).min(1),
  discountCents: z.int(),
  promoCode: z.string().nullable(),
  totalCents: z.int(),
  paidAt: instant,
  paidWith: z.object({ brand: z.string(), last4: z.string() }).nullish(),
  /** Null for a free period and for a purchase that is charged only once. */
  renewal: z
    .object({
      amountCents: z.int(),
      interval: z.enum(['month', 'year']),
      on: instant,
      regular: z.object({ amountCents: z.int(), from: instant }).nullish(),
    })
    .nullable(),
  endsOn: instant.nullish(),
  /** Null if the purchase has no membership number, as for a business plan. */
  membershipNumber: z.string().nullable(),
  receiptUrl: signedLink,
  /** They turn off the receipts of renewals. */
  unsubscribeUrl: signedLink.nullish(),
  oneClickUrl: signedLink.nullish(),
  /** If it is missing, the email of a purchase that renews links to the account's page. */
  cancelUrl: signedLink.nullish(),
  /** Lets a guest add the membership to an account. */
  claimUrl: signedLink.nullish(),
  /** The physical card's address, beginning with the recipient's name, and its shipping time. */
  delivery: z.object({ to: z.array(z.string()), within: z.string() }).nullish(),
  /** The page for ordering a printed card or a replacement. */
  printedCard: z.object({ url: signedLink, isOrdered: z.boolean() }).nullish(),
});
export type ReceiptMailProps = z.infer<typeof receiptMailProps>;
