import { useEffect } from 'react';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentValues } from './payment-values.ts';
import type { PromoCodeEntry } from './use-promo-code.ts';

/** The quote query of a purchase of any kind. While the next quote loads, `data` is the previous one. */
export interface QuoteQuery {
  data: Quote | undefined;
  isPlaceholderData: boolean;
  error: unknown;
  refetch(): Promise<unknown>;
}

interface QuoteOptions {
  query: QuoteQuery;
  promo: PromoCodeEntry;
  onQuote(quote: Quote | undefined): void;
}

/** Passes the current quote to the wizard, and drops an applied promo code that is no longer valid. */
export function useQuote({ values, set }: WizardForm<PaymentValues>, options: QuoteOptions) {
  const { query, promo, onQuote } = options;
  const { discountCode } = values;
  const quote = query.isPlaceholderData ? undefined : query.data;
  useEffect(() => onQuote(quote), [quote, onQuote]);

  const failure = query.error === null ? null : toFailure(query.error);
  const refusedCode = failure?.fieldErrors.discountCode;
  useEffect(() => {
    if (refusedCode === undefined || discountCode === null) return;
    promo.showError(discountCode, refusedCode);
    set({ discountCode: null });
  });

  return {
    shown: query.data,
    error: refusedCode === undefined ? (failure?.message ?? null) : null,
    refetch: () => void query.refetch(),
  };
}
