import type { Quote } from '../../catalog/quote.schema.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';

type ShownTotal = number | null | undefined;

/**
 * Returns the quote to charge, or null if the buyer saw another price. An older client computes its own price: it can't
 * read the plan prices of a promo code (D40), and it may round half a cent down or send the fraction (D42).
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

/** Rejects a price that differs from the one the buyer saw, and a missing card unless the purchase is free. */
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
