import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import type { PromotionDraft } from '#server/domains/stores/business-draft.schema.ts';
import {
  isBusinessListed,
  listBusiness,
  locateAddress,
  requireLocatable,
  unlistBusinesses,
} from '#server/domains/stores/owner/owned-business.service.ts';
import { requireSafePromotions } from '#server/domains/stores/promotion.service.ts';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { searchSavings } from '#server/domains/stores/search/savings-search.service.ts';
import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePlaces, makeStore } from '#tests/helpers/factories/store.ts';
import { expectSearchTruth } from './search/search-truth.ts';

const database = testDb();
const embedded = embeddedTestDb();

const denver = {
  street1: '1600 Curtis St',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};
const promotion: PromotionDraft = {
  code: 'SAVE10',
  info: '<p>10 % off</p>',
  url: null,
  additionalUrl: null,
  validUntil: null,
  isOnline: false,
};

beforeAll(async () => {
  for (const { db } of [database, embedded]) {
    await makePlaces(db, [
      { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
      { zip: '80301', city: 'Boulder', state: 'CO', latitude: 40.05, longitude: -105.21 },
      { zip: '80302', city: 'Boulder', state: 'CO', latitude: 40.01, longitude: -105.29 },
    ]);
  }
});

const search = (filters: object, { db } = database) =>
  searchSavings(db, savingsSearch.parse(filters), { isMember: true, now: new Date() });
const createAccountId = async ({ db } = database) => (await makeAccount(db)).id;
const listBusinesses = (accountId: string) =>
  database.db.selectFrom('businesses').selectAll().where('accountId', '=', accountId).execute();
const listStores = (businessId: string) =>
  database.db.selectFrom('stores').selectAll().where('businessId', '=', businessId).orderBy('id').execute();
const listPromotions = (businessId: string) =>
  database.db
    .selectFrom('promotions')
    .select(['code', 'position'])
    .where('businessId', '=', businessId)
    .orderBy('position')
    .execute();

describe.each([
  ['PostgreSQL', database],
  ['the embedded database', embedded],
])('[S6 business owner] a business with a purchased plan, on %s', (_kind, handle) => {
  test('is found by name, place, and category unless it is unlisted', async () => {
    const accountId = await createAccountId(handle);
    expect(await isBusinessListed(handle.db, accountId)).toBe(false);
    const businessId = await makeOwnedBusiness(handle.db, {
      accountId,
      businessname: 'Zanzibar Éclairs',
      promotions: [promotion],
    });
    const searchResult = await search({ name: 'eclairs', zip: '80202', distance: 20, category: 9 }, handle);
    expect(searchResult.stores).toMatchObject([
      { businessname: 'Zanzibar Éclairs', city: 'Denver', latitude: 39.7491, promotionsCount: 1 },
    ]);
    expect(await isBusinessListed(handle.db, accountId)).toBe(true);

    await inTransaction(handle.db, (trx) => unlistBusinesses(trx, [businessId]));
    await expectSearchTruth(handle.db);
    expect(await search({ name: 'eclairs', zip: '80202' }, handle)).toMatchObject({ count: 0, stores: [] });
    expect(await isBusinessListed(handle.db, accountId)).toBe(false);
    await inTransaction(handle.db, (trx) => listBusiness(trx, businessId));
    await expectSearchTruth(handle.db);
    expect((await search({ name: 'eclairs' }, handle)).count).toBe(1);
  });
});

describe('[S4, D15] an account’s one business', () => {
  test('is created once by two concurrent purchases', async () => {
    const accountId = await createAccountId();
    const names = ['First Tab', 'Second Tab', 'Third Tab', 'Fourth Tab'];
    const ids = await Promise.all(
      names.map((businessname) => makeOwnedBusiness(database.db, { accountId, businessname })),
    );
    expect(new Set(ids).size).toBe(1);
    const [business, ...otherBusinesses] = await listBusinesses(accountId);
    expect(otherBusinesses).toEqual([]);
    expect(names).toContain(business?.name);
    expect(await listStores(business?.id ?? '')).toHaveLength(1);
    await expectSearchTruth(database.db);
  });

  test('is updated and relisted by a purchase after a trial, and keeps its logo and promotions', async () => {
    const accountId = await createAccountId();
    const trial = { ...denver, street1: null, city: null, state: null };
    const businessId = await makeOwnedBusiness(database.db, {
      accountId,
      businessname: 'Trial Name',
      phone: null,
      url: null,
      address: trial,
      promotions: [promotion],
    });
    expect(await listStores(businessId)).toMatchObject([
      { street1: null, city: 'Denver', state: 'CO', zip: '80202', phone: null, latitude: 39.7491 },
    ]);
    const laterStore = await makeStore(database.db, { businessId, street1: 'Second location' });
    const logo = `/files/logos/${'0'.repeat(32)}.webp`;
    await database.db
      .updateTable('businesses')
      .set({ logo, isPremier: true, isMembersOnly: true, isListed: false })
      .where('id', '=', businessId)
      .execute();

    const boulder = { ...denver, street1: '1 Pearl St', city: 'Boulder', zip: '80302' };
    const secondInput = { accountId, businessname: 'Real Name', type: 4, address: boulder };
    expect(await makeOwnedBusiness(database.db, secondInput)).toBe(businessId);
    expect(await listBusinesses(accountId)).toMatchObject([
      { name: 'Real Name', categories: [4], logo, isListed: true, isPremier: true, isMembersOnly: true },
    ]);
    expect(await listStores(businessId)).toMatchObject([
      { street1: '1 Pearl St', city: 'Boulder', latitude: 40.01, nameKey: 'real name', isListed: true },
      { id: laterStore.id, street1: 'Second location', isListed: true },
    ]);
    expect(await listPromotions(businessId)).toEqual([{ code: 'SAVE10', position: 1 }]);
    await expectSearchTruth(database.db);
  });

  test('[S9 promotions] starts the wait for new promotions when they are replaced, but not when they are first added', async () => {
    const accountId = await createAccountId();
    const now = new Date('2026-12-01T10:00:00Z');
    const save = (promotions: PromotionDraft[]) =>
      makeOwnedBusiness(database.db, { accountId, promotions, now });
    const changedAt = async () => (await listBusinesses(accountId))[0]?.promotionsChangedAt;
    const businessId = await save([promotion]);
    expect(await changedAt()).toBeNull();
    await save([promotion]);
    expect(await changedAt()).toBeNull();
    await save([{ ...promotion, code: 'OTHER' }]);
    expect(await changedAt()).toEqual(now);
    expect(await listPromotions(businessId)).toEqual([{ code: 'OTHER', position: 1 }]);
  });
});

describe('[D16] the location of an address', () => {
  test('is the center of the ZIP code or the city, and is empty outside the US', async () => {
    const { db } = database;
    const boulder = { ...denver, city: 'boulder', zip: '99999' };
    expect(await locateAddress(db, { ...denver, zip: '80202-1234' })).toEqual({
      latitude: 39.7491,
      longitude: -104.9946,
    });
    // One of the city's ZIP codes, not their average, which is in no place.
    expect([40.01, 40.05]).toContain((await locateAddress(db, boulder))?.latitude);
    expect(await locateAddress(db, { ...boulder, city: 'Nowhere' })).toBeNull();
    expect(await locateAddress(db, { ...denver, country: 'CA' })).toBeNull();
  });

  test('is required before anything is charged, so an unknown US address is refused', async () => {
    const unknown = { ...denver, city: 'Nowhere', zip: '99999' };
    await expect(requireLocatable(database.db, unknown)).rejects.toMatchObject({
      code: 'PLACE_NOT_FOUND',
      fieldErrors: { zip: 'We don’t recognize this ZIP code' },
    });
    const trial = { ...unknown, street1: null, city: null, state: null };
    await expect(requireLocatable(database.db, trial)).rejects.toMatchObject({ code: 'PLACE_NOT_FOUND' });
    await requireLocatable(database.db, { ...unknown, city: 'Denver' });
    await requireLocatable(database.db, { ...unknown, city: 'APO', state: 'AE', zip: '09012' });
    await expect(requireLocatable(database.db, { ...unknown, city: 'Denvver' })).rejects.toMatchObject({
      fieldErrors: { zip: 'We don’t recognize this ZIP code or this city. Did you mean Denver?' },
    });
    await requireLocatable(database.db, { ...unknown, country: 'CA', state: 'ON', zip: 'K1A 0B1' });
  });

  test('is not needed to find a business outside the US by name', async () => {
    const accountId = await createAccountId();
    const address = { ...denver, city: 'Ottawa', state: 'ON', zip: '80202', country: 'CA' };
    await makeOwnedBusiness(database.db, { accountId, businessname: 'Maple Pancakes', address });
    expect((await search({ name: 'maple' })).stores).toMatchObject([
      { city: 'Ottawa', country: 'CA', latitude: null, isPlaceholder: false },
    ]);
    expect((await search({ name: 'maple', zip: '80202', distance: 100 })).count).toBe(0);
  });
});

test('[D51] promotions are sanitized and refused if a description becomes empty', async () => {
  expect(
    await requireSafePromotions([{ ...promotion, info: '<p onclick="x()">Hi<script>x()</script></p>' }]),
  ).toEqual([{ ...promotion, info: '<p>Hi</p>' }]);
  const emptyPromotion = { ...promotion, info: '<script>x()</script>' };
  await expect(
    requireSafePromotions([promotion, emptyPromotion, { ...emptyPromotion, info: '<p> </p>' }]),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: { 'promotions.1.info': 'Required Field', 'promotions.2.info': 'Required Field' },
  });
});
