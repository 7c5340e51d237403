import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { companyForm } from '#server/domains/memberships/company/company.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { Money } from '#web/ui/money.tsx';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { FieldGroup } from '../field-group.tsx';
import { billingZip, type PaymentState, PaymentStep } from '../payment-step.tsx';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { ReferenceField } from '../reference-field.tsx';
import { withChosenReference } from '../reference-values.ts';
import { joinTexts, summarizeAddress } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { useReferral } from '../use-referral.ts';
import { COMPANY_ERROR_HEADER, withCouponField } from './corporate-order.ts';
import type { CorporateValues } from './corporate-values.ts';
import { employeesSchema } from './employees/employee-errors.ts';
import { type EmployeeValues, employeeName } from './employees/employee-values.ts';
import { EmployeesPage } from './employees/employees-page.tsx';

function CompanyPage({ form: { values, set } }: { form: WizardForm<CorporateValues> }) {
  useReferral(values, set);
  return (
    <>
      <FieldGroup title="Your company">
        <TextField name="name" label="Company name" autoComplete="organization" autoCapitalize="words" />
        <EmailField autoComplete="work email" description="We’ll send the receipt here." />
        <PhoneField autoComplete="work tel" />
      </FieldGroup>
      <FieldGroup title="Company address">
        <AddressFields />
      </FieldGroup>
      <FieldGroup title="Did someone recommend us?">
        <ReferenceField
          text={values.referenceLabel}
          onChoose={(reference, referenceLabel) => set({ reference, referenceLabel })}
        />
        <CodeField />
      </FieldGroup>
    </>
  );
}

function CodeField() {
  const { value, error } = useField('code', 'Promo code');
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && !value && error === undefined) {
    return (
      <button type="button" className={formClasses.reveal} onClick={() => setIsOpen(true)}>
        Add a promo code
      </button>
    );
  }
  return (
    <TextField
      name="code"
      label="Promo code"
      description="We’ll apply it on the payment page."
      optional
      autoComplete="off"
      autoCapitalize="characters"
    />
  );
}

interface CorporatePaymentPageProps {
  form: WizardForm<CorporateValues>;
  viewer: Viewer;
  payment: PaymentState<CorporateValues>;
}

function CorporatePaymentPage({ form, viewer, payment }: CorporatePaymentPageProps) {
  const utils = trpc.useUtils();
  const { values } = form;
  const counts = countCards(values.employees);
  const query = trpc.corporate.quote.useQuery(
    { ...counts, coupon: values.discountCode },
    { placeholderData: keepPreviousData },
  );
  const { data, error, isPlaceholderData } = query;
  return (
    <PaymentStep
      {...payment}
      form={form}
      query={{
        data,
        isPlaceholderData,
        error: error === null ? null : withCouponField(toFailure(error)),
        refetch: query.refetch,
      }}
      quoteWithCode={(coupon) => utils.corporate.quote.fetch({ ...counts, coupon })}
      subject="corporate"
      holder={{ name: `${viewer.firstname} ${viewer.lastname}`.trim(), zip: billingZip(values) }}
      onStartAgain={() => payment.onStartAgain(values)}
    />
  );
}

interface CorporateStepConditions {
  /** True for owners of a business plan or trial, who may buy any number of cards. */
  minimumWaived: boolean;
  /** False if nothing is due because the promo code makes the purchase free (D25). */
  cardNeeded: boolean;
}

type CorporateStep = WizardStep<CorporateValues>;

function corporateSteps({ minimumWaived, cardNeeded }: CorporateStepConditions) {
  return {
    company: {
      id: 'company',
      schema: withChosenReference(companyForm),
      fields: Object.keys(companyForm.shape),
    },
    employees: {
      id: 'employees',
      schema: ({ employees }) => employeesSchema(employees, minimumWaived),
      fields: ['employees'],
    },
    payment: { id: 'payment', schema: paymentSchema(cardNeeded), fields: PAYMENT_FIELDS },
  } satisfies Record<string, CorporateStep>;
}

interface PageOptions {
  viewer: Viewer;
  minimumWaived: boolean;
  cardNeeded: boolean;
  saveCompany(values: CorporateValues): Promise<Partial<CorporateValues>>;
  reference: ReferenceLookup;
  payment: PaymentState<CorporateValues>;
}

type Page = WizardPage<CorporateValues>;

/** Adds titles and rendering to the pages, whose order and schemas are in corporate-steps.ts. */
export function corporatePages(options: PageOptions): readonly [Page, ...Page[]] {
  const { viewer, minimumWaived, cardNeeded, saveCompany, reference, payment } = options;
  const steps = corporateSteps({ minimumWaived, cardNeeded });
  return [
    {
      ...steps.company,
      title: 'Company Basic Information',
      summarize: (values) => joinTexts(values.name, summarizeAddress(values)),
      render: (form) => <CompanyPage form={form} />,
      complete: reference.complete,
      leave: saveCompany,
      errorHeader: COMPANY_ERROR_HEADER,
    },
    {
      ...steps.employees,
      title: 'Employees',
      summarize: ({ employees }) => joinTexts(...employees.map(employeeName)),
      render: ({ values, set }) => (
        <EmployeesPage
          employees={values.employees}
          minimumWaived={minimumWaived}
          companyName={values.name}
          price={<YearlyPrice employees={values.employees} />}
          onChange={(employees) => set({ employees })}
        />
      ),
    },
    {
      ...steps.payment,
      title: 'Payment',
      render: (form) => <CorporatePaymentPage form={form} viewer={viewer} payment={payment} />,
    },
  ];
}

/** Shows the catalog's price, before promo codes. The quote on the payment page has the final price. */
function YearlyPrice({ employees }: { employees: readonly EmployeeValues[] }) {
  const { data: plans } = useCorporatePlans();
  if (!plans || employees.length === 0) return null;
  const { personal, family } = countCards(employees);
  return (
    <p>
      <Money cents={personal * plans.personal.priceCents + family * plans.family.priceCents} /> a year, before
      promo codes
    </p>
  );
}
