import { z } from 'zod';
import { formatDateInWords } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { describeCard } from '../../../lib/payment-card.ts';
import {
  formatGreeting,
  type MailContent,
  type MailContext,
  type MailRemark,
  unsubscribeHeaders,
} from '../mail-content.ts';
import { instant, signedLink } from '../mail-props.ts';
import { listReceiptRows, listRecurringRemarks, RECEIPT_BUTTON } from './receipt-mail.ts';
import type { ReceiptMailProps } from './receipt-mail-props.ts';
import { buildPreview } from './receipt-mail-words.ts';
import { type ReceiptSubject, receiptSubject } from './receipt-subject.shared.ts';
import { RETURN_NOTES } from './receipt-words.ts';

/** Sent for each paid renewal (D67). */
export function renewalReceiptMail(props: ReceiptMailProps, { publicUrl }: MailContext): MailContent {
  const { subject, firstname, totalCents, receiptUrl, unsubscribeUrl, oneClickUrl } = props;
  const total = formatCents(totalCents);
  return {
    subject: `Your Everything Card renewal receipt: ${total}`,
    preview: buildPreview(props),
    heading: `Your ${subject} has renewed`,
    paragraphs: [
      formatGreeting(firstname),
      `Thanks for staying with us. We charged ${total} for your ${subject}.`,
    ],
    rows: listReceiptRows(props),
    button: { label: RECEIPT_BUTTON, url: receiptUrl },
    remarks: [
      ...listRecurringRemarks(props, publicUrl),
      ...(unsubscribeUrl ? [offerUnsubscribe(unsubscribeUrl)] : []),
    ],
    reason: `You’re getting this email because you pay for a ${subject} with Everything Card.`,
    ...(oneClickUrl ? { headers: unsubscribeHeaders(oneClickUrl) } : {}),
  };
}

const offerUnsubscribe = (url: string): MailRemark => ({
  heading: 'These emails',
  text: 'Don’t want a receipt for each renewal?',
  link: { label: 'Turn them off', url },
});

export const paymentReturnedMailProps = z.object({
  type: z.enum(['refund', 'failed-refund', 'dispute', 'dispute-reversal']),
  subject: receiptSubject,
  firstname: z.string(),
  amountCents: z.int(),
  /** What was paid for, and when. */
  description: z.string(),
  returnedAt: instant,
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** 'runs' if the plan goes on, 'undone' if what was bought is taken back, and null if neither is to be said. */
  effect: z.enum(['runs', 'undone']).nullable(),
  receiptUrl: signedLink,
});
type PaymentReturnedMailProps = z.infer<typeof paymentReturnedMailProps>;

const RETURN_TITLES: Record<PaymentReturnedMailProps['type'], (amount: string) => string> = {
  refund: (amount) => `We refunded ${amount}`,
  'failed-refund': (amount) => `Your refund of ${amount} didn’t go through`,
  dispute: (amount) => `Your payment of ${amount} was disputed`,
  'dispute-reversal': (amount) => `Your payment of ${amount} stands`,
};

const UNDONE_TEXTS: Partial<Record<ReceiptSubject, string>> = {
  'family membership': 'Your membership is an individual one again, and your card is for you alone.',
  'new business plan': 'Your business is back on the plan that it had before.',
  'corporate plan': 'The cards that this payment was for no longer work.',
};

function describeEffect({ type, subject, effect }: PaymentReturnedMailProps): string | undefined {
  if (effect === 'runs') return type === 'failed-refund' ? undefined : `Your ${subject} keeps working.`;
  return effect === 'undone' && type === 'refund' ? UNDONE_TEXTS[subject] : undefined;
}

/** Sent for each refund and dispute, unless it ends the plan, which has an email of its own (D55). */
export function paymentReturnedMail(props: PaymentReturnedMailProps): MailContent {
  const { type, firstname, amountCents, description, returnedAt, card, receiptUrl } = props;
  const amount = formatCents(amountCents);
  const title = RETURN_TITLES[type](amount);
  const note = RETURN_NOTES[type].text;
  const effect = describeEffect(props);
  return {
    subject: title,
    preview: note,
    heading: title,
    paragraphs: [formatGreeting(firstname), note, ...(effect ? [effect] : [])],
    rows: [
      { label: 'Date', value: formatDateInWords(returnedAt) },
      { label: description, value: amount },
      ...(card ? [{ label: 'Card', value: describeCard(card) }] : []),
    ],
    button: { label: RECEIPT_BUTTON, url: receiptUrl },
    remarks: [{ text: 'Think this is a mistake? Please contact customer support.' }],
    reason: 'You’re getting this email because you paid for this with Everything Card.',
  };
}

export const chargeReturnedMailProps = z.object({
  firstname: z.string(),
  amountCents: z.int(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  purchaseNumber: z.string(),
  /** True if another charge paid for the same order. */
  isPaid: z.boolean(),
});

/** Sent if a charge succeeded after its order was canceled, changed, or paid otherwise, and was refunded at once. */
export function chargeReturnedMail(
  { firstname, amountCents, card, purchaseNumber, isPaid }: z.infer<typeof chargeReturnedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  const amount = formatCents(amountCents);
  const title = `We charged ${amount} and refunded it right away`;
  return {
    subject: title,
    preview: 'Your bank statement may show both.',
    heading: title,
    paragraphs: [
      formatGreeting(firstname),
      isPaid
        ? `Your order was charged twice, and we refunded one charge of ${amount} in full. The other payment stands, and you have its receipt.`
        : `Your order was canceled, changed, or replaced before this payment went through, perhaps in another window. We refunded the ${amount} in full, and you bought nothing with it.`,
      `Your bank statement may show the charge and the refund. ${RETURN_NOTES.refund.text}`,
    ],
    rows: [
      { label: 'Refunded', value: amount },
      ...(card ? [{ label: 'Card', value: describeCard(card) }] : []),
      { label: 'Purchase ID', value: purchaseNumber, wide: true },
    ],
    button: { label: 'See your account', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'Think this is a mistake? Please contact customer support.' }],
    reason: 'You’re getting this email because someone started a purchase with this address.',
  };
}
