import { formatDateInWords } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { describeCard } from '../../../lib/payment-card.ts';
import { formatReceiptNumber } from '../../../lib/receipt-number.ts';
import {
  formatGreeting,
  type MailContent,
  type MailContext,
  type MailRemark,
  type MailRow,
} from '../mail-content.ts';
import type { ReceiptMailProps } from './receipt-mail-props.ts';
import { buildPreview, buildThanks, listNextSteps, listPrintedCardRemarks } from './receipt-mail-words.ts';
import { CANCEL_ANY_TIME, describeEnd, describeRenewal, formatPeriod } from './receipt-words.ts';

export const RECEIPT_BUTTON = 'View/Print Your Receipt';

/** The email with a receipt: what was paid, what renews, and how to cancel. */
export function receiptMail(props: ReceiptMailProps, { publicUrl }: MailContext): MailContent {
  const total = formatCents(props.totalCents);
  return {
    subject: `Your Everything Card receipt: ${total}`,
    preview: buildPreview(props),
    heading: 'You’re all set!',
    paragraphs: [formatGreeting(props.firstname), buildThanks(props)],
    rows: listReceiptRows(props),
    button: { label: RECEIPT_BUTTON, url: props.receiptUrl },
    ...(props.claimUrl
      ? {
          secondButton: {
            text: 'Want the card on your phone? Create your account and claim it. The link works once.',
            label: 'Claim your membership',
            url: props.claimUrl,
          },
        }
      : {}),
    remarks: [
      ...listNextSteps(props, publicUrl),
      ...listPrintedCardRemarks(props),
      ...listRecurringRemarks(props, publicUrl),
    ],
    reason: 'You’re getting this email because someone made a purchase with this address.',
  };
}

export function listReceiptRows(props: ReceiptMailProps): MailRow[] {
  const { purchaseNumber, membershipNumber, poNumber, period } = props;
  const receiptId = props.receiptId ?? purchaseNumber;
  const rows: MailRow[] = receiptId
    ? [{ label: 'Receipt number', value: formatReceiptNumber(receiptId) }]
    : [];
  rows.push({ label: 'Date', value: formatDateInWords(props.paidAt) });
  if (period) rows.push({ label: 'Period', value: formatPeriod(period) });
  if (membershipNumber) rows.push({ label: 'Membership ID', value: membershipNumber });
  if (poNumber) rows.push({ label: 'PO number', value: poNumber });
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
  if (purchaseNumber) rows.push({ label: 'Purchase ID', value: purchaseNumber, wide: true });
  return rows;
}

export function listRecurringRemarks(props: ReceiptMailProps, publicUrl: string): MailRemark[] {
  const { subject, renewal, endsOn, cancelUrl } = props;
  if (!renewal) return endsOn ? [{ heading: 'No renewal', text: describeEnd(endsOn, subject) }] : [];
  const text = CANCEL_ANY_TIME[subject];
  const url = cancelUrl ?? `${publicUrl}${paths.account()}`;
  return [
    { heading: 'Renewal', text: describeRenewal(renewal, subject) },
    ...(text ? [{ heading: 'How to cancel', text, link: { label: 'Manage or cancel', url } }] : []),
  ];
}
