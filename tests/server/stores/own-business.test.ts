import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { unlistBusinesses } from '#server/domains/stores/owner/owned-business.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makeBusiness, makePlaces, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { expectSearchTruth } from './search/search-truth.ts';

const database = testDb();
const DAY_MS = 86_400_000;
let now = new Date('2026-12-01T18:00:00Z');
const server = testApp(database, { now: () => now, limits: NO_LIMITS });

beforeAll(async () => {
  await makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    { zip: '80302', city: 'Boulder', state: 'CO', latitude: 40.01, longitude: -105.29 },
  ]);
});

async function createOwner(overrides: Parameters<typeof makeOwnedBusiness>[1] | object = {}) {
  const account = await makeAccount(database.db);
  const businessId = await makeOwnedBusiness(database.db, { ...overrides, accountId: account.id });
  return { account, businessId, businesses: server.caller(account).businesses };
}
const businessCaller = (account: TestAccount) => server.caller(account).businesses;
const listRows = (businessId: string) =>
  database.db
    .selectFrom('businesses')
    .innerJoin('stores', 'stores.businessId', 'businesses.id')
    .selectAll('businesses')
    .select(['street1', 'latitude', 'longitude', 'phone', 'stores.id as storeId'])
    .where('businesses.id', '=', businessId)
    .orderBy('stores.id')
    .execute();

const listing = {
  businessname: 'Corner Bakery & Café',
  categories: [9, 4],
  url: 'https://new.example',
  phone: '(555) 010-0199',
  street1: '1 Pearl St',
  street2: 'Suite 2',
  city: 'Boulder',
  state: 'Colorado',
  zip: '80302',
  country: 'US',
};
const promotion = { code: 'SAVE10', info: '<p>10 % off</p>', isOnline: false };

