import { type Ref, useEffect, useRef } from 'react';
import type { Quote } from '#server/catalog/quote.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { PaymentCard } from '#web/features/payments/payment-card.tsx';
import type { Failure } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { ChargeNote } from './charge-note.tsx';
import type { Bought } from './charge-terms.ts';
import { OrderSummary } from './order-summary.tsx';
import type { PaymentValues } from './payment-values.ts';
import { PromoCodeField } from './promo-code-field.tsx';
import type { PriceWith, PromoCodeEntry } from './use-promo-code.ts';
import { type QuoteQuery, useQuote } from './use-quote.ts';

/** What a wizard keeps beside its values for its payment page. */
export interface PaymentState<V extends PaymentValues> {
  promo: PromoCodeEntry;
  card: Ref<CardHandle>;
  problem: Failure | null;
  onQuote(quote: Quote | undefined): void;
  /** Goes on with the same values under a new key. */
  onStartAgain(values: V): void;
  onLeave(): void;
}

interface PaymentStepProps extends Omit<PaymentState<PaymentValues>, 'onStartAgain'> {
  form: WizardForm<PaymentValues>;
  query: QuoteQuery;
  /** Without it no promo code is asked for. */
  priceWith?: PriceWith;
  bought: Bought;
  /** Who most likely pays: both fields are filled in, and there to be changed. */
  holder: { name: string; zip: string };
  onStartAgain(): void;
}

/** What is bought, the promo code, the card, and what the button will do (SPEC sections 2 and 5). */
export function PaymentStep(props: PaymentStepProps) {
  const { form, promo, priceWith, card, bought, holder, problem, onStartAgain, onLeave } = props;
  const { values, set } = form;
  const quote = useQuote(form, props);
  useHolder(form, holder);
  useEffect(() => onLeave, [onLeave]);

  if (quote.error !== null) return <ErrorBox message={quote.error} onRetry={quote.refetch} />;
  if (quote.shown === undefined) return <Skeleton heights={['9rem', '2.75rem', '20rem']} />;
  return (
    <>
      <OrderSummary quote={quote.shown} />
      {priceWith === undefined ? null : (
        <PromoCodeField values={values} set={set} promo={promo} priceWith={priceWith} />
      )}
      {quote.shown.free ? null : <PaymentCard ref={card} />}
      <ChargeNote quote={quote.shown} bought={bought} problem={problem} onStartAgain={onStartAgain} />
    </>
  );
}

function useHolder({ values, set }: WizardForm<PaymentValues>, holder: { name: string; zip: string }) {
  const arrived = useRef(false);
  // Once, on arrival: a field that was emptied on purpose stays empty.
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    if (values.stripeName !== '' || values.stripeZip !== '') return;
    set({ stripeName: holder.name, stripeZip: holder.zip });
  });
}

/** The ZIP as a card's issuer knows it: five digits of a US one. */
export function billingZip({ country, zip }: { country: string; zip: string }): string {
  return country === 'US' ? zip.slice(0, 5) : zip;
}
