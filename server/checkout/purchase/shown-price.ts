import type { Quote } from '../../catalog/quote.schema.ts';
import { AppError } from '../../errors.ts';

/** Rejects a price that differs from the one the buyer saw, and a missing card unless the purchase is free. */
export function requireShownPrice(
  quote: Quote,
  { shownTotalCents, token }: { shownTotalCents?: number | null | undefined; token: string },
): Quote {
  if ((shownTotalCents ?? quote.totalCents) !== quote.totalCents) throw new AppError('PRICE_CHANGED');
  if (token === 'none' && !quote.free) throw new AppError('CARD_INVALID');
  return quote;
}
