import type { Quote } from '#server/catalog/quote.schema.ts';
import { addMonths, formatLongDate } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';

export interface ChargeTerms {
  now: string;
  /** What recurs, and from when. */
  later: string;
  /** How it is stopped. */
  cancel: string;
}

/** '2 more months', '1 more year': how much longer a promo code holds after the first period. */
function furtherPeriods(periods: number, interval: string): string {
  const more = periods - 1;
  return `${more} more ${interval}${more === 1 ? '' : 's'}`;
}

function recurring(quote: Quote, nextDay: string): string {
  const { interval, recurringCents, discountedRecurringCents, promo } = quote;
  const full = `${formatCents(recurringCents)} every ${interval}`;
  const reduced = `${formatCents(discountedRecurringCents)} every ${interval}`;
  const first = `from ${nextDay} until you cancel`;
  if (promo === null || promo.periods === 1) return `Then ${full}, ${first}.`;
  if (promo.periods === null) return `Then ${reduced}, ${first}.`;
  return `Then ${reduced} from ${nextDay} for ${furtherPeriods(promo.periods, interval)}, then ${full} until you cancel.`;
}

/** What stands beside the button that buys: charged now, charged later, how to cancel (DESIGN section 6, D25). */
export function chargeTerms(quote: Quote, buyer: 'account' | 'guest', today: Date): ChargeTerms {
  const end = formatLongDate(addMonths(today, quote.interval === 'year' ? 12 : 1));
  if (quote.free) {
    return {
      now: 'Nothing is charged, and no card is needed.',
      later: `The membership ends by itself on ${end}.`,
      cancel: 'There is nothing to cancel.',
    };
  }
  return {
    now: `${formatCents(quote.totalCents)} is charged now.`,
    later: recurring(quote, end),
    cancel:
      buyer === 'account'
        ? 'Cancel at any time under Manage in the account menu. You can use your membership until its expiry date.'
        : 'Cancel at any time by the link in your receipt mail. You can use your membership until its expiry date.',
  };
}
