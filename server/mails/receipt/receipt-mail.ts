import { formatLongDate } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { describeCard } from '../../lib/payment-card.ts';
import { paths } from '../../site/pages.shared.ts';
import {
  formatGreeting,
  type MailContent,
  type MailContext,
  type MailRemark,
  type MailRow,
} from '../mail-content.ts';
import type { ReceiptMailProps } from './receipt-mail-props.ts';
import { buildPreview, buildThanks, listNextSteps, listPrintedCardRemarks } from './receipt-mail-words.ts';
import { CANCEL_ANY_TIME, describeEnd, describeRenewal } from './receipt-words.ts';

/** Contains what was paid, what renews, and how to cancel. */
export function receiptMail(props: ReceiptMailProps, { publicUrl }: MailContext): MailContent {
  const total = formatCents(props.totalCents);
  return {
    subject: `Your Everything Card receipt: ${total}`,
    preview: buildPreview(props),
    heading: 'You’re all set!',
    paragraphs: [formatGreeting(props.firstname), buildThanks(props)],
    rows: listReceiptRows(props),
    button: { label: 'View/Print Your Receipt', url: props.receiptUrl },
    remarks: [
      ...listRecurringRemarks(props, publicUrl),
      ...listClaimRemarks(props),
      ...listPrintedCardRemarks(props),
      ...listNextSteps(props, publicUrl),
    ],
    reason: `You get this mail because a ${props.subject} was bought with this e-mail address.`,
  };
}

function listReceiptRows(props: ReceiptMailProps): MailRow[] {
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
    rows.push({ label: 'Paid with', value: describeCard(props.paidWith) });
  if (props.poNumber) rows.push({ label: 'PO number', value: props.poNumber });
  if (props.purchaseNumber) rows.push({ label: 'Purchase number', value: props.purchaseNumber });
  return rows;
}

function listRecurringRemarks(props: ReceiptMailProps, publicUrl: string): MailRemark[] {
  const { subject, renewal, endsOn, cancelUrl } = props;
  if (!renewal) return endsOn ? [{ text: describeEnd(endsOn, subject) }] : [];
  const text = CANCEL_ANY_TIME[subject];
  const renewalText = describeRenewal(renewal, subject);
  return [
    { text: renewalText },
    ...(text ? [{ text, url: cancelUrl ?? `${publicUrl}${paths.account()}` }] : []),
  ];
}

function listClaimRemarks({ claimUrl }: ReceiptMailProps): MailRemark[] {
  if (!claimUrl) return [];
  const text = 'To have the card on your phone, claim it in an account of your own. The link works once:';
  return [{ text, url: claimUrl }];
}
