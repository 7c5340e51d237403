import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { PHYSICAL_CARD_SLUG } from '#server/domains/catalog/price.shared.ts';
import {
  cardDetails,
  cardPlan,
  cardShipping,
} from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { familyForm, familyNames } from '#server/domains/memberships/family.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { EmailField, PhoneField } from '#web/ui/form/fields.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { FieldGroup } from '../field-group.tsx';
import { holderOf, type PaymentDetails } from '../payment-step.tsx';
import { WizardLoading } from '../purchase-modal.tsx';
import { type PurchasePage, paymentPage } from '../purchase-page.tsx';
import { toReferenceValues, withChosenReference } from '../reference-values.ts';
import { joinTexts, summarizeAddress, summarizeFamily } from '../summary/review-texts.ts';
import { LOAD_ONCE, PurchaseWizard } from '../use-purchase-wizard.tsx';
import { CardCompletion } from './card-completion.tsx';
import {
  buildCardPurchaseInput,
  type CardPurchaseValues,
  draftId,
  emptyPurchase,
  presentFailure,
  purchaseErrorHeader,
  valuesFromCart,
} from './card-purchase-values.ts';
import { ChooseStep } from './choose-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { FamilyStep } from './family-step.tsx';
import type { HeldMembership } from './held-choice.tsx';

export interface CardPurchaseStepConditions {
  family: boolean;
  signedIn: boolean;
  /** False if nothing is due because the promo code makes the purchase free (D25). */
  cardNeeded: boolean;
}

interface CardContext {
  plan: Plan;
  /** The catalog's entry for a physical card. */
  physicalCard: Plan;
  viewer: Viewer | null;
  /** What the buyer already has (D71). */
  held: HeldMembership | null;
  isCheckingHeld: boolean;
}

export type CardPurchaseStep = PurchasePage<CardPurchaseValues, CardContext>;
type CardPurchaseStepId = 'choose' | 'shipping' | 'family' | 'details' | 'payment';

const BUYER_REQUIRED = 'Please choose how to continue';

export function cardPurchaseSteps(
  conditions: CardPurchaseStepConditions,
): Record<CardPurchaseStepId, CardPurchaseStep> {
  const { family, signedIn, cardNeeded } = conditions;
  return {
    choose: {
      id: 'choose',
      title: 'How would you like to buy?',
      // A buyer who has logged in or out since choosing must choose again.
      schema: z.object({ buyer: z.literal(signedIn ? 'account' : 'guest', { error: BUYER_REQUIRED }) }),
      fields: ['buyer'],
      ownForm: true,
      render: (form, { viewer, held, isCheckingHeld }) => (
        <ChooseStep form={form} viewer={viewer} held={held} isCheckingHeld={isCheckingHeld} />
      ),
    },
    shipping: {
      id: 'shipping',
      title: 'Shipping',
      schema: cardShipping,
      fields: Object.keys(cardShipping.shape),
      summarize: (values) => joinTexts(formatPersonName(values), summarizeAddress(values)),
      leave: (values, { address }) => address.confirm(values),
      render: (_, { address }) => (
        <>
          <ShippingStep />
          {address.dialog}
        </>
      ),
    },
    family: {
      id: 'family',
      title: 'Family members',
      condition: () => family,
      schema: familyForm,
      fields: Object.keys(familyNames.shape),
      summarize: summarizeFamily,
      render: (form) => <FamilyStep form={form} />,
    },
    details: {
      id: 'details',
      title: 'Details',
      schema: withChosenReference(cardDetails),
      fields: Object.keys(cardDetails.shape),
      summarize: ({ requestedPhysicalCard, referenceLabel }) =>
        joinTexts(
          requestedPhysicalCard ? 'Digital and physical card' : 'Digital card',
          referenceLabel === '' ? '' : `reference ${referenceLabel}`,
        ),
      complete: (values, { reference }) => reference.complete(values),
      render: (form, { physicalCard, viewer }) => (
        <DetailsStep form={form} physicalCard={physicalCard} signedIn={viewer !== null} />
      ),
    },
    payment: paymentPage(cardNeeded, usePaymentDetails),
  };
}

function ShippingStep() {
  return (
    <>
      <FieldGroup title="Contact information">
        <NameFields />
        <PhoneField />
        <EmailField description="We’ll send your receipt and membership ID here." />
      </FieldGroup>
      <FieldGroup title="Shipping address">
        <AddressFields autoCompleteSection="shipping" />
      </FieldGroup>
    </>
  );
}

function usePaymentDetails(values: CardPurchaseValues, { plan }: CardContext): PaymentDetails {
  const utils = trpc.useUtils();
  const cart = { plan: cardPlan.parse(plan.id), requestedPhysicalCard: values.requestedPhysicalCard };
  const query = trpc.checkout.quote.useQuery(
    { ...cart, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return {
    query,
    quoteWithCode: (discountCode) => utils.checkout.quote.fetch({ ...cart, discountCode }),
    plans: [plan],
    subject: values.buyer === 'account' ? 'account-membership' : 'guest-membership',
    holder: holderOf(values, values),
  };
}

function CardWizard(context: CardContext) {
  const { plan, viewer } = context;
  const token = useCompletionToken();
  const reopened = trpc.checkout.reopen.useQuery(token === null ? skipToken : { token }, LOAD_ONCE);
  const buyCard = trpc.checkout.buyCard.useMutation();
  const signedIn = viewer !== null;

  return (
    <PurchaseWizard
      draftId={draftId(plan)}
      title={`Buy the ${plan.copy.title}`}
      initial={emptyPurchase}
      pages={(cardNeeded) => cardPurchaseSteps({ family: plan.isFamily, signedIn, cardNeeded })}
      context={context}
      search={`?plan=${plan.slug}`}
      reopened={{
        query: reopened,
        values: reopened.data && {
          ...valuesFromCart(reopened.data.cart, signedIn),
          ...toReferenceValues(reopened.data.referrer),
        },
        startLabel: 'Buy the card',
      }}
      buy={(submission) =>
        buyCard.mutateAsync(buildCardPurchaseInput({ ...submission, plan, accountId: viewer?.id ?? null }))
      }
      presentFailure={presentFailure}
      errorHeader={purchaseErrorHeader}
    />
  );
}

interface CardPurchaseProps {
  plan: Plan;
  onClose(): void;
}

export function CardPurchase({ plan, onClose }: CardPurchaseProps) {
  const [params] = useSearchParams();
  const viewer = trpc.viewer.user.useQuery();
  const physicalCard = trpc.catalog.plans.useQuery(undefined, {
    select: (plans) => plans.find(({ slug }) => slug === PHYSICAL_CARD_SLUG),
    staleTime: 300_000,
  });

  const held = trpc.checkout.heldMembership.useQuery({ plan: cardPlan.parse(plan.id) });
  const hasFailed = viewer.isError || physicalCard.isError || held.isError;
  const [user, card, heldMembership] = [viewer.data, physicalCard.data, held.data];
  if (hasFailed || user === undefined || card === undefined || heldMembership === undefined)
    return <WizardLoading queries={[viewer, physicalCard, held]} />;
  const completedPurchaseId = params.get('completed');
  return completedPurchaseId === null ? (
    <CardWizard
      plan={plan}
      physicalCard={card}
      viewer={user}
      held={heldMembership}
      isCheckingHeld={held.isFetching}
    />
  ) : (
    <CardCompletion
      purchaseId={completedPurchaseId}
      physicalCard={card}
      signedIn={user !== null}
      onClose={onClose}
    />
  );
}
