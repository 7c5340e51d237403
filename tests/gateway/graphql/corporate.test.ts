import { describe, expect, test } from 'vitest';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { employee, employees, familyEmployee, makeCompanyForm } from '#tests/helpers/purchases/company.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { CORPORATE_DOCUMENTS, corporateInfo } from '../access/company.ts';

const database = seededTestDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe }));

const { CHECK, BUY } = CORPORATE_DOCUMENTS;
const REGISTER = `mutation ($name: String, $reference: ID, $street1: String, $street2: String, $city: String,
  $state: String, $country: String, $zip: String, $email: String, $phone: String, $code: String) {
  FIELD(name: $name, reference: $reference, street1: $street1, street2: $street2, city: $city, state: $state,
    country: $country, zip: $zip, email: $email, phone: $phone, code: $code) { id } }`;
const MINIMUM_MESSAGE = 'For a valid Corporate Plan, you must purchase at least 5 everything cards.';

/** Returns an older client that is signed in to an account. */
async function signInClient(account?: TestAccount) {
  const owner = account ?? (await makeAccount(database.db));
  const visitor = await (await server.visitor(owner)).fetchCsrfToken();
  const send = async (document: string, field: string, variables: Record<string, unknown> = {}) => {
    const { data, errors } = await visitor.graphql(document.replace('FIELD', field), variables);
    return { answer: data?.[field], refused: errors[0]?.message, code: errors[0]?.extensions?.code };
  };
  return {
    account: owner,
    check: (field = 'CheckCorporatePlan', variables = {}) => send(CHECK, field, variables),
    register: (form = {}, field = 'RegisterCorporatePlan') =>
      send(REGISTER, field, { ...makeCompanyForm(), ...form }),
    buy: (info = {}, field = 'BuyCorporateCards') => send(BUY, field, corporateInfo(info)),
  };
}

function getPurchaseId(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'id' in answer ? String(answer.id) : '';
}

