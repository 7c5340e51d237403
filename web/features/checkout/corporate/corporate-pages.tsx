import { countCards } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { useCorporatePlans } from '#web/features/catalog/corporate/use-corporate-plans.ts';
import { Money } from '#web/ui/money.tsx';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentState } from '../payment-step.tsx';
import { joinTexts, summarizeAddress } from '../summary/review-texts.ts';
import type { ReferenceLookup } from '../use-reference-lookup.ts';
import { CompanyPage } from './company-page.tsx';
import { COMPANY_ERROR_HEADER } from './corporate-order.ts';
import { CorporatePaymentPage } from './corporate-payment-page.tsx';
import { corporateSteps } from './corporate-steps.ts';
import type { CorporateValues } from './corporate-values.ts';
import { type EmployeeValues, employeeName } from './employees/employee-values.ts';
import { EmployeesPage } from './employees/employees-page.tsx';

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
