import { formatLongDate } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import { describeCard } from '../../lib/payment-card.ts';
import type { SupportContact } from '../../lib/support-contact.ts';
import { CANCEL_ANY_TIME, describeEnd, describeRenewal } from '../../mails/receipt-words.ts';
import type { ReceiptView } from './receipt.schema.ts';

interface Row {
  label: string;
  value: string;
}

export interface ReceiptNote {
  heading: string;
  text: string;
  url?: string;
}

/** The text of a receipt. The page and the PDF both print it, so they can't differ. */
export interface ReceiptFacts {
  title: string;
  about: Row[];
  lines: Row[];
  total: Row;
  /** The rows below the total: the card that paid, and any refund. */
  settled: Row[];
  notes: ReceiptNote[];
}

export function buildReceiptFacts(view: ReceiptView, support: SupportContact): ReceiptFacts {
  return {
    title: 'Receipt',
    about: buildPurchaseRows(view),
    lines: lineRows(view),
    total: { label: 'Total paid', value: formatCents(view.totalCents) },
    settled: buildPaymentRows(view),
    notes: [...recurringNotes(view), ...deliveryNotes(view), ...supportNotes(support)],
  };
}

function buildPurchaseRows({ purchaseNumber, paidAt, membershipNumber, buyer }: ReceiptView): Row[] {
  const membership = membershipNumber ? [{ label: 'Membership ID', value: membershipNumber }] : [];
  return [
    { label: 'Date', value: formatLongDate(paidAt) },
    ...membership,
    { label: 'Name', value: buyer.name },
    { label: 'E-mail', value: buyer.email },
    { label: 'Purchase number', value: purchaseNumber },
  ];
}

function lineRows({ lines, discount }: ReceiptView): Row[] {
  const rows = lines.map((line) => ({ label: line.description, value: formatCents(line.amountCents) }));
  if (!discount) return rows;
  return [...rows, { label: `Promo code ${discount.code}`, value: formatCents(-discount.amountCents) }];
}

function buildPaymentRows({ paidWith, refundedCents, totalCents }: ReceiptView): Row[] {
  const paid = {
    label: 'Paid with',
    value: totalCents > 0 && paidWith ? describeCard(paidWith) : 'No payment was due',
  };
  return refundedCents > 0 ? [paid, { label: 'Refunded since', value: formatCents(refundedCents) }] : [paid];
}

function recurringNotes({ subject, renewal, endsOn, cancelUrl }: ReceiptView): ReceiptNote[] {
  if (!renewal) return endsOn ? [{ heading: 'No renewal', text: describeEnd(endsOn, subject) }] : [];
  const heading = 'How to cancel';
  const text = CANCEL_ANY_TIME[subject];
  const contactSupport = 'You can cancel any time: please contact our customer support.';
  return [
    { heading: 'Renewal', text: describeRenewal(renewal, subject) },
    cancelUrl && text ? { heading, text, url: cancelUrl } : { heading, text: contactSupport },
  ];
}

function deliveryNotes({ delivery }: ReceiptView): ReceiptNote[] {
  if (!delivery) return [];
  const text = `We are processing your order and it should arrive within ${delivery.within}. It goes to: ${delivery.to.join(', ')}.`;
  return [{ heading: 'Physical card', text }];
}

function supportNotes({ phone, email, hours }: SupportContact): ReceiptNote[] {
  const contactLines = [phone && hours ? `${phone} (${hours})` : phone, email].filter(Boolean);
  return contactLines.length > 0 ? [{ heading: 'Customer support', text: contactLines.join(' or ') }] : [];
}
