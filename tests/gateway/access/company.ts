import {
  employee,
  employees,
  makeCompanyForm,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';
import { type Call, gql, type Row, row } from './row.ts';
import type { Rows } from './world.ts';

/** Creates a row for an entry point of a company without cards. */
const buyersRow = (entryPoint: string, cells: string, call: (rows: Rows, companyId: string) => Call): Row =>
  row(entryPoint, cells, async ({ rows }, world) =>
    call(rows, await world.company.withoutCards(rows.account)),
  );

/** Creates a row for an entry point of a company with cards. `cardId` is one of the cards. */
const holdersRow = (entryPoint: string, cells: string, call: (cardId: string) => Call): Row =>
  row(entryPoint, cells, async ({ role, account, rows }, world) => {
    const cardId = await world.company.withCards(rows.account);
    // Also give the other account a company with cards, so that it is refused only because the card isn't its
    // own.
    if (role === 'another' && account) await world.company.withCards(account);
    return call(cardId);
  });

const CHECK = 'query ($accountID: ID) { FIELD(accountID: $accountID) { id plans } }';
const REGISTER = `mutation ($name: String, $street1: String, $city: String, $state: String, $country: String,
  $zip: String, $email: String, $phone: String) { FIELD(name: $name, street1: $street1, city: $city, state: $state,
  country: $country, zip: $zip, email: $email, phone: $phone) { id } }`;
const BUY = `mutation ($accountID: ID, $planID: ID, $planCount: Int, $employees: [EmployeeInput!], $total: Float,
  $totalPlans: TotalPlansInput, $token: String, $coupon: String) { FIELD(accountID: $accountID, planID: $planID,
  planCount: $planCount, employees: $employees, total: $total, totalPlans: $totalPlans, token: $token,
  coupon: $coupon) { id } }`;

/** Returns a corporate purchase as older clients send it. */
export const corporateInfo = (overrides: Record<string, unknown> = {}) => ({
  planCount: 5,
  employees: employees(5),
  total: 249.75,
  totalPlans: { personal: 5, family: 0 },
  token: 'tok_visa',
  coupon: null,
  ...overrides,
});
export const CORPORATE_DOCUMENTS = { CHECK, REGISTER, BUY };

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const COMPANY_ROWS: readonly Row[] = [
  holdersRow('query corporate.company', 'L + + + + + + .', () => ({})),
  buyersRow('mutation corporate.register', 'L + + + + + + .', () => ({ input: makeCompanyForm() })),
  row('query corporate.quote', 'L + + + + + + .', () => ({ input: { personal: 5, family: 1 } })),
  buyersRow('mutation corporate.purchase', 'L + + + + + + A', ({ account }, planID) => ({
    input: makeCorporatePurchase({ accountID: account.id, planID }),
  })),
  row('query corporate.reopen', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { token: await world.company.completionToken(rows.account) },
  })),
  holdersRow('query corporate.cards', 'L + + + + + + .', () => ({ input: { page: 1 } })),
  holdersRow('mutation corporate.replace', 'L + + + + + + N', (membershipId) => ({
    input: { membershipId, employee: employee(9) },
  })),
  holdersRow('mutation corporate.resendInvitation', 'L + + + + + + N', (membershipId) => ({
    input: { membershipId },
  })),
  holdersRow('query corporate.seatsQuote', 'L + + + + + + .', () => ({ input: { personal: 1, family: 1 } })),
  holdersRow('query corporate.cardPeople', 'L + + + + + + .', () => ({})),
  holdersRow('mutation corporate.addSeats', 'L + + + + + + .', () => ({
    input: makeCorporatePurchase({ employees: employees(1) }),
  })),
  holdersRow('mutation corporate.removeCard', 'L + + + + + + N', (membershipId) => ({
    input: { membershipId },
  })),
  holdersRow('mutation corporate.keepCard', 'L + + + + + + N', (membershipId) => ({
    input: { membershipId },
  })),
  row('mutation corporate.editDetails', 'L + + + + + + .', async ({ rows }, world) => ({
    input: await world.company.details(rows.account),
  })),
  holdersRow('mutation corporate.cancel', 'L + + + + + + .', () => ({})),
  buyersRow('graphql CheckCorporatePlan', 'L + + + + + + A', ({ account }) =>
    gql(CHECK, { accountID: account.id }),
  ),
  buyersRow('graphql RegisterCorporatePlan', 'L + + + + + + .', () => gql(REGISTER, makeCompanyForm())),
  buyersRow('graphql BuyCorporateCards', 'L + + + + + + A', ({ account }, planID) =>
    gql(BUY, corporateInfo({ accountID: account.id, planID })),
  ),
];