describe('[S6 business owner] an owner’s business', () => {
  test('is returned with its first location and all promotions, including expired ones', async () => {
    const { businessId, businesses } = await createOwner();
    await makeStore(database.db, { businessId, street1: 'Second location' });
    const pastPromotion = await makePromotion(database.db, { businessId, validUntil: '2026-01-31' });
    expect(await businesses.mine()).toEqual({
      id: businessId,
      businessname: 'Corner Bakery',
      categories: [9],
      url: 'https://bakery.example',
      logo: null,
      isListed: true,
      isHiddenByStaff: false,
      isOwnerVerified: true,
      phone: '(555) 010-0111',
      street1: '1600 Curtis St',
      street2: null,
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      country: 'US',
      version: expect.any(String),
      promotionsVersion: expect.any(String),
      slug: expect.stringMatching(/^corner-bakery-[0-9a-z]{12}$/),
      description: null,
      photos: [],
      locations: [expect.anything(), expect.objectContaining({ street1: 'Second location' })],
      promotions: [expect.objectContaining({ id: pastPromotion.id, validUntil: '2026-01-31' })],
      promotionsChangeAt: null,
    });
  });

  test('is null if the account has none', async () => {
    const businesses = businessCaller(await makeAccount(database.db));
    expect(await businesses.mine()).toBeNull();
    const notFound = { code: 'NOT_FOUND', message: 'Your account doesn’t have a business.' };
    await expect(businesses.changeListing(listing)).rejects.toMatchObject(notFound);
    await expect(businesses.changePromotions({ promotions: [promotion] })).rejects.toMatchObject(notFound);
    await expect(businesses.removeLogo()).rejects.toMatchObject(notFound);
  });

  test('can be changed, and is then found at its new address', async () => {
    const { businessId, businesses } = await createOwner();
    const secondStore = await makeStore(database.db, { businessId, street1: 'Second location' });
    expect(await businesses.changeListing(listing)).toMatchObject({
      id: businessId,
      businessname: 'Corner Bakery & Café',
      categories: [9, 4],
      state: 'CO',
      street2: 'Suite 2',
    });
    expect(await listRows(businessId)).toMatchObject([
      {
        name: 'Corner Bakery & Café',
        searchName: 'corner bakery cafe',
        street1: '1 Pearl St',
        latitude: 40.01,
      },
      { storeId: secondStore.id, street1: 'Second location', latitude: 39.7491 },
    ]);
    const search = { name: 'bakery', zip: '80302', distance: 20 } as const;
    const { stores } = await server.caller().savings.search(search);
    expect(stores).toMatchObject([{ businessname: 'Corner Bakery & Café', city: 'Boulder' }]);
    await expectSearchTruth(database.db);
  });

  test('keeps imported coordinates as long as its address is unchanged', async () => {
    const { businessId, businesses } = await createOwner();
    await database.db
      .updateTable('stores')
      .set({ latitude: 39.75, longitude: -105 })
      .where('businessId', '=', businessId)
      .execute();
    const sameLocation = { ...listing, street1: '1600 Curtis St', city: 'Denver', state: 'CO', zip: '80202' };
    await businesses.changeListing({ ...sameLocation, phone: '(555) 010-0123' });
    expect(await listRows(businessId)).toMatchObject([{ phone: '(555) 010-0123', latitude: 39.75 }]);
    await businesses.changeListing({ ...sameLocation, street1: '1601 Curtis St' });
    expect(await listRows(businessId)).toMatchObject([{ latitude: 39.7491, longitude: -104.9946 }]);
  });

  test('[D16] cannot move to an unknown place', async () => {
    const { businessId, businesses } = await createOwner();
    const rowsBefore = await listRows(businessId);
    const unknown = { ...listing, city: 'Nowhere', zip: '99999' };
    await expect(businesses.changeListing(unknown)).rejects.toMatchObject({
      cause: { code: 'PLACE_NOT_FOUND', fieldErrors: { zip: 'We don’t recognize this ZIP code' } },
    });
    expect(await listRows(businessId)).toEqual(rowsBefore);
    await businesses.changeListing({ ...unknown, city: 'boulder' });
    await businesses.changeListing({ ...listing, state: 'ON', zip: 'K1A 0B1', country: 'CA' });
    expect(await listRows(businessId)).toMatchObject([{ latitude: null, longitude: null }]);
  });

  test('can be edited while unlisted and remains unlisted', async () => {
    const { businessId, businesses } = await createOwner();
    await inTransaction(database.db, (trx) => unlistBusinesses(trx, [businessId]));
    expect(await businesses.changeListing({ ...listing, businessname: 'Hidden Gem' })).toMatchObject({
      isListed: false,
    });
    await businesses.changePromotions({ promotions: [promotion] });
    expect((await server.caller().savings.search({ name: 'hidden gem' })).count).toBe(0);
    await expectSearchTruth(database.db);
  });

  test('is not affected by another owner’s changes', async () => {
    const [a, b] = [await createOwner(), await createOwner()];
    const staffBusiness = await makeBusiness(database.db, { name: 'Listed by staff' });
    await b.businesses.changePromotions({ promotions: [promotion] });
    const rowsBefore = [await b.businesses.mine(), await listRows(b.businessId)];
    await a.businesses.changeListing(listing);
    await a.businesses.changePromotions({ promotions: [{ ...promotion, code: 'MINE' }] });
    await a.businesses.removeLogo();
    expect([await b.businesses.mine(), await listRows(b.businessId)]).toEqual(rowsBefore);
    expect((await a.businesses.mine())?.promotions).toMatchObject([{ code: 'MINE' }]);
    const names = await database.db
      .selectFrom('businesses')
      .select('name')
      .where('id', '=', staffBusiness.id)
      .execute();
    expect(names).toEqual([{ name: 'Listed by staff' }]);
  });
});

