import type { Quote } from '../../catalog/quote.schema.ts';
import { AppError } from '../../errors.ts';

/**
 * Today's price, where it is the one that the buyer saw and the card is left out only for a free purchase (DESIGN D2,
 * D25): PRICE_CHANGED, CARD_INVALID.
 */
export function requireShownPrice(
  quote: Quote,
  { shownTotalCents, token }: { shownTotalCents?: number | null | undefined; token: string },
): Quote {
  if ((shownTotalCents ?? quote.totalCents) !== quote.totalCents) throw new AppError('PRICE_CHANGED');
  if (token === 'none' && !quote.free) throw new AppError('CARD_INVALID');
  return quote;
}
