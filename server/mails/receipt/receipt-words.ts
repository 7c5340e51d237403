import { formatLongDate } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import type { ReceiptMailProps, ReceiptSubject } from './receipt-mail-props.ts';

type Renewal = Pick<NonNullable<ReceiptMailProps['renewal']>, 'amountCents' | 'interval' | 'on' | 'regular'>;

export function describeRenewal(
  { amountCents, interval, on, regular }: Renewal,
  subject: ReceiptSubject,
): string {
  const firstRenewal = `Your ${subject} renews on ${formatLongDate(on)} for ${formatCents(amountCents)}`;
  if (!regular) return `${firstRenewal}, and then every ${interval} until you cancel.`;
  const regularRenewals = `${formatCents(regular.amountCents)} every ${interval} until you cancel`;
  return `${firstRenewal}, and then every ${interval}. From ${formatLongDate(regular.from)} the price is ${regularRenewals}.`;
}

/** A free period ends by itself (D25). */
export function describeEnd(endsOn: Date, subject: ReceiptSubject): string {
  return `Your ${subject} ends on ${formatLongDate(endsOn)} by itself. Nothing more will be charged.`;
}

/** Shown with the cancel link. Purchases that are charged only once have no such link. */
export const CANCEL_ANY_TIME: Partial<Record<ReceiptSubject, string>> = {
  membership: 'You can cancel any time, and use your membership until its expiry date:',
  'family membership':
    'You can change back to the individual plan, or cancel, any time. It takes effect at the end of the paid period:',
  'business plan': 'You can cancel any time: the plan and its listing stay until the end of the paid period.',
  'new business plan':
    'You can change to a smaller plan, or cancel, any time. It takes effect at the end of the paid period:',
  'corporate plan':
    'You can cancel any time: your employees’ cards can be used until the end of the paid period.',
};
