import type { ReactNode } from 'react';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import type { AddressQuestions } from './address-question.tsx';
import { type PaymentDetails, type PaymentState, PaymentStep } from './payment-step.tsx';
import { PAYMENT_FIELDS, type PaymentValues, paymentSchema } from './payment-values.ts';
import type { ReferenceLookup } from './use-reference-lookup.ts';

/** What the pages of every purchase can use. */
interface PurchaseTools<V extends PaymentValues> {
  address: AddressQuestions;
  reference: ReferenceLookup;
  payment: PaymentState<V>;
}

/** A wizard's page. `Context` is what the pages of this kind of purchase can use besides the tools. */
export interface PurchasePage<V extends PaymentValues, Context>
  extends WizardStep<V>,
    Pick<WizardPage<V>, 'title' | 'errorHeader' | 'ownForm'> {
  summarize?(values: V, context: Context): string;
  complete?(values: V, context: Context & PurchaseTools<V>): Promise<Partial<V>>;
  leave?(values: V, context: Context & PurchaseTools<V>): Promise<Partial<V> | false>;
  render(form: WizardForm<V>, context: Context & PurchaseTools<V>): ReactNode;
}

interface PaymentBodyProps<V extends PaymentValues, Context> {
  form: WizardForm<V>;
  context: Context & PurchaseTools<V>;
  useDetails(values: V, context: Context): PaymentDetails;
}

function PaymentBody<V extends PaymentValues, Context>(props: PaymentBodyProps<V, Context>) {
  const { form, context, useDetails } = props;
  const { lead, ...details } = useDetails(form.values, context);
  return (
    <>
      {lead}
      <PaymentStep form={form} payment={context.payment} {...details} />
    </>
  );
}

/**
 * The last page of every purchase. `cardNeeded` is false if nothing is due because the promo code makes the
 * purchase free (D25).
 */
export function paymentPage<V extends PaymentValues, Context>(
  cardNeeded: boolean,
  useDetails: PaymentBodyProps<V, Context>['useDetails'],
): PurchasePage<V, Context> {
  return {
    id: 'payment',
    title: 'Payment',
    schema: paymentSchema(cardNeeded),
    fields: PAYMENT_FIELDS,
    render: (form, context) => <PaymentBody form={form} context={context} useDetails={useDetails} />,
  };
}

/** Lets a page call its wizard's tools where `WizardPage` passes only the values. */
export function withTools<V extends PaymentValues, Context>(
  page: PurchasePage<V, Context>,
  context: Context & PurchaseTools<V>,
): WizardPage<V> {
  const { summarize, complete, leave, render } = page;
  return {
    ...page,
    summarize: summarize && ((values) => summarize(values, context)),
    // A page without these moves on within the click, so that React renders the next page at once.
    complete: complete && ((values) => complete(values, context)),
    leave: leave && ((values) => leave(values, context)),
    render: (form) => render(form, context),
  };
}
