import type { Viewer } from '#server/viewer/viewer.schema.ts';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { AddressQuestions } from '../address-question.tsx';
import { FamilyStep } from '../card/family-step.tsx';
import type { PaymentState } from '../payment-step.tsx';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { AffiliateInformationPage } from './affiliate-information-page.tsx';
import { AffiliatePaymentPage } from './affiliate-payment-page.tsx';
import { AffiliateReferencePage } from './affiliate-reference-page.tsx';
import { type AffiliateSituation, affiliateSteps, selectedMembership } from './affiliate-steps.ts';
import type { AffiliateValues } from './affiliate-values.ts';
import { LoyaltyPage } from './loyalty-page.tsx';
import type { OfferedPlans } from './membership-fields.tsx';

interface PageOptions {
  situation: AffiliateSituation;
  viewer: Viewer;
  plans: OfferedPlans;
  address: AddressQuestions;
  reference: ReferenceLookup;
  payment: PaymentState<AffiliateValues>;
}

type Page = WizardPage<AffiliateValues>;

/** How the pages look. Their order and schemas are in affiliate-steps. */
export function affiliatePages(options: PageOptions): readonly [Page, ...Page[]] {
  const { situation, viewer, plans, address, reference, payment } = options;
  const steps = affiliateSteps(situation);
  return [
    {
      ...steps.information,
      title: 'Your Information',
      render: ({ values }) => (
        <>
          <AffiliateInformationPage values={values} situation={situation} plans={plans} />
          {address.dialog}
        </>
      ),
      // Only a physical card needs a valid address.
      leave: async (values) =>
        selectedMembership(values, situation) !== null && values.requestedPhysicalCard
          ? address.confirm(values)
          : {},
    },
    { ...steps.family, title: 'Family Members', render: (form) => <FamilyStep form={form} /> },
    {
      ...steps.reference,
      title: 'Reference / More Information',
      complete: reference.complete,
      render: (form) => <AffiliateReferencePage form={form} role={situation.role} />,
    },
    {
      ...steps.business,
      title: 'Business Information',
      complete: reference.complete,
      render: (form) => <LoyaltyPage form={form} situation={situation} />,
    },
    {
      ...steps.payment,
      title: 'Payment',
      render: (form) => (
        <AffiliatePaymentPage
          form={form}
          plan={selectedMembership(form.values, situation) ?? 0}
          viewer={viewer}
          payment={payment}
        />
      ),
    },
  ];
}
