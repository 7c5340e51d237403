import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentState } from '../payment-step.tsx';
import { joinTexts, summarizeAddress } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { AgreementsPage } from './agreements-page.tsx';
import { BusinessPaymentPage } from './business-payment-page.tsx';
import { businessPlanSteps } from './business-plan-steps.ts';
import { type BusinessPlanValues, needsW9 } from './business-plan-values.ts';
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
      summarize: (values) => joinTexts(values.businessname, summarizeAddress(values)),
      complete: reference.complete,
      render: (form) => <InformationPage form={form} />,
    },
    {
      ...steps.promotions,
      title: 'Promotions',
      summarize: ({ promotions }) => joinTexts(...promotions.map(({ headline, info }) => headline || info)),
      render: (form) => <PromotionsPage form={form} />,
    },
    { ...steps['opt-ins'], title: 'Business Opt-ins', render: () => <OptInsPage /> },
    {
      ...steps.sharing,
      title: 'Sharing Program',
      summarize: (values) => (needsW9(values, viewer) ? values.w9.legalNameOfBusiness : 'W-9 on file'),
      render: (form) => <SharingPage form={form} viewer={viewer} />,
    },
    {
      ...steps['social-media'],
      title: 'Social Media Information',
      summarize: summarizeSocialMedia,
      render: () => <SocialMediaPage />,
    },
    {
      ...steps.presentation,
      title: 'Presentation Information',
      summarize: ({ presentationContactName, presentationContactEmail }) =>
        joinTexts(presentationContactName, presentationContactEmail),
      render: () => <PresentationPage />,
    },
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

function summarizeSocialMedia(values: BusinessPlanValues): string {
  const { facebook, instagram, twitter, snapchat, pinterest, linkedin } = values;
  return joinTexts(facebook, instagram, twitter, snapchat, pinterest, linkedin) || 'No accounts added';
}
