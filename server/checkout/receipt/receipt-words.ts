import { formatLongDate } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import type { PurchaseSubject, ReceiptRenewal } from './receipt.schema.ts';

/** The card network's names, as people know them. */
const CARD_BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** 'Visa ending in 4242'. */
export function cardWords({ brand, last4 }: { brand: string; last4: string }): string {
  return `${CARD_BRANDS[brand.toLowerCase()] ?? 'Card'} ending in ${last4}`;
}

/** What recurs and when. */
export function renewalWords(
  { amountCents, interval, on, regular }: ReceiptRenewal,
  subject: PurchaseSubject,
): string {
  const first = `Your ${subject} renews on ${formatLongDate(on)} for ${formatCents(amountCents)}`;
  if (!regular) return `${first}, and then every ${interval} until you cancel.`;
  const later = `${formatCents(regular.amountCents)} every ${interval} until you cancel`;
  return `${first}, and then every ${interval}. From ${formatLongDate(regular.from)} the price is ${later}.`;
}

/** What happens to a free period, on its last day (DESIGN D25). */
export function endWords(endsOn: Date, subject: PurchaseSubject): string {
  return `Your ${subject} ends on ${formatLongDate(endsOn)} by itself. Nothing more will be charged.`;
}

/** How to cancel, before the link to do it; nothing where nothing recurs. */
export const CANCEL_ANY_TIME: Partial<Record<PurchaseSubject, string>> = {
  membership: 'You can cancel any time, and use your membership until its expiry date:',
  'business plan': 'You can cancel any time: the plan and its listing stay until the end of the paid period.',
  'corporate plan':
    'You can cancel any time: your employees’ cards can be used until the end of the paid period.',
};

/** What a cancellation means (SPEC section 2, Memberships). */
export const AFTER_CANCELLING = 'You can use your membership until its expiry date.';
