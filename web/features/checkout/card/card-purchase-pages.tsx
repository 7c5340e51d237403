import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { AddressQuestions } from '../address-question.tsx';
import type { PaymentState } from '../payment-step.tsx';
import { joinTexts, summarizeAddress, summarizeFamily } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { CardPaymentStep } from './card-payment-step.tsx';
import { cardPurchaseSteps } from './card-purchase-steps.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';
import { ChooseStep } from './choose-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { FamilyStep } from './family-step.tsx';
import { ShippingStep } from './shipping-step.tsx';

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
