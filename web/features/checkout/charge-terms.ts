import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';

/** Quotes of one-time charges have no period. */
export type ShownQuote = Quote & { firstPeriodEnd?: string };

export interface ChargeTerms {
  now: string;
  later: string;
  cancel: string;
}

/** Returns how long a promo code's discount continues after the first period, such as '2 more months'. */
function describeDiscountedPeriods(periods: number, interval: string): string {
  const remainingPeriods = periods - 1;
  return `${remainingPeriods} more ${interval}${remainingPeriods === 1 ? '' : 's'}`;
}

function describeRecurringCharge(quote: Quote, nextDay: string): string {
  const { interval, recurringCents, discountedRecurringCents, promo } = quote;
  const fullPrice = `${formatCents(recurringCents)} every ${interval}`;
  const discountedPrice = `${formatCents(discountedRecurringCents)} every ${interval}`;
  const fromNextDay = `from ${nextDay} until you cancel`;
  if (promo === null || promo.periods === 1) return `Then ${fullPrice}, ${fromNextDay}.`;
  if (promo.periods === null) return `Then ${discountedPrice}, ${fromNextDay}.`;
  return `Then ${discountedPrice} from ${nextDay} for ${describeDiscountedPeriods(promo.periods, interval)}, then ${fullPrice} until you cancel.`;
}

const MEMBERSHIP_END = 'You can use your membership until its expiration date.';

const SUBJECT_TEXTS = {
  'account-membership': {
    product: 'membership',
    cancel: `Cancel any time under Manage in the account menu. ${MEMBERSHIP_END}`,
  },
  'guest-membership': {
    product: 'membership',
    cancel: `Cancel any time with the link in your receipt email. ${MEMBERSHIP_END}`,
  },
  'business-plan': {
    product: 'plan',
    cancel: 'Cancel any time on your Business page. Your plan runs until the end of the period you paid for.',
  },
  company: {
    product: 'plan',
    cancel:
      'Cancel any time on your Company page. The cards are good until the end of the period you paid for.',
  },
  'company-seats': {
    product: 'charge',
    cancel:
      'Cancel any time on your Company page. The cards are good until the end of the period you paid for.',
  },
  'card-replacement': {
    product: 'charge',
    cancel: 'This is a one-time charge, so there’s nothing to cancel.',
  },
} as const;
export type ChargeSubject = keyof typeof SUBJECT_TEXTS;

function describeOneTimeCharge({ free, totalCents }: Quote): string {
  return free
    ? 'You won’t be charged, and you don’t need a card.'
    : `We charge ${formatCents(totalCents)} now, one time only.`;
}

export function chargeTerms(quote: ShownQuote, subject: ChargeSubject): ChargeTerms {
  const { product, cancel } = SUBJECT_TEXTS[subject];
  // Pages with a one-time charge explain any later charges themselves.
  if (quote.firstPeriodEnd === undefined || quote.interval === 'once') {
    return { now: describeOneTimeCharge(quote), later: '', cancel };
  }
  const endDate = formatLongDate(new Date(quote.firstPeriodEnd));
  if (quote.free) {
    return {
      now: 'You won’t be charged, and you don’t need a card.',
      later: `The ${product} is yours until ${endDate}.`,
      // Only a membership can be canceled before a free period ends.
      cancel:
        product === 'membership' ? 'It ends on its own. You can also cancel earlier.' : 'It ends on its own.',
    };
  }
  return {
    now: `We charge ${formatCents(quote.totalCents)} now.`,
    later: describeRecurringCharge(quote, endDate),
    cancel,
  };
}

/** Describes how to get a physical card. A first card that is requested after the purchase is free (D59). */
export function describeCardOffer({ priceCents }: Plan, signedIn: boolean): string {
  const howToRequest = signedIn ? 'from your account' : 'with the link in your receipt';
  return `Add it now for ${formatCents(priceCents)}, or request your first one free ${howToRequest}.`;
}
