import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { affiliateInfo } from './affiliate-info.ts';
import { buyCardDocument, cart } from './buy-card-document.ts';
import { planInfo } from './plan-info.ts';

const database = seededTestDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe, limits: NO_LIMITS }));

let affiliate: TestAccount;
let member: TestAccount;
beforeAll(async () => {
  affiliate = await makeAccount(database.db, { accountType: 3, referenceCode: 'DEMO' });
  member = await makeAccount(database.db);
});

const COMPANY = `mutation ($name: String, $reference: ID, $street1: String, $city: String, $state: String,
  $zip: String, $country: String, $email: String, $phone: String) {
  RegisterCorporatePlan(name: $name, reference: $reference, street1: $street1, city: $city, state: $state, zip: $zip,
    country: $country, email: $email, phone: $phone) { id } }`;
const PLAN = 'mutation ($info: BusinessPlanInput) { purchaseBusinessPlan(info: $info) { id } }';
const AFFILIATE = 'mutation ($info: AffiliateInput!) { becomeAffiliate(info: $info) { id } }';
const BASIC_LOYALTY = { type: 2, businessName: 'Walker Bakery', employees: [], compensationOption: 1 };

const NAMES = ['BuyCard', 'purchaseBusinessPlan', 'becomeAffiliate', 'RegisterCorporatePlan'] as const;
type Name = (typeof NAMES)[number];
type Mutation = [document: string, variables: object];

/** Each call that takes a reference, as an older client sends it. */
const CALLS: Record<Name, (values: object) => Mutation> = {
  BuyCard: (values: object) => [buyCardDocument(), { ...cart(), ...values }],
  purchaseBusinessPlan: (values: object) => [PLAN, { info: planInfo({ plan: 6, ...values }) }],
  becomeAffiliate: (values: object) => [
    AFFILIATE,
    { info: affiliateInfo({ reference: affiliate.id, ...BASIC_LOYALTY, ...values }) },
  ],
  RegisterCorporatePlan: (values: object) => {
    const { street1, city, state, zip, country, email, phone } = cart();
    return [COMPANY, { name: 'Walker', street1, city, state, zip, country, email, phone, ...values }];
  },
};

async function send(name: Name, values: object, account: TestAccount | null) {
  const visitor = await (await server.visitor(account)).fetchCsrfToken();
  return visitor.graphql(...CALLS[name](values));
}

async function listErrorMessages(name: Name, values: object, account: TestAccount | null = member) {
  const { errors } = await send(name, values, account);
  return errors.map(({ message }) => message);
}

describe.each(NAMES)('[D56] the reference of %s', (name) => {
  test('can be a reference code', async () => {
    const { errors } = await send(name, { reference: ' demo ' }, await makeAccount(database.db));
    expect(errors).toEqual([]);
    const storedRows = await database.db
      .selectFrom('purchases')
      .select(['referrerId'])
      .where('referrerId', '=', affiliate.id)
      .unionAll(database.db.selectFrom('companies').select(['reference as referrerId']))
      .unionAll(database.db.selectFrom('affiliateSignups').select(['referrerId']))
      .execute();
    expect(storedRows.length).toBeGreaterThan(0);
    for (const { referrerId } of storedRows) expect(referrerId).toBe(affiliate.id);
  });

  test.each(['NOBODY', 'Invalid UUID', 'x'.repeat(300)])(
    'is refused with a message if it is unknown: %j',
    async (reference) => {
      expect(await listErrorMessages(name, { reference })).toEqual([
        'Please choose a reference from the list',
      ]);
    },
  );
});

describe('[D40] the account id', () => {
  test('can be in uppercase', async () => {
    const values = { plan: 0, accountID: member.id.toUpperCase() };
    expect(await listErrorMessages('BuyCard', values)).toEqual([]);
  });

  test.each(['guest', 'x'.repeat(300), '00000000-0000-4000-8000-000000000000'])(
    'is refused if it is another account’s or malformed: %j',
    async (accountID) => {
      for (const account of [null, member]) {
        expect(await listErrorMessages('BuyCard', { accountID }, account)).toEqual([
          'This isn’t your account.',
        ]);
      }
      expect(await listErrorMessages('purchaseBusinessPlan', { accountID })).toEqual([
        'This isn’t your account.',
      ]);
    },
  );
});

describe('[architecture] an invalid value', () => {
  test.each([
    ['BuyCard', { token: 'x'.repeat(300) }, 'The debit/credit card that was used is invalid.'],
    ['BuyCard', { token: '' }, 'The debit/credit card that was used is invalid.'],
    ['purchaseBusinessPlan', { token: 'x'.repeat(300) }, 'The debit/credit card that was used is invalid.'],
    ['BuyCard', { discountCode: 'x'.repeat(300) }, 'Wrong Promo Code'],
    ['purchaseBusinessPlan', { discountCode: 'x'.repeat(300) }, 'Wrong Promo Code'],
    ['becomeAffiliate', { compensationOption: 7 }, 'Required Field'],
    ['becomeAffiliate', { compensationOption: 7, type: 3 }, 'Required Field'],
  ] as const)('is refused with a message: %s %j', async (name, values, message) => {
    expect(await listErrorMessages(name, values)).toEqual([message]);
  });

  test('is refused with a message in a promo code’s look-up', async () => {
    const { errors } = await (await server.visitor()).graphql(
      `{ isPromoCodeValid(id: "${'x'.repeat(300)}") { valid } }`,
    );
    expect(errors.map(({ message }) => message)).toEqual(['Wrong Promo Code']);
  });

  test.each([
    [{ id: null }, 'Invalid ID'],
    [{ id: 7 }, 'Invalid ID'],
    [{ email: null }, 'Please enter an email'],
    [{}, 'Please enter an email'],
  ])('is refused by sendPasswordReset: %j', async (body, error) => {
    const response = await (await server.visitor()).post('/api/identity/sendPasswordReset', body);
    expect([response.statusCode, response.json()]).toEqual([400, { error }]);
  });

  test('[D49] is not reported to a visitor, who must log in first', async () => {
    expect(await listErrorMessages('purchaseBusinessPlan', { token: '' }, null)).toEqual([
      'Login to continue',
    ]);
  });
});
