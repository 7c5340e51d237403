import { beforeAll, describe, expect, test } from 'vitest';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { buyCardDocument, cart } from './buy-card-document.ts';

const database = testDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe }));

let member: TestAccount;
let educator: TestAccount;

beforeAll(async () => {
  await makePlans(database.db);
  await makeTexts(database.db);
  member = await makeAccount(database.db);
  educator = await makeAccount(database.db, { accountType: 3 });
});

const visitWithToken = async (account: TestAccount | null = null): Promise<Visitor> =>
  (await server.visitor(account)).fetchCsrfToken();

describe('[S7 BuyCard] BuyCard', () => {
  const findPurchase = async (data: unknown) => {
    const row = await database.db
      .selectFrom('purchases')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(data)).toContain(row.id);
    return row;
  };

  test.each(listSpellings('BuyCard'))('%s sells a card to a guest', async (field) => {
    const email = `${field}@example.com`;
    const { data, errors } = await (await server.visitor()).graphql(buyCardDocument(field), {
      ...cart(),
      email,
    });
    expect(errors).toEqual([]);
    expect(data).toEqual({ [field]: { id: expect.any(String) } });
    expect(await findPurchase(data)).toMatchObject({
      status: 'paid',
      totalCents: 9_990,
      accountId: null,
      email,
    });
  });

  test('with a session, the card belongs to that account, with or without accountID', async () => {
    const visitor = await visitWithToken(member);
    const first = await visitor.graphql(buyCardDocument(), { ...cart(), plan: 0 });
    expect((await findPurchase(first.data)).accountId).toBe(member.id);
    const cartForMember = { ...cart(), accountID: member.id, requestedPhysicalCard: true };
    const second = await visitor.graphql(buyCardDocument(), cartForMember);
    expect(await findPurchase(second.data)).toMatchObject({ accountId: member.id, totalCents: 10_990 });
  });

  test('refuses an accountID of another account', async () => {
    for (const account of [null, educator]) {
      const visitor = await visitWithToken(account);
      const { data, errors } = await visitor.graphql(buyCardDocument(), {
        ...cart(),
        accountID: member.id,
      });
      expect(data).toEqual({ BuyCard: null });
      expect(errors[0]).toMatchObject({
        message: 'This isn’t your account.',
        extensions: { code: 'ACCOUNT_MISMATCH' },
      });
    }
  });

  test('charges once if it is called twice', async () => {
    const visitor = await server.visitor();
    const variables = { ...cart(), email: 'twice@example.com' };
    const [first, second] = [
      await visitor.graphql(buyCardDocument(), variables),
      await visitor.graphql(buyCardDocument(), variables),
    ];
    expect(first.errors).toEqual([]);
    expect(second.data).toEqual(first.data);
  });

  test('missing fields get their messages, and a declined card gets Stripe’s message', async () => {
    const visitor = await server.visitor();
    const emptyResponse = await visitor.graphql(buyCardDocument(), { plan: 7 });
    expect(emptyResponse.errors[0]).toMatchObject({
      message: 'Please choose a plan',
      extensions: {
        fieldErrors: {
          firstname: 'Required',
          street1: 'Required',
          contractAgree: 'Terms must be accepted',
          token: 'The debit/credit card that was used is invalid.',
        },
      },
    });
    const declinedCart = { ...cart(), email: 'declined@example.com', token: 'tok_chargeDeclined' };
    const { errors } = await visitor.graphql(buyCardDocument(), declinedCart);
    expect(errors[0]).toMatchObject({
      message: 'Your card was declined.',
      extensions: { code: 'CARD_DECLINED' },
    });
  });
});