describe('[S7 calls] the corporate operations', () => {
  test.each([0, 1])('sell a plan from registration to purchase, in spelling %i', async (n) => {
    const getSpelling = (listedName: string) => listSpellings(listedName)[n] ?? '';
    const { account, check, register, buy } = await signInClient();
    const checkField = getSpelling('CheckCorporatePlan');
    expect(await check(checkField)).toMatchObject({ answer: null, refused: undefined });
    const registration = await register({ street2: null }, getSpelling('RegisterCorporatePlan'));
    const planID = getPurchaseId(registration.answer);
    expect((await check(checkField, { accountID: account.id })).answer).toEqual({ id: planID, plans: 0 });
    const list = [
      ...employees(2),
      familyEmployee(2, { email: '', street1: '', ownAddress: false }),
      employee(3, { ownAddress: true, street1: '350 5TH AVE', city: 'New York', state: 'NY', zip: '10118' }),
      employee(4, { familyPlan: null, family: null, email: null }),
    ];
    const response = await buy(
      {
        accountID: account.id,
        planID,
        planCount: 6,
        employees: list,
        total: 299.70000000000005,
        totalPlans: { personal: 4, family: 1 },
        coupon: '',
      },
      getSpelling('BuyCorporateCards'),
    );
    expect(response.refused).toBeUndefined();
    expect((await check(checkField, { accountID: account.id })).answer).toEqual({ id: planID, plans: 6 });
    const view = await server.caller(account).corporate.company();
    expect(view.plan?.payments).toMatchObject([
      { receiptId: getPurchaseId(response.answer), amountCents: 29_970 },
    ]);
    expect((await buy()).refused).toBe(
      'You already have a corporate membership. To add additional members, please contact us.',
    );
  });

  test('[D31] the minimum number of cards is checked before the amounts and the card', async () => {
    const { register, buy } = await signInClient();
    await register();
    const tooFewCards = {
      employees: employees(4),
      total: 1,
      planCount: 99,
      totalPlans: { personal: 9 },
      token: null,
    };
    expect((await buy(tooFewCards)).refused).toBe(MINIMUM_MESSAGE);
    expect((await buy({ ...tooFewCards, employees: null })).refused).toBe(MINIMUM_MESSAGE);
    expect((await buy({ ...tooFewCards, employees: employees(5) })).refused).toBe('The price has changed');
    const cardless = { employees: employees(5), token: null };
    expect((await buy(cardless)).refused).toBe('The debit/credit card that was used is invalid.');
  });

  test.each([249.74, 249.76, 249.7, 0, -249.75, 1e300])('[D2] the total %d is refused', async (total) => {
    const { register, buy } = await signInClient();
    await register();
    expect((await buy({ total })).refused).toBe('The price has changed');
  });

  test('[D40] without amounts the server sets the price, and a repeated call returns the same purchase', async () => {
    const { register, buy } = await signInClient();
    await register();
    const withoutAmounts = { total: null, planCount: null, totalPlans: null };
    const response = await buy(withoutAmounts);
    expect(getPurchaseId(response.answer)).not.toBe('');
    expect((await buy(withoutAmounts)).answer).toEqual(response.answer);
  });

  test('[D24] a call without coupon uses the company form’s code, unless its total is undiscounted', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 20, amountOff: null });
    const buyAndPay = async (info: Record<string, unknown>) => {
      const { account, register, buy } = await signInClient();
      await register({ code });
      expect((await buy(info)).refused).toBeUndefined();
      return (await server.caller(account).corporate.company()).plan?.payments[0]?.amountCents;
    };
    expect(await buyAndPay({ total: null })).toBe(19_980);
    expect(await buyAndPay({ total: 199.8 })).toBe(19_980);
    expect(await buyAndPay({ total: 249.75 })).toBe(24_975);
    expect(await buyAndPay({ total: 199.8, coupon: code.toLowerCase() })).toBe(19_980);
  });

  test('[D40][D42] an older client’s discounted total is charged as shown, rounded down to a cent', async () => {
    const { code: percent } = await makePromoCode(database.db, { percentOff: 10, amountOff: null });
    const { code: price } = await makePromoCode(database.db, {
      plans: [{ planId: 3, recurringPriceCents: 4_000 }],
    });
    const { code: eighth } = await makePromoCode(database.db, { percentOff: 12.5, amountOff: null });
    for (const [code, info, charged] of [
      [percent, { total: 224.775 }, 22_477],
      [percent, { total: 224.78, coupon: percent }, 22_478],
      // A fraction other than half a cent: 249.75 less 12.5% is 218.53125.
      [null, { total: 218.53125, coupon: eighth }, 21_853],
      [null, { total: 218.54, coupon: eighth }, null],
      [price, { total: 249.75 }, 20_000],
    ] as const) {
      const { account, register, buy } = await signInClient();
      await register({ code });
      expect((await buy(info)).refused).toBe(charged === null ? 'The price has changed' : undefined);
      const view = await server.caller(account).corporate.company();
      expect(view.plan?.payments[0]?.amountCents).toBe(charged ?? undefined);
    }
  });

  test('errors in employees, in the company form, or for another account are reported', async () => {
    const { check, register, buy } = await signInClient();
    expect((await buy()).refused).toBe('Please fill in your company’s information first.');
    expect((await register({ name: null })).refused).toBe('Required Field');
    expect((await register({ email: 'nobody' })).refused).toBe('Invalid Email');
    await register();
    const list = [...employees(4), employee(4, { phone: null })];
    expect((await buy({ employees: list })).refused).toBe('Required Field');
    const otherAccount = await makeAccount(database.db);
    expect((await buy({ accountID: otherAccount.id })).code).toBe('ACCOUNT_MISMATCH');
    expect((await check('CheckCorporatePlan', { accountID: otherAccount.id })).code).toBe('ACCOUNT_MISMATCH');
  });

  test('a bank check charges nothing and emails a link that reopens the purchase', async () => {
    const { account, register, buy } = await signInClient();
    await register({ email: 'asked@nguyen.example' });
    const challenged = await buy({ token: 'tok_threeDSecureRequired' });
    expect(challenged.code).toBe('CARD_CHECK_NEEDED');
    const link = await findMailLink(server, 'asked@nguyen.example', 'completeUrl');
    expect(link.pathname).toBe('/pricing/corporate');
    const token = new URLSearchParams(link.hash.slice(1)).get('complete') ?? '';
    const reopened = await server.caller(account).corporate.reopen({ token });
    expect(reopened).toMatchObject({ quote: { totalCents: 24_975 } });
    expect(reopened.cart.employees).toHaveLength(5);
  });

  test('one call can contain 500 employees', async () => {
    const { account, register, buy } = await signInClient();
    await register();
    const list = employees(300, 200).map((listed, n) => ({
      ...listed,
      email: `employee-${n}@nguyen.example`,
      ownAddress: true,
      street1: `${n} Some Long Street Name`,
      street2: 'Apartment 12',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
    }));
    const response = await buy({
      employees: list,
      planCount: 700,
      total: 300 * 49.95 + 200 * 99.9,
      totalPlans: { personal: 300, family: 200 },
    });
    expect(response.refused).toBeUndefined();
    expect((await server.caller(account).corporate.cards({})).count).toBe(500);
  });
});
