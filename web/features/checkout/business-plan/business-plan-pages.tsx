import { keepPreviousData } from '@tanstack/react-query';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { AUDIENCE_SIZE } from '#server/lib/business-rules.ts';
import { trpc } from '#web/lib/trpc.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { EmailField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import { joinTexts, summarizeAddress } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { AgreementsPage } from './agreements-page.tsx';
import { businessPlanSteps } from './business-plan-steps.ts';
import { type BusinessPlanValues, needsW9 } from './business-plan-values.ts';
import type { BusinessPlan } from './business-plans.ts';
import { InformationPage } from './information-page.tsx';
import { PromotionsPage } from './promotions-page.tsx';
import { SharingPage } from './sharing-page.tsx';
import { SocialMediaInfoField } from './social-media-info-field.tsx';

const networks = [
  { name: 'facebook', label: 'Facebook' },
  { name: 'instagram', label: 'Instagram' },
  { name: 'twitter', label: 'Twitter' },
  { name: 'snapchat', label: 'Snapchat' },
  { name: 'pinterest', label: 'Pinterest' },
  { name: 'linkedin', label: 'LinkedIn' },
];

function SocialMediaPage() {
  return (
    <>
      <p className={classes.hint}>
        We post about your business on our own accounts and with our affiliates. Skip any accounts you don’t
        have. We’ll never ask for your passwords.
      </p>
      <FieldGroup title="Your accounts">
        <div className={formClasses.pair}>
          {networks.map(({ name, label }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              optional
              autoComplete="off"
              autoCapitalize="none"
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title="Your story">
        <SocialMediaInfoField />
      </FieldGroup>
    </>
  );
}

const futureOptions = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'maybe', label: 'Maybe' },
];

function PresentationPage() {
  return (
    <>
      <p className={classes.hint}>
        We present your business to groups of members and partners: up to {AUDIENCE_SIZE} a year. We’ll
        arrange the time and content with your contact.
      </p>
      <TextField
        name="presentationContactName"
        label="Contact name"
        autoComplete="name"
        autoCapitalize="words"
      />
      <EmailField name="presentationContactEmail" label="Contact email" />
      <TextField
        name="presentationTime"
        label="Best time"
        description="For example, weekday mornings, but not in December."
        optional
        autoComplete="off"
      />
      <RadioField
        name="presentationFuture"
        label="More presentations in the future"
        description="Are you interested?"
        options={futureOptions}
      />
    </>
  );
}

function OptInsPage() {
  return (
    <>
      <p className={classes.hint}>
        Join any programs that fit your business. The next pages ask for what we need for each one.
      </p>
      <div className={classes.choices}>
        <CheckboxField
          name="loyalty"
          label="Sharing Program"
          description="You recommend memberships to your customers and partners. It’s open to US persons, and you’ll need a W-9."
        >
          Sharing Program
        </CheckboxField>
        <CheckboxField
          name="socialMedia"
          label="Social Media"
          description="We post about your business and promotions on our own accounts and with our affiliates."
        >
          Social Media
        </CheckboxField>
        <CheckboxField
          name="presentation"
          label="Presentation"
          description={`We present your business to groups of members and partners: up to ${AUDIENCE_SIZE} a year.`}
        >
          Presentation
        </CheckboxField>
      </div>
    </>
  );
}

interface BusinessPaymentPageProps {
  form: WizardForm<BusinessPlanValues>;
  plan: BusinessPlan;
  viewer: Viewer;
  payment: PaymentState<BusinessPlanValues>;
}

function BusinessPaymentPage({ form, plan, viewer, payment }: BusinessPaymentPageProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const query = trpc.businessPlans.quote.useQuery(
    { plan: plan.id, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      quoteWithCode={(discountCode) => utils.businessPlans.quote.fetch({ plan: plan.id, discountCode })}
      plans={[plan]}
      subject="business-plan"
      holder={{ name: `${viewer.firstname} ${viewer.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}

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
