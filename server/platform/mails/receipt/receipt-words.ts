import { formatDateInWords } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';
import type { ReceiptMailProps } from './receipt-mail-props.ts';
import type { ReceiptSubject } from './receipt-subject.shared.ts';

type Renewal = Pick<NonNullable<ReceiptMailProps['renewal']>, 'amountCents' | 'interval' | 'on' | 'regular'>;

export function describeRenewal(
  { amountCents, interval, on, regular }: Renewal,
  subject: ReceiptSubject,
): string {
  const firstRenewal = `Your ${subject} renews on ${formatDateInWords(on)}, for ${formatCents(amountCents)}`;
  if (!regular) return `${firstRenewal}, and then every ${interval} until you cancel.`;
  const regularRenewals = `${formatCents(regular.amountCents)} every ${interval} until you cancel`;
  return `${firstRenewal}, and then every ${interval}. Starting ${formatDateInWords(regular.from)}, the price is ${regularRenewals}.`;
}

export function formatPeriod({ start, end }: { start: Date; end: Date }): string {
  return `${formatDateInWords(start)} to ${formatDateInWords(end)}`;
}

/** What a receipt and its email say about money that was returned, or wasn't. */
export const RETURN_NOTES = {
  refund: {
    heading: 'When it arrives',
    text: 'Most banks show a refund within 5 to 10 business days.',
  },
  'failed-refund': {
    heading: 'What happened',
    text: 'Your bank didn’t accept this refund. Please contact customer support so that we can send it another way.',
  },
  dispute: {
    heading: 'What happened',
    text: 'This payment was disputed, and your bank took it back from us.',
  },
  'dispute-reversal': {
    heading: 'What happened',
    text: 'Your bank closed the dispute, and the payment stands.',
  },
} as const;

/** What a payment's receipt says about its dispute, by whether the bank has decided for the buyer. */
export const DISPUTE_NOTE = {
  true: 'This payment was disputed, and your bank decided to return it to you.',
  false:
    'This payment is disputed. Your bank took the money back from us and will decide who keeps it, which can take a few months. Until then, nothing else changes.',
} as const;

export function describeEnded(endedOn: Date, subject: ReceiptSubject): string {
  return `Your ${subject} ended on ${formatDateInWords(endedOn)}. You won’t be charged again.`;
}

/** Describes when and where a physical card arrives. `to` begins with the recipient's name. */
export function describeDelivery({ to, within }: { to: readonly string[]; within: string }): string {
  return `We are processing your order and it should arrive within ${within}. It ships to: ${to.join(', ')}.`;
}

/** Describes when a free period or a canceled plan ends. */
export function describeEnd(endsOn: Date, subject: ReceiptSubject): string {
  return `Your ${subject} ends on its own on ${formatDateInWords(endsOn)}. You won’t be charged again.`;
}

/** Shown before the cancel link. Purchases that are charged only once have no such link. */
export const CANCEL_ANY_TIME: Partial<Record<ReceiptSubject, string>> = {
  membership: 'You can cancel any time, and use your membership until it expires.',
  'family membership':
    'You can change back to the individual plan or cancel any time. It takes effect at the end of the period you paid for.',
  'business plan':
    'You can cancel any time. Your plan and your listing stay until the end of the period you paid for.',
  'new business plan':
    'You can change to a smaller plan or cancel any time. It takes effect at the end of the period you paid for.',
  'corporate plan':
    'You can cancel any time. Your employees’ cards work until the end of the period you paid for.',
};
