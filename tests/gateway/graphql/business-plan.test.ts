import { describe, expect, test } from 'vitest';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { planInfo, wholePlanInfo } from './plan-info.ts';

const database = seededTestDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe }));

const DOCUMENT = `mutation Purchase($info: BusinessPlanInput, $info2: CommunityEducatorPlanInput) {
  FIELD(info: $info, info2: $info2) { id } }`;

async function send(variables: Record<string, unknown>, field = 'purchaseBusinessPlan') {
  const account = await makeAccount(database.db);
  const visitor = await (await server.visitor(account)).fetchCsrfToken();
  const response = await visitor.graphql(DOCUMENT.replace('FIELD', field), variables);
  return { account, visitor, answer: response, refused: response.errors[0]?.message };
}

const search = (name: string) => server.caller(null).savings.search({ name });

describe('[S7 purchaseBusinessPlan] purchaseBusinessPlan', () => {
  test.each(listSpellings('purchaseBusinessPlan'))(
    '%s with info sells plan 7 and stores every field',
    async (field) => {
      const businessname = `Whole ${field} Bakery`;
      const { account, answer: response } = await send({ info: wholePlanInfo({ businessname }) }, field);
      expect(response.errors).toEqual([]);
      expect(response.data).toEqual({ [field]: { id: expect.any(String) } });
      const ownBusiness = await server.caller(account).businesses.mine();
      expect(ownBusiness?.promotions).toMatchObject([
        {
          code: 'TEN',
          info: '<p>Ten <strong>percent</strong></p>',
          additionalUrl: 'https://walker.example/more',
          validUntil: '2099-12-31',
          isOnline: true,
        },
      ]);
      expect(await server.caller(account).businessPlans.mine()).toMatchObject({
        planId: 7,
        programs: { loyalty: true, presentation: { presentationFuture: 'maybe' } },
      });
      expect((await search(businessname)).count).toBe(1);
    },
  );

  test('info2 sells plan 8 even without a plan number', async () => {
    const { plan: _, ...withoutPlan } = planInfo({ businessname: 'Info Two Bakery' });
    const { account, answer: response } = await send({ info2: withoutPlan });
    expect(response.errors).toEqual([]);
    expect(await server.caller(account).businessPlans.mine()).toMatchObject({ planId: 8 });
  });

  test.each([
    ['plan 8 in info', { info: planInfo({ plan: 8 }) }],
    ['plan 9 in info2', { info2: planInfo({ plan: 9 }) }],
    ['info and info2 together', { info: planInfo({ plan: 6 }), info2: planInfo() }],
    ['neither info nor info2', {}],
    ['a consumer plan in info', { info: planInfo({ plan: 1 }) }],
  ])('refuses %s', async (_, variables) => {
    const { account, answer: response, refused } = await send(variables);
    expect(refused).toBe('Please choose a plan');
    expect(response.data).toEqual({ purchaseBusinessPlan: null });
    expect(await server.caller(account).businessPlans.mine()).toBeNull();
  });

  test.each(['249.74', '249.7', '1', '$2497.50', 'free', '-249.75', '249.755'])(
    '[D2] refuses the price %s',
    async (price) => {
      expect((await send({ info: wholePlanInfo({ price }) })).refused).toBe('The price has changed');
    },
  );

  test.each(['249.75', '$249.75', null, ''])('[D40] accepts the price %s', async (price) => {
    const { refused } = await send({ info: wholePlanInfo({ price, businessname: `Priced ${price}` }) });
    expect(refused).toBeUndefined();
  });

  // 249.75 less 10% is exactly 224.775.
  test.each([
    ['224.78', 22_478],
    ['224.77', 22_477],
    ['224.775', 22_477],
    ['224.76', null],
    ['224.79', null],
    ['224.776', null],
  ])('[D42] if a discount ends in half a cent, the price %s charges %s', async (price, cents) => {
    const { code: discountCode } = await makePromoCode(database.db, { percentOff: 10, amountOff: null });
    const businessname = `Half a cent ${price}`;
    const { account, refused } = await send({ info: wholePlanInfo({ price, discountCode, businessname }) });
    expect(refused).toBe(cents === null ? 'The price has changed' : undefined);
    const payments = await database.db
      .selectFrom('payments')
      .select('amountCents')
      .where('accountId', '=', account.id)
      .execute();
    expect(payments).toEqual(cents === null ? [] : [{ amountCents: cents }]);
  });

  test.each([
    ['249.75', 19_990, undefined],
    ['249.75', 25_975, undefined],
    ['199.89', 19_990, 'The price has changed'],
  ])(
    '[D40] with a code that sets plan prices, validates the price %s against our total %d',
    async (price, planPriceCents, expected) => {
      const { code: discountCode } = await makePromoCode(database.db, {
        plans: [{ planId: 7, recurringPriceCents: planPriceCents }],
      });
      const { refused } = await send({
        info: wholePlanInfo({ price, discountCode, businessname: `Code of ${planPriceCents} for ${price}` }),
      });
      expect(refused).toBe(expected);
    },
  );

  test('[S5 business basic info] a missing field gets its message, not a schema error', async () => {
    const { answer: response, refused } = await send({
      info: planInfo({ plan: 9, loyalty: true, businessname: null }),
    });
    expect(refused).toBe('Required Field');
    expect(response.errors[0]?.extensions?.fieldErrors).toMatchObject({
      businessname: 'Required Field',
      'w9.usPerson': 'We only support US persons at this time',
    });
  });

  test('[D40] a repeated call charges once, and a visitor must log in', async () => {
    const { visitor, answer: response } = await send({ info2: planInfo({ businessname: 'Twice Bakery' }) });
    const variables = { info2: planInfo({ businessname: 'Twice Bakery' }) };
    const secondResponse = await visitor.graphql(
      DOCUMENT.replace('FIELD', 'purchaseBusinessPlan'),
      variables,
    );
    expect(secondResponse.data).toEqual(response.data);
    const visitorAnswer = await (await server.visitor()).graphql(
      DOCUMENT.replace('FIELD', 'purchaseBusinessPlan'),
      variables,
    );
    expect(visitorAnswer.errors[0]?.message).toBe('Login to continue');
  });

  test('[S4] a bank check charges nothing and emails a link that reopens the purchase', async () => {
    const { account, refused } = await send({ info2: planInfo({ token: 'tok_threeDSecure2Required' }) });
    expect(refused).toBe(
      'Your bank needs you to confirm this purchase. We sent you an email with a link to complete it.',
    );
    const link = await findMailLink(server, account.email, 'completeUrl');
    expect(link.pathname + link.search).toBe('/affiliates?plan=basic-networking');
    const token = new URLSearchParams(link.hash.slice(1)).get('complete') ?? '';
    const reopened = await server.caller(account).businessPlans.reopen({ token });
    expect(reopened).toMatchObject({ cart: { businessname: 'Walker Bakery' }, quote: { totalCents: 9990 } });
    const otherCaller = server.caller(await makeAccount(database.db));
    await expect(otherCaller.businessPlans.reopen({ token })).rejects.toThrow('Receipt not found');
  });
});
