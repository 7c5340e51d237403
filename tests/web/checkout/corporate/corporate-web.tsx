import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { paths } from '#server/site/pages.shared.ts';
import type { TestDatabaseHandle } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { companyForm } from '#tests/helpers/purchases/corporate.ts';
import {
  type CorporateValues,
  DRAFT_ID,
  initialValues,
  SECRET_FIELDS,
} from '#web/features/checkout/corporate/corporate-values.ts';
import { type EmployeeValues, emptyEmployee } from '#web/features/checkout/corporate/employee-values.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { checkoutWeb } from '../checkout-web.tsx';

/** So many employees, each with a name of their own and nothing wrong. */
export function filledEmployees(count: number, changes: Partial<EmployeeValues> = {}): EmployeeValues[] {
  return Array.from({ length: count }, (_, place) => ({
    ...emptyEmployee(),
    firstname: `Ann${place + 1}`,
    lastname: 'Smith',
    phone: '(555) 010-0142',
    ...changes,
  }));
}

/** A wizard that is filled in down to the card: five personal cards. */
export function filledCorporate(changes: Partial<CorporateValues> = {}): CorporateValues {
  return {
    ...initialValues(null, 'office@example.com'),
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

/** What the pages fetch when it is asked for: on a loaded machine the first time takes longer than a test waits. */
async function loadParts(): Promise<void> {
  await import('#web/pages/pricing-page.tsx');
  await import('#web/pages/corporate-plan-page.tsx');
  await import('#web/pages/company-page.tsx');
  await import('#web/features/checkout/corporate/corporate-modal.tsx');
  await import('#web/features/checkout/corporate/list-file.ts');
  await import('#web/features/payments/card-form.tsx');
  await import('#web/features/payments/sandbox-stripe.ts');
}

/** The web app over the whole server, opening the corporate purchase: an account of its own unless it is given one. */
export function corporateWeb(database: TestDatabaseHandle) {
  const { checkout, open } = checkoutWeb(database);
  beforeAll(async () => {
    // Server, card network and page share this process, and a purchase asks all three.
    configure({ asyncUtilTimeout: 30_000 });
    await loadParts();
  }, 120_000);

  const newAccount = () => makeAccount(database.db, { firstname: 'Olivia', lastname: 'Park' });

  return {
    checkout,
    open,
    newAccount,
    /** At a step, with what was typed before as a draft, of a company that is registered. */
    async openAt(step: string, changes: Partial<CorporateValues> = {}, given?: TestAccount) {
      const account = given ?? (await newAccount());
      await checkout().caller(account).corporate.register(companyForm());
      const values = filledCorporate(changes);
      writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
      return { ...(await open(`${paths.buyCorporate()}&step=${step}`, account)), account };
    },
  };
}

export const page = (name: string) => screen.findByRole('heading', { name, level: 3 });

/** An employee's fields while they are open: the nth, from 1. */
export const employeeFields = async (place: number) =>
  within(await screen.findByRole('group', { name: `Employee ${place}` }));

/** What has just come gets the focus after it is drawn. */
export const expectFocus = (element: Element | null) => waitFor(() => expect(element).toHaveFocus());
