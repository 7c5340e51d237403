import { screen, within } from '@testing-library/react';
import { beforeAll } from 'vitest';
import { paths } from '#server/lib/pages.shared.ts';
import type { SeededTestDatabaseHandle } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompanyForm } from '#tests/helpers/purchases/company.ts';
import {
  buildInitialValues,
  type CompanyValues,
  DRAFT_ID,
  SECRET_FIELDS,
} from '#web/features/checkout/company/company-values.ts';
import {
  type EmployeeValues,
  emptyEmployee,
} from '#web/features/checkout/company/employees/employee-values.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { checkoutWeb } from '../checkout-web.tsx';

/** Returns valid employees with different names. */
export function filledEmployees(count: number, changes: Partial<EmployeeValues> = {}): EmployeeValues[] {
  return Array.from({ length: count }, (_, index) => ({
    ...emptyEmployee(),
    firstname: `Ann${index + 1}`,
    lastname: 'Smith',
    phone: '(555) 010-0142',
    ...changes,
  }));
}

/** Returns completely filled values with five personal cards. */
export function filledCorporate(changes: Partial<CompanyValues> = {}): CompanyValues {
  return {
    ...buildInitialValues({ company: null, referrerLabel: null }, 'office@example.com'),
    name: 'Park Street Works',
    phone: '(555) 010-0142',
    street1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10118',
    employees: filledEmployees(5),
    ...changes,
  };
}

/** Preloads lazy modules, whose first import can take longer than a test's timeout. */
async function loadParts(): Promise<void> {
  await import('#web/pages/pricing-page.tsx');
  await import('#web/pages/corporate-plan-page.tsx');
  await import('#web/pages/company-page.tsx');
  await import('#web/features/checkout/company/company-purchase.tsx');
  await import('#web/features/checkout/company/employees/list-file.ts');
  await import('#web/features/payments/card-form.tsx');
  await import('#web/features/payments/sandbox-stripe.ts');
}

/** Sets up tests of the corporate purchase. `openAt` creates an account unless one is given. */
export function companyWeb(database: SeededTestDatabaseHandle) {
  const { checkout, open } = checkoutWeb(database);
  beforeAll(async () => {
    await loadParts();
  }, 120_000);

  const newAccount = () => makeAccount(database.db, { firstname: 'Olivia', lastname: 'Park' });

  return {
    checkout,
    open,
    newAccount,
    /** Opens a step with a draft of a registered company. */
    async openAt(step: string, changes: Partial<CompanyValues> = {}, existingAccount?: TestAccount) {
      const account = existingAccount ?? (await newAccount());
      await checkout().caller(account).corporate.register(makeCompanyForm());
      const values = filledCorporate(changes);
      writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
      return { ...(await open(`${paths.buyCorporate()}&step=${step}`, account)), account };
    },
  };
}

export const page = (name: string) => screen.findByRole('heading', { name, level: 3 });

/** Finds the expanded fields of the nth employee, counted from 1. */
export const employeeFields = async (index: number) =>
  within(await screen.findByRole('group', { name: `Employee ${index}` }));
