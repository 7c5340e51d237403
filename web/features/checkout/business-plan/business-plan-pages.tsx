import type { Viewer } from '#server/viewer/viewer.schema.ts';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentState } from '../payment-step.tsx';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { AgreementsPage } from './agreements-page.tsx';
import { BusinessPaymentPage } from './business-payment-page.tsx';
import { businessPlanSteps } from './business-plan-steps.ts';
import type { BusinessPlanValues } from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';
import { InformationPage } from './information-page.tsx';
import { OptInsPage } from './opt-ins-page.tsx';
import { PresentationPage } from './presentation-page.tsx';
import { PromotionsPage } from './promotions-page.tsx';
import { SharingPage } from './sharing-page.tsx';
import { SocialMediaPage } from './social-media-page.tsx';

interface PageOptions {
  plan: BusinessPlan;
  viewer: Viewer;
  cardNeeded: boolean;
  reference: ReferenceLookup;
  payment: PaymentState<BusinessPlanValues>;
}

type Page = WizardPage<BusinessPlanValues>;

/** Adds titles and rendering to the pages, whose order and schemas are in business-plan-steps.ts. */
export function businessPlanPages(options: PageOptions): readonly [Page, ...Page[]] {
  const { plan, viewer, cardNeeded, reference, payment } = options;
  const steps = businessPlanSteps({ terms: plan.business, hasW9: viewer.hasW9, cardNeeded });
  return [
    {
      ...steps.information,
      title: 'Basic Information',
      complete: reference.complete,
      render: (form) => <InformationPage form={form} />,
    },
    { ...steps.promotions, title: 'Promotions', render: (form) => <PromotionsPage form={form} /> },
    { ...steps['opt-ins'], title: 'Business Opt-ins', render: () => <OptInsPage /> },
    {
      ...steps.sharing,
      title: 'Sharing Program',
      render: (form) => <SharingPage form={form} viewer={viewer} />,
    },
    { ...steps['social-media'], title: 'Social Media Information', render: () => <SocialMediaPage /> },
    { ...steps.presentation, title: 'Presentation Information', render: () => <PresentationPage /> },
    {
      ...steps.agreements,
      title: 'Agreements',
      render: () => <AgreementsPage agreements={plan.business.agreements} />,
    },
    {
      ...steps.payment,
      title: 'Payment',
      render: (form) => <BusinessPaymentPage form={form} plan={plan} viewer={viewer} payment={payment} />,
    },
  ];
}
