import { type Db, inTransaction } from '#db/client.ts';
import { getAccountByEmail } from '../../domains/accounts/account.service.ts';
import { addPromoCode, type NewPromoCode } from '../../domains/catalog/promo-code.service.ts';
import { type CardCart, cardCart } from '../../domains/checkout/kinds/card/card-purchase.schema.ts';
import { quoteCard } from '../../domains/checkout/kinds/card/card-purchase.service.ts';
import { countCards, storedCorporateCart } from '../../domains/checkout/kinds/corporate/corporate.schema.ts';
import { quoteCorporate } from '../../domains/checkout/kinds/corporate/corporate-purchase.service.ts';
import { getPublicSettings } from '../../domains/content/content.service.ts';
import { changePublicSetting } from '../../domains/content/setting.service.ts';
import { companyForm } from '../../domains/memberships/company/company.schema.ts';
import { findCompany, saveCompany } from '../../domains/memberships/company/company.service.ts';
import { listOwnMemberships } from '../../domains/memberships/membership.service.ts';
import { sendCards } from '../../domains/memberships/physical-card/card-shipment.service.ts';
import { queuePhysicalCard } from '../../domains/memberships/physical-card/physical-card.service.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import { MAX_FREE_PROMO_USES, MAX_PROMO_USES } from '../../lib/staff-bounds.ts';
import type { Deps } from '../../platform/deps.ts';
import { NO_AUTHOR } from '../../platform/monitoring/audit.service.ts';
import { type DemoLogin, seedDemoAccounts } from './accounts.ts';
import { seedDemoBusinessPlan } from './business-plan.ts';
import { buyForDemo } from './purchase.ts';
import { seedDemoStores } from './stores.ts';
import { seedDemoWebinarCodes } from './webinar-codes.ts';

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
async function seedDemoCompany(deps: Deps): Promise<void> {
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

interface DemoPurchase {
  email: string;
  plan: CardCart['plan'];
  spouseFirstName?: string;
  spouseLastName?: string;
  members?: Array<{ name: string }>;
}

const DEMO_PURCHASES: DemoPurchase[] = [
  { email: 'member@example.com', plan: 0 },
  {
    email: 'family@example.com',
    plan: 1,
    spouseFirstName: 'Dana',
    spouseLastName: 'Miller',
    members: [{ name: 'Ella Miller' }, { name: 'Noah Miller' }],
  },
];

/** Buys the demo members' cards through checkout. Does nothing with live Stripe. */
async function seedDemoMemberships(deps: Deps): Promise<void> {
  if (deps.config.stripe) return;
  for (const purchase of DEMO_PURCHASES) await buyOnce(deps, purchase);
}

async function buyOnce(deps: Deps, { email, ...cartFields }: DemoPurchase): Promise<void> {
  const account = await getAccountByEmail(deps.db, email);
  const cart = cardCart.parse({
    street1: '350 5TH AVE',
    city: 'NEW YORK',
    state: 'NY',
    zip: '10118',
    country: 'US',
    phone: '(555) 010-0142',
    contractAgree: true,
    firstname: account.firstname,
    lastname: account.lastname,
    email,
    ...cartFields,
  });
  await buyForDemo(deps, account, {
    kind: 'card',
    idempotencyKey: 'demo',
    cart,
    quote: () => quoteCard(deps.db, cart, deps.now()),
    agreements: [{ type: 'MEMBER' }],
  });
}

const HOLDER_EMAIL = 'family@example.com';

/**
 * Requests a physical card and marks it as sent, so that the demo can order a replacement. Run it after
 * `seedDemoMemberships`.
 */
async function seedDemoPrintedCard(deps: Deps): Promise<void> {
  const account = await getAccountByEmail(deps.db, HOLDER_EMAIL);
  const [membership] = await listOwnMemberships(deps.db, account.id, deps.now());
  if (!membership) return;
  const requestId = await inTransaction(deps.db, (trx) =>
    queuePhysicalCard(trx, {
      membershipId: membership.id,
      recipient: formatPersonName(account),
      email: account.email,
      address: {
        street1: '350 5TH AVE',
        street2: null,
        city: 'NEW YORK',
        state: 'NY',
        zip: '10118',
        country: 'US',
      },
      requestedAt: deps.now(),
      isReplacement: false,
    }),
  );
  if (requestId) await sendCards(deps, [requestId], NO_AUTHOR);
}

const NO_DISCOUNT = {
  amountOff: null,
  percentOff: null,
  isFree: false,
  periods: 1,
  maxUses: MAX_PROMO_USES,
  maxUsesPerBuyer: null,
};

/** One promo code per kind of discount. */
const DEMO_PROMO_CODES: NewPromoCode[] = [
  { ...NO_DISCOUNT, code: 'WELCOME10', percentOff: 10 },
  { ...NO_DISCOUNT, code: 'FIVEOFF', amountOff: 500, periods: null },
  {
    ...NO_DISCOUNT,
    code: 'FREEMONTH',
    percentOff: 100,
    isFree: true,
    maxUses: MAX_FREE_PROMO_USES,
    maxUsesPerBuyer: 1,
  },
  { ...NO_DISCOUNT, code: 'FIRSTMONTH', percentOff: 100, maxUses: MAX_FREE_PROMO_USES },
];

async function seedDemoPromoCodes(db: Db): Promise<void> {
  for (const code of DEMO_PROMO_CODES) await addPromoCode(db, code);
}

const POSTAL_ADDRESS = '1600 Broadway, Denver, CO 80202';

/** Sets our postal address, so that receipts and emails look as they do in production. */
async function seedDemoSettings(deps: Deps): Promise<void> {
  const { postalAddress } = await getPublicSettings(deps.db);
  if (!postalAddress) await changePublicSetting(deps, 'postalAddress', POSTAL_ADDRESS);
}

/** Creates the demo data. Running it again adds nothing. */
export async function seedDemo(deps: Deps): Promise<DemoLogin[]> {
  const logins = await seedDemoAccounts(deps);
  await seedDemoSettings(deps);
  await seedDemoPromoCodes(deps.db);
  await seedDemoWebinarCodes(deps);
  await seedDemoMemberships(deps);
  await seedDemoPrintedCard(deps);
  await seedDemoStores(deps);
  await seedDemoBusinessPlan(deps);
  await seedDemoCompany(deps);
  return logins;
}
