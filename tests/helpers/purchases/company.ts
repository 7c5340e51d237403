import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { EmployeeDraft } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { CompanyForm } from '#server/domains/memberships/company/company.schema.ts';
import { makeAccount, type TestAccount } from '../factories/account.ts';
import type { TestCheckout } from './checkout.ts';

export function makeCompanyForm(overrides: Partial<CompanyForm> = {}): CompanyForm {
  return {
    name: 'Nguyen Logistics',
    reference: null,
    street1: '1437 Bannock St',
    street2: null,
    city: 'Denver',
    state: 'CO',
    zip: '80202',
    country: 'US',
    email: `office-${randomUUID()}@nguyen.example`,
    phone: '(303) 555-0171',
    code: null,
    ...overrides,
  };
}

/** Returns the nth employee, with a personal card and without an email or postal address. */
export function employee(n: number, overrides: EmployeeDraft = {}): EmployeeDraft {
  return {
    firstname: `Employee ${n}`,
    lastname: `Number${String(n).padStart(3, '0')}`,
    phone: '(303) 555-0199',
    ...overrides,
  };
}

export function familyEmployee(n: number, overrides: EmployeeDraft = {}): EmployeeDraft {
  return employee(n, {
    familyPlan: true,
    spouseFirstName: 'Dana',
    spouseLastName: 'Reed',
    family: [{ name: 'Ella Reed' }],
    ...overrides,
  });
}

export function employees(personal: number, family = 0): EmployeeDraft[] {
  return [
    ...Array.from({ length: personal }, (_, n) => employee(n)),
    ...Array.from({ length: family }, (_, n) => familyEmployee(personal + n)),
  ];
}

type CorporatePurchase = Parameters<ReturnType<TestCheckout['caller']>['corporate']['purchase']>[0];

/**
 * Returns a valid corporate purchase of five personal cards, as the wizard sends it. It keeps repeated people, so
 * that the same employees can be added again.
 */
export function makeCorporatePurchase(overrides: Partial<CorporatePurchase> = {}): CorporatePurchase {
  return {
    employees: employees(5),
    keepsRepeated: true,
    token: 'tok_visa',
    idempotencyKey: randomUUID(),
    ...overrides,
  };
}

export interface TestCompany {
  account: TestAccount;
  caller: ReturnType<TestCheckout['caller']>;
  companyId: string;
}

/** Creates an account that has registered a company. */
export async function makeCompany(
  db: Db,
  checkout: Pick<TestCheckout, 'caller'>,
  form: Partial<CompanyForm> = {},
): Promise<TestCompany> {
  const account = await makeAccount(db);
  const caller = checkout.caller(account);
  const { id } = await caller.corporate.register(makeCompanyForm(form));
  return { account, caller, companyId: id };
}

/** Creates a company that has bought employee cards, five by default. */
export async function makeCompanyWithCards(
  db: Db,
  checkout: Pick<TestCheckout, 'caller'>,
  overrides: Partial<CorporatePurchase> = {},
): Promise<TestCompany & { purchaseId: string }> {
  const company = await makeCompany(db, checkout);
  const { purchaseId } = await company.caller.corporate.purchase(makeCorporatePurchase(overrides));
  return { ...company, purchaseId };
}

/**
 * Creates a company that has bought five cards by default. Adds functions that read what it was charged, its
 * number of cards, and its later purchases of cards, and one that changes its card at Stripe.
 */
export async function makeWatchedCompany(
  db: Db,
  checkout: TestCheckout,
  overrides: Partial<CorporatePurchase> = {},
) {
  const company = await makeCompanyWithCards(db, checkout, overrides);
  const { control } = checkout.sandbox;
  const customer = (await checkout.findPurchase(company.purchaseId)).providerCustomerId;
  return {
    ...company,
    email: company.account.email,
    changeCard: (number: string) => control.changeCard(String(customer), number),
    charged: async () =>
      (await control.charges()).filter((charge) => charge.customer === customer).map(({ amount }) => amount),
    cards: async () => (await company.caller.corporate.cards({})).count,
    purchases: () =>
      db
        .selectFrom('purchases')
        .select(['id', 'status', 'attempt', 'cardLast4'])
        .where('accountId', '=', company.account.id)
        .where('kind', '=', 'company-seats')
        .execute(),
  };
}
