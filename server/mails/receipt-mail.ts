import { z } from 'zod';
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

export const receiptMailProps = z.object({
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
  membershipNumber: z.string(),
  receiptUrl: link,
  /** A guest's own link; an account cancels on its page. */
  cancelUrl: link.nullish(),
});
type ReceiptMailProps = z.infer<typeof receiptMailProps>;

/** What was bought and paid, what recurs and how to end it. */
export function receiptMail(props: ReceiptMailProps, { publicUrl }: MailContext): MailContent {
  const total = formatCents(props.totalCents);
  return {
    subject: `Your Everything Card receipt: ${total}`,
    preview: `Membership ID ${props.membershipNumber}, paid on ${formatLongDate(props.paidAt)}.`,
    heading: 'You’re all set!',
    paragraphs: [
      greeting(props.firstname),
      'Thanks for buying the Everything Card. Your membership is active now: give your membership ID at the till and save.',
    ],
    rows: receiptRows(props),
    button: { label: 'View/Print Your Receipt', url: props.receiptUrl },
    remarks: [...recurringRemarks(props, publicUrl), checkRemark(props, publicUrl)],
    reason: 'You get this mail because a membership was bought with this e-mail address.',
  };
}

function receiptRows(props: ReceiptMailProps): MailRow[] {
  const rows: MailRow[] = [{ label: 'Membership ID', value: props.membershipNumber }];
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

function recurringRemarks({ renewal, endsOn, cancelUrl }: ReceiptMailProps, publicUrl: string): MailRemark[] {
  if (!renewal) return [{ text: endWords(endsOn ?? null) }];
  return [
    { text: renewalWords({ ...renewal, regular: renewal.regular ?? null }) },
    { text: CANCEL_ANY_TIME, url: cancelUrl ?? `${publicUrl}/user` },
  ];
}

/** Anybody may look: the page says whether the card is valid (SPEC section 2, Verify card). */
function checkRemark({ membershipNumber }: ReceiptMailProps, publicUrl: string): MailRemark {
  return { text: 'Anybody can check your card here:', url: `${publicUrl}/verify/card/${membershipNumber}` };
}
