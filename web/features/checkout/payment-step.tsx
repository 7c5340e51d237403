import { type Ref, useEffect, useRef } from 'react';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { PaymentCard } from '#web/features/payments/payment-card.tsx';
import type { Failure } from '#web/lib/errors.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { WizardAside } from '#web/ui/wizard/wizard-aside.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { ChargeNote } from './charge-note.tsx';
import type { ChargeSubject } from './charge-terms.ts';
import type { PaymentValues } from './payment-values.ts';
import { PromoCodeField } from './promo-code-field.tsx';
import { type NamedPlan, OrderSummary } from './summary/order-summary.tsx';
import type { PromoCodeEntry, QuoteWithCode } from './use-promo-code.ts';
import { type QuoteQuery, useQuote } from './use-quote.ts';

/** What a wizard passes to its payment page. */
export interface PaymentState<V extends PaymentValues> {
  promo: PromoCodeEntry;
  card: Ref<CardHandle>;
  problem: Failure | null;
  onQuote(quote: Quote | undefined): void;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: V): void;
  onLeave(): void;
}

interface PaymentStepProps extends Omit<PaymentState<PaymentValues>, 'onStartAgain'> {
  form: WizardForm<PaymentValues>;
  query: QuoteQuery;
  /** Omit this to hide the promo code field. */
  quoteWithCode?: QuoteWithCode;
  subject: ChargeSubject;
  /** The plans in the cart, if their names on the receipt may differ. */
  plans?: readonly NamedPlan[];
  /** Prefills the name on the card and its billing ZIP code. */
  holder: { name: string; zip: string };
  onStartAgain(): void;
}

/** The payment page of every purchase wizard. */
export function PaymentStep(props: PaymentStepProps) {
  const {
    form,
    promo,
    quoteWithCode,
    card,
    subject,
    plans = [],
    holder,
    problem,
    onStartAgain,
    onLeave,
  } = props;
  const { values, set } = form;
  const quote = useQuote(form, props);
  usePrefilledHolder(form, holder);
  useEffect(() => onLeave, [onLeave]);

  if (quote.error !== null) return <ErrorBox message={quote.error} onRetry={quote.refetch} />;
  if (quote.shown === undefined) return <Skeleton heights={['9rem', '2.75rem', '20rem']} />;
  return (
    <>
      {quoteWithCode === undefined ? null : (
        <PromoCodeField values={values} set={set} promo={promo} quoteWithCode={quoteWithCode} />
      )}
      {quote.shown.free ? null : <PaymentCard ref={card} />}
      <ChargeNote quote={quote.shown} subject={subject} problem={problem} onStartAgain={onStartAgain} />
      <WizardAside>
        <OrderSummary quote={quote.shown} review={form.review} plans={plans} />
      </WizardAside>
    </>
  );
}

function usePrefilledHolder(
  { values, set }: WizardForm<PaymentValues>,
  holder: { name: string; zip: string },
) {
  const wasPrefilled = useRef(false);
  // Prefill only once. Otherwise a field that the buyer clears would fill up again.
  useEffect(() => {
    if (wasPrefilled.current) return;
    wasPrefilled.current = true;
    if (values.stripeName !== '' || values.stripeZip !== '') return;
    set({ stripeName: holder.name, stripeZip: holder.zip });
  });
}

/** Shortens ZIP+4 codes of US addresses to 5 digits, because card issuers don't know the other four. */
export function billingZip({ country, zip }: { country: string; zip: string }): string {
  return country === 'US' ? zip.slice(0, 5) : zip;
}
