import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import type { WizardForm, WizardPage } from '#web/ui/wizard/wizard-page.ts';
import { employeesSchema } from '../checkout/corporate/employees/employee-errors.ts';
import { employeeName } from '../checkout/corporate/employees/employee-values.ts';
import { EmployeesPage } from '../checkout/corporate/employees/employees-page.tsx';
import { billingZip, type PaymentState, PaymentStep } from '../checkout/payment-step.tsx';
import { PAYMENT_FIELDS, paymentSchema } from '../checkout/payment-values.ts';
import { joinTexts } from '../checkout/summary/review-texts.ts';
import type { AddCardsValues } from './add-cards-values.ts';
import { SeatsPrice, useSeatsQuote } from './seats-price.tsx';

interface PageOptions {
  company: Company;
  cardNeeded: boolean;
  payment: PaymentState<AddCardsValues>;
}

type Page = WizardPage<AddCardsValues>;

/** Waives the minimum number of cards, which applies only to a new plan. */
export function addCardsPages({ company, cardNeeded, payment }: PageOptions): readonly [Page, ...Page[]] {
  return [
    {
      id: 'employees',
      title: 'Employees',
      summarize: ({ employees }) => joinTexts(...employees.map(employeeName)),
      schema: ({ employees }) => employeesSchema(employees, true),
      fields: ['employees'],
      render: ({ values, set }) => (
        <EmployeesPage
          employees={values.employees}
          minimumWaived
          companyName={company.name}
          price={values.employees.length === 0 ? null : <SeatsPrice employees={values.employees} />}
          onChange={(employees) => set({ employees })}
        />
      ),
    },
    {
      id: 'payment',
      title: 'Payment',
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
      render: (form) => <PaymentPage form={form} company={company} payment={payment} />,
    },
  ];
}

interface PaymentPageProps extends Pick<PageOptions, 'company' | 'payment'> {
  form: WizardForm<AddCardsValues>;
}

function PaymentPage({ form, company, payment }: PaymentPageProps) {
  const { data, isPlaceholderData, error, refetch } = useSeatsQuote(form.values.employees);
  return (
    <>
      <SeatsPrice employees={form.values.employees} />
      <PaymentStep
        {...payment}
        form={form}
        query={{ data: data?.quote, isPlaceholderData, error, refetch }}
        subject="company-seats"
        holder={{ name: company.name, zip: billingZip(company) }}
        onStartAgain={() => payment.onStartAgain(form.values)}
      />
    </>
  );
}
