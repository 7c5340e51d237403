import { type Ref, useEffect, useRef } from 'react';
import type { Plan } from '#server/catalog/plan.schema.ts';
import type { Quote } from '#server/catalog/quote.schema.ts';
import type { WizardForm } from '#web/components/wizard/wizard-page.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { PaymentCard } from '#web/features/payments/payment-card.tsx';
import type { Failure } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CardPurchaseValues } from './card-purchase-values.ts';
import { ChargeNote } from './charge-note.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PromoCodeField } from './promo-code-field.tsx';
import type { PromoCodeEntry } from './use-promo-code.ts';
import { useQuote } from './use-quote.ts';

export interface PaymentStepProps {
  form: WizardForm<CardPurchaseValues>;
  plan: Plan;
  promo: PromoCodeEntry;
  card: Ref<CardHandle>;
  problem: Failure | null;
  onQuote(quote: Quote | undefined): void;
  onStartAgain(values: CardPurchaseValues): void;
  onLeave(): void;
}

/** What is bought, the promo code, the card, and what the button will do (SPEC sections 2 and 5). */
export function PaymentStep(props: PaymentStepProps) {
  const { form, promo, card, problem, onStartAgain, onLeave } = props;
  const { values, set } = form;
  const quote = useQuote(form, props);
  useHolderFromShipping(form);
  useEffect(() => onLeave, [onLeave]);

  if (quote.error !== null) return <ErrorBox message={quote.error} onRetry={quote.refetch} />;
  if (quote.shown === undefined) return <Skeleton heights={['9rem', '2.75rem', '20rem']} />;
  return (
    <>
      <OrderSummary quote={quote.shown} />
      <PromoCodeField values={values} set={set} promo={promo} />
      {quote.shown.free ? null : <PaymentCard ref={card} />}
      <ChargeNote
        quote={quote.shown}
        buyer={values.buyer ?? 'guest'}
        problem={problem}
        onStartAgain={() => onStartAgain(values)}
      />
    </>
  );
}

/** Most people pay with a card in their own name; both fields are there to be changed. */
function useHolderFromShipping({ values, set }: WizardForm<CardPurchaseValues>) {
  const arrived = useRef(false);
  // Once, on arrival: a field that was emptied on purpose stays empty.
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    if (values.stripeName !== '' || values.stripeZip !== '') return;
    set({
      stripeName: `${values.firstname} ${values.lastname}`.trim(),
      stripeZip: values.country === 'US' ? values.zip.slice(0, 5) : values.zip,
    });
  });
}
