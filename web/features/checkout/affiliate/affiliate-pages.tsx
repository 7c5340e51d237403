import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { AddressQuestions } from '../address-question.tsx';
import { FamilyStep } from '../card/family-step.tsx';
import type { PaymentState } from '../payment-step.tsx';
import { summarizeAddress, summarizeFamily } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { AffiliateInformationPage } from './affiliate-information-page.tsx';
import { AffiliatePaymentPage } from './affiliate-payment-page.tsx';
import { AffiliateReferencePage } from './affiliate-reference-page.tsx';
import { type AffiliateStepConditions, affiliateSteps, selectedMembership } from './affiliate-steps.ts';
import type { AffiliateValues } from './affiliate-values.ts';
import { LoyaltyPage } from './loyalty-page.tsx';
import type { OfferedPlans } from './membership-fields.tsx';

interface PageOptions {
  conditions: AffiliateStepConditions;
  viewer: Viewer;
  plans: OfferedPlans;
  address: AddressQuestions;
  reference: ReferenceLookup;
  payment: PaymentState<AffiliateValues>;
}

type Page = WizardPage<AffiliateValues>;

/** Adds titles and rendering to the pages, whose order and schemas are in affiliate-steps.ts. */
export function affiliatePages(options: PageOptions): readonly [Page, ...Page[]] {
  const { conditions, viewer, plans, address, reference, payment } = options;
  const steps = affiliateSteps(conditions);
  return [
    {
      ...steps.information,
      title: 'Your Information',
      summarize: summarizeAddress,
      render: ({ values }) => (
        <>
          <AffiliateInformationPage values={values} conditions={conditions} plans={plans} />
          {address.dialog}
        </>
      ),
      // Only a physical card needs a valid address.
      leave: async (values) =>
        selectedMembership(values, conditions) !== null && values.requestedPhysicalCard
          ? address.confirm(values)
          : {},
    },
    {
      ...steps.family,
      title: 'Family Members',
      summarize: summarizeFamily,
      render: (form) => <FamilyStep form={form} />,
    },
    {
      ...steps.reference,
      title: 'Reference / More Information',
      summarize: ({ referenceLabel }) => referenceLabel,
      complete: reference.complete,
      render: (form) => <AffiliateReferencePage form={form} role={conditions.role} />,
    },
    {
      ...steps.business,
      title: 'Business Information',
      summarize: ({ businessName }) => businessName,
      complete: reference.complete,
      render: (form) => <LoyaltyPage form={form} conditions={conditions} />,
    },
    {
      ...steps.payment,
      title: 'Payment',
      render: (form) => (
        <AffiliatePaymentPage
          form={form}
          plan={selectedMembership(form.values, conditions) ?? 0}
          viewer={viewer}
          payment={payment}
        />
      ),
    },
  ];
}