describe('[S9 promotions] an owner’s promotions', () => {
  const otherPromotion = { ...promotion, code: 'OTHER' };

  test('are sanitized, numbered, and rejected if a description becomes empty', async () => {
    const { businesses } = await createOwner();
    const dirtyPromotion = { ...promotion, info: '<p onclick="x()">Hi<script>x()</script> <b>there</b></p>' };
    const { promotions } = await businesses.changePromotions({
      promotions: [otherPromotion, dirtyPromotion],
    });
    expect(promotions).toMatchObject([{ code: 'OTHER' }, { info: '<p>Hi <b>there</b></p>', url: null }]);

    const { businesses: newBusinesses } = await createOwner();
    const emptyPromotion = { ...promotion, info: '<script>x()</script>' };
    await expect(
      newBusinesses.changePromotions({ promotions: [promotion, emptyPromotion] }),
    ).rejects.toMatchObject({
      cause: { code: 'INVALID_INPUT', fieldErrors: { 'promotions.1.info': 'Required Field' } },
    });
    expect((await newBusinesses.mine())?.promotions).toEqual([]);
  });

  test('can be added any time, and then changed again exactly 30 days later', async () => {
    const { businesses } = await createOwner();
    const start = now;
    const opensAt = new Date(start.getTime() + 30 * DAY_MS);
    const changedBusiness = await businesses.changePromotions({ promotions: [promotion] });
    expect(changedBusiness.promotionsChangeAt).toEqual(opensAt);
    const lockedError = {
      cause: {
        code: 'PROMOTIONS_LOCKED',
        status: 409,
        message: 'You can change promotions every 30 days. You can change them again on December 31st 2026.',
      },
    };
    await expect(businesses.changePromotions({ promotions: [otherPromotion] })).rejects.toMatchObject(
      lockedError,
    );
    await expect(businesses.changePromotions({ promotions: [] })).rejects.toMatchObject(lockedError);
    try {
      now = new Date(opensAt.getTime() - 1);
      await expect(businesses.changePromotions({ promotions: [otherPromotion] })).rejects.toMatchObject(
        lockedError,
      );
      now = opensAt;
      expect((await businesses.mine())?.promotionsChangeAt).toBeNull();
      const changedAgain = await businesses.changePromotions({ promotions: [otherPromotion] });
      expect(changedAgain.promotions).toMatchObject([{ code: 'OTHER' }]);
      expect(changedAgain.promotionsChangeAt).toEqual(new Date(opensAt.getTime() + 30 * DAY_MS));
    } finally {
      now = start;
    }
  });

  test('don’t count as changed if the same list is saved, but do if it is reordered', async () => {
    const { businesses } = await createOwner();
    const change = { promotions: [{ ...promotion, validUntil: '2027-01-31' }, otherPromotion] };
    const { promotions } = await businesses.changePromotions(change);
    const changedAgain = await businesses.changePromotions(change);
    expect(changedAgain.promotions).toEqual(promotions);
    await expect(
      businesses.changePromotions({ promotions: change.promotions.toReversed() }),
    ).rejects.toMatchObject({ cause: { code: 'PROMOTIONS_LOCKED' } });

    const { businesses: untouchedBusinesses } = await createOwner();
    await untouchedBusinesses.changePromotions({ promotions: [] });
    expect((await untouchedBusinesses.mine())?.promotionsChangeAt).toBeNull();
  });

  test('are refused without sanitizing them if the owner can’t change them now', async () => {
    const unsafeChange = { promotions: [{ ...promotion, info: '<script>x()</script>' }] };
    const businesses = businessCaller(await makeAccount(database.db));
    await expect(businesses.changePromotions(unsafeChange)).rejects.toMatchObject({
      cause: { code: 'BUSINESS_NOT_FOUND' },
    });
    const { businesses: lockedBusinesses } = await createOwner();
    const start = now;
    const dirtyChange = { promotions: [{ ...promotion, info: '<p onclick="x()">Hi</p>' }] };
    const { promotions } = await lockedBusinesses.changePromotions(dirtyChange);
    try {
      // A retry after a lost response.
      now = new Date(start.getTime() + 60_000);
      expect((await lockedBusinesses.changePromotions(dirtyChange)).promotions).toEqual(promotions);
      now = new Date(start.getTime() + DAY_MS);
      await expect(lockedBusinesses.changePromotions(unsafeChange)).rejects.toMatchObject({
        cause: { code: 'PROMOTIONS_LOCKED' },
      });
    } finally {
      now = start;
    }
  });

  test('can have 5,000 characters each and 20,000 together, with HTML escapes counted', async () => {
    const { businesses } = await createOwner();
    const list = (...texts: string[]) => ({ promotions: texts.map((info) => ({ ...promotion, info })) });
    const [letters, ampersands] = ['x'.repeat(4_001), '&'.repeat(1_001)];
    const tooLongTogether = 'Please use at most 20,000 characters for all promotions together';
    for (const [promotions, fieldErrors] of [
      [list(...Array(5).fill(letters)), { promotions: tooLongTogether }],
      [list(ampersands), { 'promotions.0.info': 'Please use at most 5,000 characters' }],
      [list(...Array(5).fill(ampersands.slice(0, 900))), { promotions: tooLongTogether }],
    ] as const) {
      await expect(businesses.changePromotions(promotions)).rejects.toMatchObject({
        cause: { code: 'INVALID_INPUT', fieldErrors },
      });
    }
    expect(
      (await businesses.changePromotions(list(...Array(5).fill('x'.repeat(4_000))))).promotions,
    ).toHaveLength(5);
  });

  test('are saved from only one of several tabs that save different lists at the same time', async () => {
    const { businesses } = await createOwner();
    const saves = ['A', 'B', 'C', 'D'].map((code) =>
      businesses.changePromotions({ promotions: [{ ...promotion, code }] }),
    );
    const outcomes = await Promise.allSettled(saves);
    const winners = outcomes.flatMap((end) => (end.status === 'fulfilled' ? [end.value.promotions] : []));
    expect(winners).toHaveLength(1);
    for (const end of outcomes) {
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ cause: { code: 'PROMOTIONS_LOCKED' } });
    }
    expect((await businesses.mine())?.promotions).toEqual(winners[0]);
  });
});
