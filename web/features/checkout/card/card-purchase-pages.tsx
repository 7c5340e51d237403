import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import {
  cardDetails,
  cardPlan,
  cardShipping,
} from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { familyNames } from '#server/domains/memberships/family.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { ContractDialog } from '#web/features/content/contract-dialog.tsx';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { EmailField, PhoneField } from '#web/ui/form/fields.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import type { AddressQuestions } from '../address-question.tsx';
import { AgreementCheckbox } from '../agreement-fields.tsx';
import { describeCardOffer } from '../charge-terms.ts';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { ReferenceField } from '../reference-field.tsx';
import { withChosenReference } from '../reference-values.ts';
import { joinTexts, summarizeAddress, summarizeFamily } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { useReferral } from '../use-referral.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';
import { ChooseStep } from './choose-step.tsx';
import { FamilyStep } from './family-step.tsx';

interface DetailsStepProps {
  form: WizardForm<CardPurchaseValues>;
  /** The catalog's entry for a physical card. */
  physicalCard: Plan;
  signedIn: boolean;
}

function DetailsStep({ form: { values, set }, physicalCard, signedIn }: DetailsStepProps) {
  const [isReadingTerms, setReadingTerms] = useState(false);
  useReferral(values, set);
  const deliveryTime = physicalCard.copy.points[0];
  return (
    <>
      <ReferenceField
        text={values.referenceLabel}
        onChoose={(reference, referenceLabel) => set({ reference, referenceLabel })}
      />
      <div className={classes.choices}>
        <CheckboxField
          name="requestedPhysicalCard"
          label={physicalCard.name}
          description={[
            physicalCard.copy.summary,
            deliveryTime && `Delivery takes ${deliveryTime}.`,
            describeCardOffer(physicalCard, signedIn),
          ]
            .filter(Boolean)
            .join(' ')}
        >
          Send me a physical card, {formatCents(physicalCard.priceCents)} once
        </CheckboxField>
        <CheckboxField name="boughtBefore" label="Bought before">
          I have bought an Everything Card before
        </CheckboxField>
        <div>
          <AgreementCheckbox name="contractAgree" type="MEMBER" label="Terms">
            I accept the membership terms
          </AgreementCheckbox>
          <button type="button" className={classes.termsLink} onClick={() => setReadingTerms(true)}>
            Read the membership terms
          </button>
        </div>
      </div>
      <ContractDialog type="MEMBER" opened={isReadingTerms} onClose={() => setReadingTerms(false)} />
    </>
  );
}

export interface CardPurchaseStepConditions {
  family: boolean;
  signedIn: boolean;
  /** False if nothing is due because the promo code makes the purchase free (D25). */
  cardNeeded: boolean;
}

export type CardPurchaseStep = WizardStep<CardPurchaseValues>;
type CardPurchaseStepId = 'choose' | 'shipping' | 'family' | 'details' | 'payment';

const BUYER_REQUIRED = 'Please choose how to continue';

export function cardPurchaseSteps(
  conditions: CardPurchaseStepConditions,
): Record<CardPurchaseStepId, CardPurchaseStep> {
  const { family, signedIn, cardNeeded } = conditions;
  return {
    choose: {
      id: 'choose',
      // A buyer who has logged in or out since choosing must choose again.
      schema: z.object({ buyer: z.literal(signedIn ? 'account' : 'guest', { error: BUYER_REQUIRED }) }),
      fields: ['buyer'],
    },
    shipping: {
      id: 'shipping',
      schema: cardShipping,
      fields: Object.keys(cardShipping.shape),
    },
    family: {
      id: 'family',
      condition: () => family,
      schema: familyNames,
      fields: Object.keys(familyNames.shape),
    },
    details: {
      id: 'details',
      schema: withChosenReference(cardDetails),
      fields: Object.keys(cardDetails.shape),
    },
    payment: {
      id: 'payment',
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
    },
  };
}

interface CardPaymentStepProps {
  form: WizardForm<CardPurchaseValues>;
  plan: Plan;
  payment: PaymentState<CardPurchaseValues>;
}

function CardPaymentStep({ form, plan, payment }: CardPaymentStepProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const cart = { plan: cardPlan.parse(plan.id), requestedPhysicalCard: values.requestedPhysicalCard };
  const query = trpc.checkout.quote.useQuery(
    { ...cart, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      quoteWithCode={(discountCode) => utils.checkout.quote.fetch({ ...cart, discountCode })}
      plans={[plan]}
      subject={values.buyer === 'account' ? 'account-membership' : 'guest-membership'}
      holder={{ name: `${values.firstname} ${values.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
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

interface PageOptions {
  plan: Plan;
  physicalCard: Plan;
  viewer: Viewer | null;
  cardNeeded: boolean;
  address: AddressQuestions;
  reference: ReferenceLookup;
  payment: PaymentState<CardPurchaseValues>;
}

type Page = WizardPage<CardPurchaseValues>;

/** Adds titles and rendering to the pages, whose order and schemas are in card-purchase-steps.ts. */
export function cardPurchasePages(options: PageOptions): readonly [Page, ...Page[]] {
  const { plan, physicalCard, viewer, cardNeeded, address, reference, payment } = options;
  const steps = cardPurchaseSteps({ family: plan.isFamily, signedIn: viewer !== null, cardNeeded });
  return [
    {
      ...steps.choose,
      title: 'How would you like to buy?',
      ownForm: true,
      render: (form) => <ChooseStep form={form} viewer={viewer} />,
    },
    {
      ...steps.shipping,
      title: 'Shipping',
      summarize: (values) => joinTexts(`${values.firstname} ${values.lastname}`, summarizeAddress(values)),
      render: () => (
        <>
          <ShippingStep />
          {address.dialog}
        </>
      ),
      leave: address.confirm,
    },
    {
      ...steps.family,
      title: 'Family members',
      summarize: summarizeFamily,
      render: (form) => <FamilyStep form={form} />,
    },
    {
      ...steps.details,
      title: 'Details',
      summarize: ({ requestedPhysicalCard, referenceLabel }) =>
        joinTexts(
          requestedPhysicalCard ? 'Digital and physical card' : 'Digital card',
          referenceLabel === '' ? '' : `reference ${referenceLabel}`,
        ),
      complete: reference.complete,
      render: (form) => <DetailsStep form={form} physicalCard={physicalCard} signedIn={viewer !== null} />,
    },
    {
      ...steps.payment,
      title: 'Payment',
      render: (form) => <CardPaymentStep form={form} plan={plan} payment={payment} />,
    },
  ];
}
