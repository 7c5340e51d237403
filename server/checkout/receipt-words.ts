import { formatLongDate } from '../lib/dates.ts';
import { formatCents } from '../lib/money.ts';
import type { ReceiptRenewal } from './receipt.schema.ts';

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
export function renewalWords({ amountCents, interval, on, regular }: ReceiptRenewal): string {
  const first = `Your membership renews on ${formatLongDate(on)} for ${formatCents(amountCents)}`;
  if (!regular) return `${first}, and then every ${interval} until you cancel.`;
  const later = `${formatCents(regular.amountCents)} every ${interval} until you cancel`;
  return `${first}, and then every ${interval}. From ${formatLongDate(regular.from)} the price is ${later}.`;
}

/** What happens to a free period, on its last day where that is known (DESIGN D25). */
export function endWords(endsOn: Date | null): string {
  const day = endsOn ? ` on ${formatLongDate(endsOn)}` : '';
  return `Your membership ends${day} by itself. Nothing more will be charged.`;
}

/** How to cancel, before the link to do it. */
export const CANCEL_ANY_TIME = 'You can cancel any time, and use your membership until its expiry date:';

/** What a cancellation means (SPEC section 2, Memberships). */
export const AFTER_CANCELLING = 'You can use your membership until its expiry date.';
