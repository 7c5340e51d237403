import { companyForm } from '#server/domains/memberships/company/company.schema.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { withChosenReference } from '../reference-values.ts';
import type { CorporateValues } from './corporate-values.ts';
import { employeesSchema } from './employees/employee-errors.ts';

export interface CorporateStepConditions {
  /** True for owners of a business plan or trial, who may buy any number of cards. */
  minimumWaived: boolean;
  /** False if nothing is due because the promo code makes the purchase free (D25). */
  cardNeeded: boolean;
}

export type CorporateStep = WizardStep<CorporateValues>;

export function corporateSteps({ minimumWaived, cardNeeded }: CorporateStepConditions) {
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
