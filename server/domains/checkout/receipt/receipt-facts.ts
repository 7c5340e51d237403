import { formatDateInWords } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import { describeCard } from '../../../lib/payment-card.ts';
import { REHEARSAL_NOTICE } from '../../../lib/rehearsal.ts';
import { listSellerLines, type SellerContact } from '../../../lib/support-contact.ts';
import {
  CANCEL_ANY_TIME,
  DISPUTE_NOTE,
  describeDelivery,
  describeEnd,
  describeEnded,
  describeRenewal,
  formatPeriod,
  RETURN_NOTES,
} from '../../../platform/mails/receipt/receipt-words.ts';
import { RETURN_LABELS, type ReceiptType, type ReceiptView, type Statement } from './receipt.schema.ts';

interface Row {
  label: string;
  value: string;
}

export interface ReceiptNote {
  heading: string;
  text: string;
  link?: { label: string; url: string };
}

/** The seller or the buyer. */
export interface ReceiptParty {
  heading: string;
  lines: string[];
}

interface Words {
  title: string;
  caption: string;
  total: string;
  /** The label of the payment card. */
  card: string;
  note?: { heading: string; text: string };
}

const WORDS: Record<ReceiptType, Words> = {
  payment: { title: 'Receipt', caption: 'What you bought', total: 'Total paid', card: 'Paid with' },
  refund: {
    title: 'Refund receipt',
    caption: 'What was refunded',
    total: 'Total refunded',
    card: 'Refunded to',
    note: RETURN_NOTES.refund,
  },
  'failed-refund': {
    title: 'Failed refund',
    caption: 'What we tried to refund',
    total: 'Not refunded',
    card: 'Not credited to',
    note: RETURN_NOTES['failed-refund'],
  },
  dispute: {
    title: 'Disputed payment',
    caption: 'What was disputed',
    total: 'Total returned',
    card: 'Returned to',
    note: RETURN_NOTES.dispute,
  },
  'dispute-reversal': {
    title: 'Dispute closed',
    caption: 'What was disputed',
    total: 'Total paid again',
    card: 'Paid with',
    note: RETURN_NOTES['dispute-reversal'],
  },
};

/** The text of a receipt. The page and the PDF both print it, so they can't differ. */
export interface ReceiptFacts {
  title: string;
  /** The heading above `lines`. */
  caption: string;
  parties: ReceiptParty[];
  about: Row[];
  lines: Row[];
  total: Row;
  /** The rows below the total: the card that paid, and any refund. */
  settled: Row[];
  notes: ReceiptNote[];
}

export interface ReceiptSeller extends SellerContact {
  isRehearsal?: boolean;
}

export function buildReceiptFacts(view: ReceiptView, seller: ReceiptSeller): ReceiptFacts {
  const { title, caption, total, note } = WORDS[view.type];
  return {
    title,
    caption,
    parties: [
      { heading: 'Sold by', lines: listSellerLines(seller) },
      { heading: 'Billed to', lines: [view.buyer.name, view.buyer.email] },
    ],
    about: buildPurchaseRows(view),
    lines: buildLineRows(view),
    total: { label: total, value: formatCents(view.totalCents) },
    settled: buildPaymentRows(view),
    notes: [
      ...(seller.isRehearsal ? [{ heading: 'Rehearsal', text: REHEARSAL_NOTICE }] : []),
      ...(note ? [note] : []),
      ...buildDisputeNotes(view),
      ...buildRenewalNotes(view),
      ...buildDeliveryNotes(view),
      ...buildSupportNotes(seller),
    ],
  };
}

type StatementFacts = Pick<ReceiptFacts, 'title' | 'parties' | 'lines' | 'total' | 'settled'>;

