import { cardAddress } from '#server/domains/memberships/physical-card/physical-card.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import { presentFailure, purchaseErrorHeader } from '../../checkout/card/card-purchase-values.ts';
import checkoutClasses from '../../checkout/checkout.module.css';
import { billingZip, type PaymentDetails } from '../../checkout/payment-step.tsx';
import { emptyPayment, type PaymentValues } from '../../checkout/payment-values.ts';
import { type PurchasePage, paymentPage } from '../../checkout/purchase-page.tsx';
import { joinTexts, summarizeAddress } from '../../checkout/summary/review-texts.ts';
import { PurchaseWizard } from '../../checkout/use-purchase-wizard.tsx';
import {
  buildCardAddressValues,
  type CardAddressValues,
  type CardHolder,
  type PhysicalCardView,
} from './card-address-values.ts';
import classes from './physical-card.module.css';

interface ReplacementValues extends CardAddressValues, PaymentValues {}

interface ReplacementContext {
  /** The name on the card. */
  recipient: string;
}

function replacementSteps(
  cardNeeded: boolean,
): Record<'shipping' | 'payment', PurchasePage<ReplacementValues, ReplacementContext>> {
  return {
    shipping: {
      id: 'shipping',
      title: 'Shipping',
      schema: cardAddress,
      fields: Object.keys(cardAddress.shape),
      summarize: (values, { recipient }) => joinTexts(recipient, summarizeAddress(values)),
      leave: (values, { address }) => address.confirm(values),
      render: (_, { recipient, address }) => (
        <>
          <p className={checkoutClasses.hint}>
            The new card has the name <PersonName name={recipient} /> and the same membership ID.
          </p>
          <AddressFields autoCompleteSection="shipping" />
          {address.dialog}
        </>
      ),
    },
    payment: paymentPage(cardNeeded, usePaymentDetails),
  };
}

function usePaymentDetails(values: ReplacementValues, { recipient }: ReplacementContext): PaymentDetails {
  const query = trpc.physicalCards.replacementQuote.useQuery();
  return { query, subject: 'card-replacement', holder: { name: recipient, zip: billingZip(values) } };
}

interface ReplacementProps {
  card: PhysicalCardView;
  holder: CardHolder;
}

export function Replacement({ card, holder }: ReplacementProps) {
  const utils = trpc.useUtils();
  const buyReplacement = trpc.physicalCards.buyReplacement.useMutation();
  return (
    <div className={classes.page}>
      <h2>Order a replacement</h2>
      <div>
        <PurchaseWizard
          draftId={`card-replacement-${card.number}`}
          title="Order a replacement card"
          initial={{ ...emptyPayment, ...buildCardAddressValues(card) }}
          pages={replacementSteps}
          context={{ recipient: card.recipient }}
          search=""
          buy={({ values, ...submission }) => {
            const { street1, street2, city, state, zip, country } = values;
            const address = { street1, street2, city, state, zip, country };
            return buyReplacement.mutateAsync({ ...holder, ...address, ...submission });
          }}
          presentFailure={presentFailure}
          errorHeader={purchaseErrorHeader}
          onPaid={() => void utils.physicalCards.invalidate()}
        />
      </div>
    </div>
  );
}
