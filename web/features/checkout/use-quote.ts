import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Plan } from '#server/catalog/plan.schema.ts';
import type { Quote } from '#server/catalog/quote.schema.ts';
import { cardPlan } from '#server/checkout/card-purchase.schema.ts';
import type { WizardForm } from '#web/components/wizard/wizard-page.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';
import type { PromoCodeEntry } from './use-promo-code.ts';

interface QuoteOptions {
  plan: Plan;
  promo: PromoCodeEntry;
  onQuote(quote: Quote | undefined): void;
}

/** The server's price of the cart as it is now (DESIGN D2). A code that does not hold any more leaves the cart. */
export function useQuote({ values, set }: WizardForm<CardPurchaseValues>, options: QuoteOptions) {
  const { plan, promo, onQuote } = options;
  const { requestedPhysicalCard, discountCode } = values;
  const query = trpc.checkout.quote.useQuery(
    { plan: cardPlan.parse(plan.id), requestedPhysicalCard, discountCode },
    { placeholderData: keepPreviousData },
  );
  const quote = query.isPlaceholderData ? undefined : query.data;
  useEffect(() => onQuote(quote), [quote, onQuote]);

  const failure = query.error === null ? null : toFailure(query.error);
  const refusedCode = failure?.fieldErrors.discountCode;
  useEffect(() => {
    if (refusedCode === undefined || discountCode === null) return;
    promo.refuse(discountCode, refusedCode);
    set({ discountCode: null });
  });

  return {
    shown: query.data,
    error: refusedCode === undefined ? (failure?.message ?? null) : null,
    refetch: () => void query.refetch(),
  };
}
