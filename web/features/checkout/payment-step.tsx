import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { formatPersonName } from '#server/lib/same-person.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { PaymentCard } from '#web/features/payments/payment-card.tsx';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { WizardAside } from '#web/ui/wizard/wizard-aside.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { type ChargeSubject, chargeTerms, type ShownQuote } from './charge-terms.ts';
import classes from './checkout.module.css';
import type { PaymentValues } from './payment-values.ts';
import { PromoCodeField } from './promo-code-field.tsx';
import { type NamedPlan, OrderSummary } from './summary/order-summary.tsx';
import { isOutcomeUnknown } from './use-card-payment.ts';
import type { PromoCodeEntry, QuoteWithCode } from './use-promo-code.ts';

interface ChargeNoteProps {
  quote: ShownQuote;
  subject: ChargeSubject;
  /** The failure of the last attempt, or null. */
  problem: Failure | null;
  onStartAgain(): void;
}

/** Shows what the purchase button will charge and, after a failure of unknown outcome, how to continue. */
function ChargeNote({ quote, subject, problem, onStartAgain }: ChargeNoteProps) {
  const { now, later, cancel } = chargeTerms(quote, subject);
  return (
    <>
      <div className={classes.charge}>
        <p>
          <strong>{now}</strong> {later}
        </p>
        <p>{cancel}</p>
      </div>
      {problem !== null && isOutcomeUnknown(problem) ? (
        <Notice title="We don’t know yet if your purchase went through">
          Your purchase may have gone through. Try again. You’ll never be charged twice for the same purchase.
        </Notice>
      ) : null}
      {problem?.code === 'KEY_REUSED' ? (
        <Notice title="An earlier attempt may have gone through">
          <p>Check your email for a receipt first. If you don’t have one, start again with these details.</p>
          <Button variant="secondary" onClick={onStartAgain}>
            Start again
          </Button>
        </Notice>
      ) : null}
    </>
  );
}

/** The quote query of a purchase of any kind. While the next quote loads, `data` is the previous one. */
interface QuoteQuery {
  data: ShownQuote | undefined;
  isPlaceholderData: boolean;
  error: unknown;
  refetch(): Promise<unknown>;
}

/** What a wizard passes to its payment page. */
export interface PaymentState<V extends PaymentValues> {
  promo: PromoCodeEntry;
  card: Ref<CardHandle>;
  problem: Failure | null;
  onQuote(quote: ShownQuote | undefined): void;
  /** Restarts the wizard with the same values and a new idempotency key. */
  onStartAgain(values: V): void;
  onLeave(): void;
}

/** Passes the current quote to the wizard, and drops an applied promo code that is no longer valid. */
function useQuote(
  { values, set }: WizardForm<PaymentValues>,
  query: QuoteQuery,
  { promo, onQuote }: PaymentState<PaymentValues>,
) {
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

/** What the payment page shows of one kind of purchase. */
export interface PaymentDetails {
  /** Shown above everything else, even while the quote loads. */
  lead?: ReactNode;
  query: QuoteQuery;
  /** Omit this to hide the promo code field. */
  quoteWithCode?: QuoteWithCode;
  subject: ChargeSubject;
  /** The plans in the cart, if their names on the receipt may differ. */
  plans?: readonly NamedPlan[];
  /** Prefills the name on the card and its billing ZIP code. */
  holder: { name: string; zip: string };
}

interface PaymentStepProps extends PaymentDetails {
  form: WizardForm<PaymentValues>;
  payment: PaymentState<PaymentValues>;
}

/** The payment page of every purchase wizard. */
export function PaymentStep(props: PaymentStepProps) {
  const { form, payment, query, quoteWithCode, subject, plans = [], holder } = props;
  const { promo, card, problem, onStartAgain, onLeave } = payment;
  const { values, set } = form;
  const quote = useQuote(form, query, payment);
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
      <ChargeNote
        quote={quote.shown}
        subject={subject}
        problem={problem}
        onStartAgain={() => onStartAgain(values)}
      />
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

/** Returns the person and the address that prefill the card form. */
export function holderOf(
  { firstname, lastname }: { firstname: string; lastname: string },
  address: { country: string; zip: string },
) {
  return { name: formatPersonName({ firstname, lastname }), zip: billingZip(address) };
}

/** Shortens ZIP+4 codes of US addresses to 5 digits, because card issuers don't know the other four. */
export function billingZip({ country, zip }: { country: string; zip: string }): string {
  return country === 'US' ? zip.slice(0, 5) : zip;
}
