import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSmallTown } from '#tests/helpers/stores/small-town.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });

const accounts = new Map<string, TestAccount | null>();
const ended = { periodEnd: new Date('2026-01-01T00:00:00Z'), periodStart: new Date('2025-12-01T00:00:00Z') };

beforeAll(async () => {
  const { db } = database;
  await makeSmallTown(db);
  const account = async (name: string, accountType = 0) => {
    const made = await makeAccount(db, { accountType });
    accounts.set(name, made);
    return made.id;
  };
  accounts.set('a visitor', null);
  await account('an account without a membership');
  await account('staff without a membership', 10);
  await makeMembership(db, { accountId: await account('a member') });
  await makeMembership(db, { accountId: await account('staff with a membership', 42) });
  const pastDue = await account('a member whose card is past due');
  await makeMembership(db, { accountId: pastDue, subscription: { status: 'past_due' } });
  const over = await account('somebody whose membership has ended');
  await makeMembership(db, { accountId: over, subscription: { status: 'canceled', ...ended } });
});

/** What the person behind this browser reads of a members' promotion, through each of the doors. */
const DOORS: Record<string, (visitor: Visitor) => Promise<{ text: string; said: unknown }>> = {
  tRPC: async (visitor) => {
    const { data } = await visitor.trpc('query', 'savings.search', { name: 'secret' });
    const [store] = data.stores;
    return {
      text: JSON.stringify(data),
      said: [store.promotions.length, store.promotionsCount, store.promotionsDisabled],
    };
  },
  GraphQL: async (visitor) => {
    const { data } = await visitor.graphql(
      `{ searchStores(filtered: [{ id: "name", value: "secret" }]) { data { storeInformation {
        promotionsCount promotionsDisabled promotions { info code } } } } }`,
    );
    const text = JSON.stringify(data);
    const shown = text.split('"info"').length - 1;
    const count = Number(/"promotionsCount":(\d+)/.exec(text)?.[1]);
    return { text, said: [shown, count, text.includes('"promotionsDisabled":true')] };
  },
  'the download': async (visitor) => {
    const { body } = await visitor.post('/api/search/download', { name: 'secret' });
    const shown = body.split(/^ {2}\* /m).length - 1;
    const count = Number(/^(\d+) promotion/m.exec(body)?.[1]);
    return { text: body, said: [shown, count, body.includes('login with a valid membership')] };
  },
};

const MEMBERS = ['a member', 'staff with a membership'];
const OTHERS = [
  'a visitor',
  'an account without a membership',
  'staff without a membership',
  'a member whose card is past due',
  'somebody whose membership has ended',
];

describe.each(Object.entries(DOORS))(
  '[D32][S6 store promotions] promotions for members alone, through %s',
  (_, read) => {
    const browser = async (who: string) => (await server.visitor(accounts.get(who) ?? null)).takeCsrfToken();

    test.each(MEMBERS)('%s reads them', async (who) => {
      const { text, said } = await read(await browser(who));
      expect(text).toContain('Half price massage');
      expect(said).toEqual([1, 1, false]);
    });

    test.each(OTHERS)('%s is told how many there are, and is sent none', async (who) => {
      const { text, said } = await read(await browser(who));
      expect(text).not.toContain('Half price');
      expect(text).not.toContain('SAVE10');
      expect(said).toEqual([0, 1, true]);
    });
  },
);
