import { z } from 'zod';
import { purchaseSubject } from '../checkout/receipt.schema.ts';
import { CANCEL_ANY_TIME, cardWords, endWords, renewalWords } from '../checkout/receipt-words.ts';
import { formatLongDate } from '../lib/dates.ts';
import { formatCents } from '../lib/money.ts';
import {
  greeting,
  type MailContent,
  type MailContext,
  type MailRemark,
  type MailRow,
} from './mail-content.ts';
import { instant, link } from './mail-props.ts';
import { previewOf, printedCardRemarks, thanksFor, whereToLook } from './receipt-mail-words.ts';

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

/** What was bought and paid, what recurs and how to end it. */
export function receiptMail(props: ReceiptMailProps, { publicUrl }: MailContext): MailContent {
  const total = formatCents(props.totalCents);
  return {
    subject: `Your Everything Card receipt: ${total}`,
    preview: previewOf(props),
    heading: 'You’re all set!',
    paragraphs: [greeting(props.firstname), thanksFor(props)],
    rows: receiptRows(props),
    button: { label: 'View/Print Your Receipt', url: props.receiptUrl },
    remarks: [
      ...recurringRemarks(props, publicUrl),
      ...claimRemarks(props),
      ...printedCardRemarks(props),
      ...whereToLook(props, publicUrl),
    ],
    reason: `You get this mail because a ${props.subject} was bought with this e-mail address.`,
  };
}

function receiptRows(props: ReceiptMailProps): MailRow[] {
  const rows: MailRow[] = props.membershipNumber
    ? [{ label: 'Membership ID', value: props.membershipNumber }]
    : [];
  rows.push({ label: 'Date', value: formatLongDate(props.paidAt) });
  rows.push(
    ...props.lines.map((line) => ({ label: line.description, value: formatCents(line.amountCents) })),
  );
  if (props.discountCents > 0) {
    const label = props.promoCode ? `Promo code ${props.promoCode}` : 'Discount';
    rows.push({ label, value: formatCents(-props.discountCents) });
  }
  rows.push({ label: 'Total paid', value: formatCents(props.totalCents), total: true });
  if (props.paidWith && props.totalCents > 0)
    rows.push({ label: 'Paid with', value: cardWords(props.paidWith) });
  if (props.purchaseNumber) rows.push({ label: 'Purchase number', value: props.purchaseNumber });
  return rows;
}

function recurringRemarks(props: ReceiptMailProps, publicUrl: string): MailRemark[] {
  const { subject, renewal, endsOn, cancelUrl } = props;
  if (!renewal) return endsOn ? [{ text: endWords(endsOn, subject) }] : [];
  const text = CANCEL_ANY_TIME[subject];
  const words = renewalWords({ ...renewal, regular: renewal.regular ?? null }, subject);
  return [{ text: words }, ...(text ? [{ text, url: cancelUrl ?? `${publicUrl}/user` }] : [])];
}

function claimRemarks({ claimUrl }: ReceiptMailProps): MailRemark[] {
  if (!claimUrl) return [];
  const text = 'To have the card on your phone, claim it in an account of your own. The link works once:';
  return [{ text, url: claimUrl }];
}
