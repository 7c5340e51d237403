import { cardAddress } from '#server/domains/memberships/physical-card/physical-card.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { AddressQuestions } from '../../checkout/address-question.tsx';
import classes from '../../checkout/checkout.module.css';
import { billingZip, type PaymentState, PaymentStep } from '../../checkout/payment-step.tsx';
import { PAYMENT_FIELDS, type PaymentValues, paymentSchema } from '../../checkout/payment-values.ts';
import { joinTexts, summarizeAddress } from '../../checkout/summary/review-texts.ts';
import type { CardAddressValues } from './card-address-values.ts';

export interface ReplacementValues extends CardAddressValues, PaymentValues {}

interface PageOptions {
  recipient: string;
  cardNeeded: boolean;
  address: AddressQuestions;
  payment: PaymentState<ReplacementValues>;
}

type Page = WizardPage<ReplacementValues>;

export function replacementPages(options: PageOptions): readonly [Page, ...Page[]] {
  const { recipient, cardNeeded, address, payment } = options;
  return [
    {
      id: 'shipping',
      title: 'Shipping',
      summarize: (values) => joinTexts(recipient, summarizeAddress(values)),
      schema: cardAddress,
      fields: Object.keys(cardAddress.shape),
      render: () => (
        <>
          <p className={classes.hint}>The new card has the name {recipient} and the same membership ID.</p>
          <AddressFields autoCompleteSection="shipping" />
          {address.dialog}
        </>
      ),
      leave: address.confirm,
    },
    {
      id: 'payment',
      title: 'Payment',
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
      render: (form) => <Payment form={form} recipient={recipient} payment={payment} />,
    },
  ];
}

interface PaymentProps extends Pick<PageOptions, 'recipient' | 'payment'> {
  form: WizardForm<ReplacementValues>;
}

function Payment({ form, recipient, payment }: PaymentProps) {
  const query = trpc.physicalCards.replacementQuote.useQuery();
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      subject="card-replacement"
      holder={{ name: recipient, zip: billingZip(form.values) }}
      onStartAgain={() => payment.onStartAgain(form.values)}
    />
  );
}
