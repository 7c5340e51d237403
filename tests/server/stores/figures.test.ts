import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteOldFigures } from '#server/domains/stores/figures/figure.service.ts';
import { FIGURE_KINDS, STORE_ACTIONS, WEEKS_SHOWN } from '#server/domains/stores/figures/figure.shared.ts';
import { createFigureCounts } from '#server/domains/stores/figures/figure-counts.ts';
import { toPageSlug } from '#server/domains/stores/page/page-slug.shared.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makeBusiness, makePlaces, makeStore } from '#tests/helpers/factories/store.ts';

const database = testDb();
/** The last second of a week, in UTC. */
const SUNDAY = new Date('2026-11-22T23:59:59Z');
const MONDAY = new Date('2026-11-23T00:00:00Z');
let now = SUNDAY;
const server = testApp(database, { limits: NO_LIMITS, now: () => now });

const NOTHING = { shown: 0, opened: 0, copied: 0, directions: 0, calls: 0 };

beforeAll(() =>
  makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
  ]),
);

const toSlug = (businessId: string) => toPageSlug({ id: businessId, searchName: 'any words' });

/** Creates an owner with a business that has a unique name. */
async function makeOwner() {
  const { db } = database;
  const account = await makeAccount(db);
  const name = `Zz${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const businessId = await makeOwnedBusiness(db, { accountId: account.id, businessname: name });
  return { account, businessId, slug: toSlug(businessId), name };
}

async function readWeeks(account: TestAccount) {
  await server.deps.figures.flush();
  return server.caller(account).businesses.figures();
}

async function readCounts(businessId: string) {
  return database.db
    .selectFrom('storeFigures')
    .select(['week', ...FIGURE_KINDS])
    .where('businessId', '=', businessId)
    .orderBy('week')
    .execute();
}

describe('the figures of a business', () => {
  test('are what visitors saw and did, by weeks that begin on Monday in UTC', async () => {
    const { account, slug, name } = await makeOwner();
    const visitor = server.caller(null);
    now = SUNDAY;
    for (let times = 0; times < 3; times++) await visitor.savings.search({ name });
    await visitor.savings.search({ name: 'nothing is called so' });
    now = MONDAY;
    await visitor.savings.search({ name, zip: '80202' });
    for (const action of STORE_ACTIONS) await visitor.savings.countAction({ slug, action });
    const weeks = await readWeeks(account);
    expect(weeks).toHaveLength(WEEKS_SHOWN);
    expect(weeks.slice(-3)).toEqual([
      { ...NOTHING, week: '2026-11-09' },
      { ...NOTHING, week: '2026-11-16', shown: 3 },
      { week: '2026-11-23', shown: 1, opened: 1, copied: 1, directions: 1, calls: 1 },
    ]);
  });

  test('leave out the owner, staff, older clients, downloads, and unlisted stores', async () => {
    const { db } = database;
    const { account, slug, name } = await makeOwner();
    const staff = await makeAccount(db, { accountType: 10 });
    for (const caller of [
      server.caller(account),
      server.caller(staff),
      server.caller(null, { entryPoint: 'legacy' }),
    ]) {
      expect((await caller.savings.search({ name })).count).toBe(1);
      await caller.savings.countAction({ slug, action: 'calls' });
    }
    const unlistedStore = await makeStore(db, { business: { isListed: false } });
    for (const notListed of [toSlug(unlistedStore.businessId), toSlug(randomUUID()), 'no-key']) {
      await server.caller(null).savings.countAction({ slug: notListed, action: 'calls' });
    }
    expect((await readWeeks(account)).every((week) => week.shown === 0 && week.calls === 0)).toBe(true);
    expect(await readCounts(unlistedStore.businessId)).toEqual([]);
  });

  test('count a repeated action of one address once an hour', async () => {
    const { account, slug } = await makeOwner();
    now = MONDAY;
    const open = (ip: string) => server.caller(null, { ip }).savings.countAction({ slug, action: 'opened' });
    for (let times = 0; times < 5; times++) await open('198.51.100.7');
    await open('198.51.100.8');
    now = new Date(MONDAY.getTime() + 3_600_000);
    await open('198.51.100.7');
    expect((await readWeeks(account)).at(-1)).toMatchObject({ opened: 3 });
  });

  test('are refused to an account without a business', async () => {
    const stranger = server.caller(await makeAccount(database.db));
    await expect(stranger.businesses.figures()).rejects.toThrow('Your account doesn’t have a business.');
  });

  test('are deleted after a year', async () => {
    const { businessId } = await makeOwner();
    await database.db
      .insertInto('storeFigures')
      .values(['2025-11-03', '2025-11-24'].map((week) => ({ businessId, week, ...NOTHING, shown: 1 })))
      .execute();
    await deleteOldFigures({ db: database.db, now: () => MONDAY });
    expect((await readCounts(businessId)).map(({ week }) => week)).toEqual(['2025-11-24']);
  });
});

describe('the counts in memory', () => {
  const createCounts = () => {
    const { db, log } = server.deps;
    return createFigureCounts({ db, now: () => MONDAY, log });
  };

  test('of several processes add up, however they are split over writes', async () => {
    const { id } = await makeBusiness(database.db);
    const processes = [createCounts(), createCounts(), createCounts()];
    for (let round = 0; round < 4; round++) {
      for (const counts of processes) counts.countShown([id]);
      await Promise.all(processes.map((counts) => counts.flush()));
    }
    expect(await readCounts(id)).toMatchObject([{ week: '2026-11-23', shown: 12 }]);
  });

  test('of a deleted business are dropped, and the others are written', async () => {
    const { id } = await makeBusiness(database.db);
    const counts = createCounts();
    counts.countShown([randomUUID(), id]);
    await counts.flush();
    expect(await readCounts(id)).toMatchObject([{ shown: 1 }]);
  });
});
