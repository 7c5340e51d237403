import { AppError } from '../../../lib/errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { Quote } from '../../catalog/quote.schema.ts';

type ShownTotal = number | null | undefined;

/**
 * Returns the quote to charge, or null if the buyer saw a different price. Older clients compute the price
 * themselves. They don't know a promo code's prices per plan (D40), and they may round half a cent down or
 * send the fraction (D42).
 */
export function matchShownPrice(
  { entryPoint }: Pick<Context, 'entryPoint'>,
  quote: Quote,
  shownTotalCents: ShownTotal,
): Quote | null {
  const { totalCents, exactTotalCents = totalCents, promo } = quote;
  const shownCents = shownTotalCents ?? totalCents;
  if (shownCents === totalCents) return quote;
  if (entryPoint === 'web') return null;
  if (promo?.hasPlanPrices && shownCents > totalCents) return quote;
  const flooredCents = Math.floor(exactTotalCents);
  const isHalfCent = exactTotalCents - flooredCents === 0.5;
  const isFlooredOrExact = shownCents === exactTotalCents || (isHalfCent && shownCents === flooredCents);
  return isFlooredOrExact ? reduceTotal(quote, totalCents - flooredCents) : null;
}

function reduceTotal(quote: Quote, cents: number): Quote {
  return {
    ...quote,
    discountCents: quote.discountCents + cents,
    totalCents: quote.totalCents - cents,
    discountedRecurringCents: quote.discountedRecurringCents - cents,
  };
}

/**
 * Throws PRICE_CHANGED if the buyer saw a different price, and CARD_INVALID if a purchase that isn't free has
 * no card.
 */
export function requireShownPrice(
  context: Pick<Context, 'entryPoint'>,
  quote: Quote,
  { shownTotalCents, token }: { shownTotalCents?: ShownTotal; token: string },
): Quote {
  const shownQuote = matchShownPrice(context, quote, shownTotalCents);
  if (!shownQuote) throw new AppError('PRICE_CHANGED');
  if (token === 'none' && !shownQuote.free) throw new AppError('CARD_INVALID');
  return shownQuote;
}
