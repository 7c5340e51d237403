import { TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { ROLE_CONTRACTS } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { useCommunityFund } from '#web/features/affiliates/use-community-fund.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { PhoneField } from '#web/ui/form/fields.tsx';
import { SignatureField } from '#web/ui/signature/signature-field.tsx';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { AddressQuestions } from '../address-question.tsx';
import { AgreementFields } from '../agreement-fields.tsx';
import { FamilyStep } from '../card/family-step.tsx';
import { FieldGroup } from '../field-group.tsx';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import { summarizeAddress, summarizeFamily } from '../summary/review-texts.ts';
import { TaxForm } from '../tax-forms/tax-form.tsx';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { AffiliateReference } from './affiliate-reference.tsx';
import {
  type AffiliateStepConditions,
  affiliateSteps,
  offersMembership,
  requiredTaxForm,
  selectedMembership,
} from './affiliate-steps.ts';
import type { AffiliateValues } from './affiliate-values.ts';
import { LoyaltyPage } from './loyalty-page.tsx';
import { MembershipFields, type OfferedPlans } from './membership-fields.tsx';
import '#web/ui/styles/mantine-rest.css';

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MAX_LENGTH = 10;

const padTwo = (part: string) => (part.length === 1 ? `0${part}` : part);

/** Formats a typed, pasted, or autofilled date as MM/DD/YYYY. */
export function maskBirthday(input: string, previous: string): string {
  const isoMatch = ISO_DATE.exec(input.trim());
  if (isoMatch !== null) return `${isoMatch[2]}/${isoMatch[3]}/${isoMatch[1]}`;
  // Don't reinsert a slash that the user has just deleted.
  if (input.length < previous.length) return input.replace(/[^\d/]/g, '').slice(0, MAX_LENGTH);
  // Pad parts that end with a separator: '1/2/1990' is January 2.
  const parts = input.split(/[^\d]+/).filter((part, index) => part !== '' || index > 0);
  const digits = parts.map((part, index) => (index < parts.length - 1 && index < 2 ? padTwo(part) : part));
  return insertSlashes(digits.join('').slice(0, MAX_LENGTH - 2));
}

/** Inserts the slashes, including one directly after a complete part. */
function insertSlashes(digits: string): string {
  const [month, day, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  if (month.length < 2) return month;
  return day.length < 2 ? `${month}/${day}` : `${month}/${day}/${year}`;
}

/** Inserts the slashes while the user types, and accepts autofilled dates. */
function BirthdayField() {
  const field = useField('birthday', 'Birthday');
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <TextInput
      id={field.id}
      name="birthday"
      label="Birthday"
      description="Month, day, and year: MM/DD/YYYY"
      value={value}
      error={field.error}
      onChange={(event) => field.setValue(maskBirthday(event.currentTarget.value, value))}
      onBlur={field.onBlur}
      inputMode="numeric"
      autoComplete="bday"
    />
  );
}

interface AffiliateInformationPageProps {
  values: AffiliateValues;
  conditions: AffiliateStepConditions;
  plans: OfferedPlans;
}

function AffiliateInformationPage({ values, conditions, plans }: AffiliateInformationPageProps) {
  return (
    <>
      <FieldGroup title="About you">
        <PhoneField />
        <BirthdayField />
      </FieldGroup>
      <FieldGroup title="Your address">
        <AddressFields />
      </FieldGroup>
      {offersMembership(conditions) ? (
        <MembershipFields plans={plans} isBuying={selectedMembership(values, conditions) !== null} />
      ) : null}
      {conditions.role === 'loyalty' ? null : (
        <>
          <FieldGroup title="What you earn">
            <DonateField />
          </FieldGroup>
          <TaxForm required={requiredTaxForm(values, conditions)} />
        </>
      )}
    </>
  );
}

function DonateField() {
  return (
    <CheckboxField
      name="donate"
      label="Donation"
      description="If you leave it unchecked, we’ll pay you what you earn."
    >
      Donate what I earn to {useCommunityFund()}
    </CheckboxField>
  );
}

interface AffiliatePaymentPageProps {
  form: WizardForm<AffiliateValues>;
  plan: 0 | 1;
  viewer: Viewer;
  payment: PaymentState<AffiliateValues>;
}

function AffiliatePaymentPage({ form, plan, viewer, payment }: AffiliatePaymentPageProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const cart = { plan, requestedPhysicalCard: values.requestedPhysicalCard };
  const query = trpc.affiliateSignup.quote.useQuery(
    { ...cart, discountCode: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={query}
      quoteWithCode={(discountCode) => utils.affiliateSignup.quote.fetch({ ...cart, discountCode })}
      subject="account-membership"
      holder={{ name: `${viewer.firstname} ${viewer.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}

interface AffiliateReferencePageProps {
  form: WizardForm<AffiliateValues>;
  role: AffiliateRole;
}

function AffiliateReferencePage({ form, role }: AffiliateReferencePageProps) {
  return (
    <>
      <FieldGroup title="Did someone recommend us?">
        <AffiliateReference form={form} />
      </FieldGroup>
      <FieldGroup title="Agreements">
        <AgreementFields
          agreements={[
            { name: 'contractAgree', type: ROLE_CONTRACTS[role], title: 'membership terms' },
            { name: 'privacyAgree', type: 'PRIVACYPOLICY', title: 'terms and privacy policy' },
            { name: 'policyAgree', type: 'POLICYPROCEDUREMANUAL', title: 'Policy Procedure Manual' },
          ]}
        />
      </FieldGroup>
      <SignatureField name="signature" label="Signature" />
    </>
  );
}

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
