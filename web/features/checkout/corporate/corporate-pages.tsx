import type { Viewer } from '#server/viewer/viewer.schema.ts';
import type { WizardPage } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentState } from '../payment-step.tsx';
import { CompanyPage } from './company-page.tsx';
import { COMPANY_ERROR_HEADER } from './corporate-order.ts';
import { CorporatePaymentPage } from './corporate-payment-page.tsx';
import { corporateSteps } from './corporate-steps.ts';
import type { CorporateValues } from './corporate-values.ts';
import { EmployeesPage } from './employees/employees-page.tsx';
import { YearlyPrice } from './yearly-price.tsx';

interface PageOptions {
  viewer: Viewer;
  minimumWaived: boolean;
  cardNeeded: boolean;
  saveCompany(values: CorporateValues): Promise<Partial<CorporateValues>>;
  payment: PaymentState<CorporateValues>;
}

type Page = WizardPage<CorporateValues>;

/** How the pages look. Their order and schemas are in corporate-steps. */
export function corporatePages(options: PageOptions): readonly [Page, ...Page[]] {
  const { viewer, minimumWaived, cardNeeded, saveCompany, payment } = options;
  const steps = corporateSteps({ minimumWaived, cardNeeded });
  return [
    {
      ...steps.company,
      title: 'Company Basic Information',
      render: (form) => <CompanyPage form={form} />,
      leave: saveCompany,
      errorHeader: COMPANY_ERROR_HEADER,
    },
    {
      ...steps.employees,
      title: 'Employees',
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
