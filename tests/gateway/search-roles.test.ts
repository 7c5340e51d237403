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
const endedPeriod = {
  periodEnd: new Date('2026-01-01T00:00:00Z'),
  periodStart: new Date('2025-12-01T00:00:00Z'),
};

beforeAll(async () => {
  const { db } = database;
  await makeSmallTown(db);
  const addAccount = async (name: string, accountType = 0) => {
    const createdAccount = await makeAccount(db, { accountType });
    accounts.set(name, createdAccount);
    return createdAccount.id;
  };
  accounts.set('a visitor', null);
  await addAccount('an account without a membership');
  await addAccount('staff without a membership', 10);
  await makeMembership(db, { accountId: await addAccount('a member') });
  await makeMembership(db, { accountId: await addAccount('staff with a membership', 42) });
  const pastDue = await addAccount('a member whose plan is past due');
  await makeMembership(db, { accountId: pastDue, subscription: { status: 'past_due' } });
  const endedMember = await addAccount('an account whose membership has ended');
  await makeMembership(db, { accountId: endedMember, subscription: { status: 'canceled', ...endedPeriod } });
});

/** Reads a members-only promotion through each endpoint. */
const ENDPOINTS: Record<string, (visitor: Visitor) => Promise<{ text: string; summary: unknown }>> = {
  tRPC: async (visitor) => {
    const { data } = await visitor.trpc('query', 'savings.search', { name: 'secret' });
    const [store] = data.stores;
    const details = await visitor.trpc('query', 'savings.promotions', { storeIds: [store.id] });
    return {
      text: JSON.stringify([data, details.data]),
      summary: [details.data[0].promotions.length, store.promotionsCount, store.promotionsDisabled],
    };
  },
  GraphQL: async (visitor) => {
    const { data } = await visitor.graphql(
      `{ searchStores(filtered: [{ id: "name", value: "secret" }]) { data { storeInformation {
        promotionsCount promotionsDisabled promotions { info code } } } } }`,
    );
    const text = JSON.stringify(data);
    const shownCount = text.split('"info"').length - 1;
    const count = Number(/"promotionsCount":(\d+)/.exec(text)?.[1]);
    return { text, summary: [shownCount, count, text.includes('"promotionsDisabled":true')] };
  },
  'the download': async (visitor) => {
    const { body } = await visitor.post('/api/search/download', { name: 'secret' });
    const shownCount = body.split(/^ {2}\* /m).length - 1;
    const count = Number(/^(\d+) promotion/m.exec(body)?.[1]);
    return { text: body, summary: [shownCount, count, body.includes('log in with a valid membership')] };
  },
};

const MEMBERS = ['a member', 'staff with a membership'];
const OTHERS = [
  'a visitor',
  'an account without a membership',
  'staff without a membership',
  'a member whose plan is past due',
  'an account whose membership has ended',
];

describe.each(Object.entries(ENDPOINTS))(
  '[D32][S6 store promotions] members-only promotions, through %s',
  (_, read) => {
    const openBrowser = async (role: string) =>
      (await server.visitor(accounts.get(role) ?? null)).fetchCsrfToken();

    test.each(MEMBERS)('are shown to %s', async (role) => {
      const { text, summary } = await read(await openBrowser(role));
      expect(text).toContain('Half price massage');
      expect(summary).toEqual([1, 1, false]);
    });

    test.each(OTHERS)('are hidden from %s, who gets only their count', async (role) => {
      const { text, summary } = await read(await openBrowser(role));
      expect(text).not.toContain('Half price');
      for (const hidden of ['SAVE10', 'Hush-hush', '4321', '43.21']) expect(text).not.toContain(hidden);
      expect(summary).toEqual([0, 1, true]);
    });
  },
);