/** The text of the page that lists a year's receipts. */
export function buildStatementFacts(
  { year, account, receipts }: Statement,
  seller: ReceiptSeller,
): StatementFacts {
  const amounts = receipts.map(getSignedCents);
  const paidCents = sum(amounts.filter((cents) => cents > 0));
  const returnedCents = sum(amounts.filter((cents) => cents < 0));
  return {
    title: `Statement for ${year}`,
    parties: [
      { heading: 'Sold by', lines: listSellerLines(seller) },
      { heading: 'Account', lines: [account.name, account.email] },
    ],
    lines: receipts.map((receipt) => ({
      label: `${formatDateInWords(receipt.paidAt)}: ${describeReceipt(receipt)} (receipt ${receipt.receiptNumber})`,
      value: formatCents(getSignedCents(receipt)),
    })),
    total: { label: 'Total', value: formatCents(paidCents + returnedCents) },
    settled:
      returnedCents < 0
        ? [
            { label: 'Paid', value: formatCents(paidCents) },
            { label: 'Returned to you', value: formatCents(returnedCents) },
          ]
        : [],
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** What the buyer paid, negative if it was returned. A refund that failed returned nothing. */
export function getSignedCents({ type, totalCents }: Pick<ReceiptView, 'type' | 'totalCents'>): number {
  if (type === 'failed-refund') return 0;
  return type === 'refund' || type === 'dispute' ? -totalCents : totalCents;
}

export function describeReceipt({ type, lines }: Pick<ReceiptView, 'type' | 'lines'>): string {
  const items = lines.map(({ description }) => description).join(', ');
  return type === 'payment' ? items : `${RETURN_LABELS[type]}: ${items}`;
}

function buildPurchaseRows(view: ReceiptView): Row[] {
  const { receiptNumber, purchaseNumber, paidAt, period, membershipNumber, poNumber } = view;
  return [
    { label: 'Receipt number', value: receiptNumber },
    { label: 'Date', value: formatDateInWords(paidAt) },
    ...(period ? [{ label: 'Period', value: formatPeriod(period) }] : []),
    ...(membershipNumber ? [{ label: 'Membership ID', value: membershipNumber }] : []),
    ...(poNumber ? [{ label: 'PO number', value: poNumber }] : []),
    { label: 'Purchase ID', value: purchaseNumber },
  ];
}

function buildLineRows({ lines, discount }: ReceiptView): Row[] {
  const rows = lines.map((line) => ({ label: line.description, value: formatCents(line.amountCents) }));
  if (!discount) return rows;
  const label = discount.code ? `Promo code ${discount.code}` : 'Discount';
  return [...rows, { label, value: formatCents(-discount.amountCents) }];
}

function buildPaymentRows({ type, paidWith, refundedCents, dispute, totalCents }: ReceiptView): Row[] {
  const paymentRow = {
    label: WORDS[type].card,
    value: totalCents > 0 && paidWith ? describeCard(paidWith) : 'No payment was due',
  };
  const rows = [paymentRow];
  if (refundedCents > 0) rows.push({ label: 'Refunded since', value: formatCents(refundedCents) });
  if (dispute) {
    const label = dispute.isLost ? 'Returned by your bank' : 'Disputed';
    rows.push({ label, value: formatCents(dispute.amountCents) });
  }
  return rows;
}

function buildDisputeNotes({ dispute }: ReceiptView): ReceiptNote[] {
  if (!dispute) return [];
  const text = dispute.isLost === null ? RETURN_NOTES.dispute.text : DISPUTE_NOTE[`${dispute.isLost}`];
  return [{ heading: 'Dispute', text }];
}

function buildRenewalNotes({ subject, renewal, endsOn, endedOn, cancelLink }: ReceiptView): ReceiptNote[] {
  if (endedOn) return [{ heading: 'Ended', text: describeEnded(endedOn, subject) }];
  if (!renewal) return endsOn ? [{ heading: 'No renewal', text: describeEnd(endsOn, subject) }] : [];
  const heading = 'How to cancel';
  const text = CANCEL_ANY_TIME[subject];
  const contactSupport = 'You can cancel any time. Please contact customer support.';
  return [
    { heading: 'Renewal', text: describeRenewal(renewal, subject) },
    cancelLink && text ? { heading, text, link: cancelLink } : { heading, text: contactSupport },
  ];
}

function buildDeliveryNotes({ delivery }: ReceiptView): ReceiptNote[] {
  if (!delivery) return [];
  return [{ heading: 'Physical card', text: describeDelivery(delivery) }];
}

function buildSupportNotes({ phone, email, hours }: ReceiptSeller): ReceiptNote[] {
  const contactLines = [phone && hours ? `${phone} (${hours})` : phone, email].filter(Boolean);
  return contactLines.length > 0 ? [{ heading: 'Customer support', text: contactLines.join(' or ') }] : [];
}
