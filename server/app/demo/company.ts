import { getAccountByEmail } from '../../domains/accounts/account.service.ts';
import { countCards, storedCorporateCart } from '../../domains/checkout/kinds/corporate/corporate.schema.ts';
import { quoteCorporate } from '../../domains/checkout/kinds/corporate/corporate-purchase.service.ts';
import { companyForm } from '../../domains/memberships/company/company.schema.ts';
import { findCompany, saveCompany } from '../../domains/memberships/company/company.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { buyForDemo } from './purchase.ts';

const COMPANY = companyForm.parse({
  name: 'Nguyen Logistics',
  street1: '1437 Bannock St',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
  email: 'company@example.com',
  phone: '(303) 555-0171',
});

/**
 * Covers every case: employees with an email address are invited, the cards of the others can be printed, and
 * one has a family.
 */
const EMPLOYEES = [
  { firstname: 'Ava', lastname: 'Brooks', phone: '(303) 555-0181', email: 'ava.brooks@example.com' },
  { firstname: 'Liam', lastname: 'Ortiz', phone: '(303) 555-0182', email: 'liam.ortiz@example.com' },
  { firstname: 'Mia', lastname: 'Chen', phone: '(303) 555-0183' },
  { firstname: 'Noah', lastname: 'Patel', phone: '(303) 555-0184' },
  {
    firstname: 'Zoe',
    lastname: 'Fischer',
    phone: '(303) 555-0185',
    email: 'zoe.fischer@example.com',
    familyPlan: true,
    spouseFirstName: 'Max',
    spouseLastName: 'Fischer',
    family: [{ name: 'Lena Fischer' }],
  },
];

/** Buys the demo company's cards through checkout. Does nothing with live Stripe. */
export async function seedDemoCompany(deps: Deps): Promise<void> {
  if (deps.config.stripe) return;
  const account = await getAccountByEmail(deps.db, 'company@example.com');
  const company = await findCompany(deps.db, account.id);
  const companyId = company?.id ?? (await saveCompany(deps.db, account.id, COMPANY)).id;
  const cart = storedCorporateCart.parse({
    companyId,
    companyName: COMPANY.name,
    employees: EMPLOYEES,
    coupon: null,
  });
  await buyForDemo(deps, account, {
    kind: 'corporate',
    idempotencyKey: 'demo',
    cart,
    quote: () => quoteCorporate(deps, { ...countCards(cart.employees), coupon: null }),
    agreements: [],
  });
}
