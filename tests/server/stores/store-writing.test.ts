import { describe, expect, test } from 'vitest';
import {
  type BusinessToSave,
  saveBusinesses,
  vacuumStores,
} from '#server/domains/stores/business.service.ts';
import type {
  BusinessDraft,
  LocationDraft,
  PromotionDraft,
} from '#server/domains/stores/business-draft.schema.ts';
import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';
import { makeBusiness, makePlaces, makeStore } from '#tests/helpers/factories/store.ts';
import { expectSearchTruth } from './search/search-truth.ts';

const database = testDb();
const embedded = embeddedTestDb();

const promotion: PromotionDraft = {
  code: 'SAVE10',
  info: '<p>10 % off</p>',
  url: null,
  additionalUrl: null,
  validUntil: '2027-01-31',
  isOnline: false,
};
const draft: BusinessDraft = {
  name: "Joe's Café",
  categories: [9],
  isPremier: false,
  isNational: false,
  isListed: true,
  isMembersOnly: false,
  logo: null,
  url: null,
  promotions: [],
};
const denver: LocationDraft = {
  street1: '1600 Curtis St',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
  phone: null,
  latitude: 39.7491,
  longitude: -104.9946,
};
const withoutPosition = { ...denver, latitude: null, longitude: null };

function makeKeyedBusiness(
  key: string,
  business: Partial<BusinessDraft> = {},
  ...locations: LocationDraft[]
): BusinessToSave {
  const places = locations.map((location, index) => ({ key: `${index + 1}`, location }));
  return { key, business: { ...draft, ...business }, locations: places };
}

const listStores = (key: string) =>
  database.db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .selectAll('stores')
    .where('businesses.importKey', '=', key)
    .orderBy('stores.importKey')
    .execute();

describe('saving a business', () => {
  test('inserts it once, then updates it, and writes nothing if nothing changed', async () => {
    const firstVersion = makeKeyedBusiness('once', { promotions: [promotion] }, denver, {
      ...denver,
      street1: '2 Elm St',
    });
    expect(await saveBusinesses(database.db, [firstVersion])).toEqual([['new', 'new']]);
    const storesBefore = await listStores('once');
    expect(await saveBusinesses(database.db, [firstVersion])).toEqual([['unchanged', 'unchanged']]);
    expect(await listStores('once')).toEqual(storesBefore);

    const movedVersion = makeKeyedBusiness('once', { promotions: [promotion] }, denver, {
      ...denver,
      street1: '3 Oak St',
    });
    expect(await saveBusinesses(database.db, [movedVersion])).toEqual([['unchanged', 'updated']]);
    expect((await listStores('once')).map(({ id, street1 }) => [id, street1])).toEqual([
      [storesBefore[0]?.id, '1600 Curtis St'],
      [storesBefore[1]?.id, '3 Oak St'],
    ]);
  });

  test('updates all of its locations, even those not included', async () => {
    await saveBusinesses(database.db, [makeKeyedBusiness('renamed', { name: 'Old Name' }, denver, denver)]);
    const renamedVersion = makeKeyedBusiness(
      'renamed',
      { name: 'Brand New', categories: [4, 9], isNational: true },
      denver,
    );
    expect(await saveBusinesses(database.db, [renamedVersion])).toEqual([['updated']]);
    expect(await listStores('renamed')).toMatchObject([
      { nameKey: 'brand new', searchName: 'brand new', categories: [4, 9], isNational: true },
      { nameKey: 'brand new', searchName: 'brand new', categories: [4, 9], isNational: true },
    ]);
    await expectSearchTruth(database.db);
  });

  test('keeps remaining promotions in order and deletes the others', async () => {
    const twoPromotions = [promotion, { ...promotion, code: 'SECOND', validUntil: null }];
    await saveBusinesses(database.db, [makeKeyedBusiness('promoted', { promotions: twoPromotions }, denver)]);
    const readSearchRows = () =>
      database.db
        .selectFrom('promotions')
        .innerJoin('businesses', 'businesses.id', 'promotions.businessId')
        .select(['promotions.id', 'code', 'position', 'validUntil'])
        .where('importKey', '=', 'promoted')
        .orderBy('position')
        .execute();
    const storesBefore = await readSearchRows();
    expect(storesBefore).toMatchObject([
      { code: 'SAVE10', position: 1, validUntil: '2027-01-31' },
      { code: 'SECOND', position: 2, validUntil: null },
    ]);
    expect(
      await saveBusinesses(database.db, [makeKeyedBusiness('promoted', { promotions: [promotion] }, denver)]),
    ).toEqual([['updated']]);
    expect(await readSearchRows()).toEqual(storesBefore.slice(0, 1));
    await saveBusinesses(database.db, [makeKeyedBusiness('promoted', {}, denver)]);
    expect(await readSearchRows()).toEqual([]);
  });

  test('finds it by id without a key, and deleteMissing deletes only its own other locations', async () => {
    const { id } = await makeBusiness(database.db);
    const keptStore = await makeStore(database.db, { businessId: id });
    const deletedStore = await makeStore(database.db, { businessId: id });
    const otherBusinessStore = await makeStore(database.db);
    const locations = [
      { id: keptStore.id, location: { ...denver, street1: '9 New St' } },
      { id: otherBusinessStore.id, location: { ...denver, street1: 'Taken St' } },
      { location: denver },
    ];
    await saveBusinesses(database.db, [{ id, business: draft, locations }], { deleteMissing: true });
    const rows = await database.db.selectFrom('stores').selectAll().orderBy('id').execute();
    expect(rows.filter(({ businessId }) => businessId === id)).toMatchObject([
      { id: keptStore.id, street1: '9 New St' },
      { street1: '1600 Curtis St' },
    ]);
    expect(rows.some((row) => row.id === deletedStore.id)).toBe(false);
    expect(rows.find((row) => row.id === otherBusinessStore.id)).toEqual(otherBusinessStore);
    const renamedBusiness = { key: id, business: { ...draft, name: 'By its id' }, locations: [] };
    expect(await saveBusinesses(database.db, [renamedBusiness])).toEqual([['updated']]);
  });

  test('[D46] places an address without coordinates at the center of its ZIP code', async () => {
    await makePlaces(database.db, [
      { zip: '10001', city: 'New York', state: 'NY', latitude: 40.75, longitude: -74 },
    ]);
    const newYork = { ...withoutPosition, zip: '10001-1234' };
    expect(await saveBusinesses(database.db, [makeKeyedBusiness('placed', {}, newYork)])).toEqual([['new']]);
    expect(await listStores('placed')).toMatchObject([
      { latitude: 40.75, longitude: -74, zip: '10001-1234' },
    ]);
  });

  test('[D72] places an address without a ZIP code at its city’s center, or offers similar names', async () => {
    await makePlaces(database.db, [
      { zip: '80226', city: 'Lakewood', state: 'CO', latitude: 39.71, longitude: -105.07 },
    ]);
    const inCity = (city: string) => ({ ...withoutPosition, city, state: 'CO', zip: null });
    const listing = makeKeyedBusiness('city', {}, inCity('LAKEWOOD, CO'), inCity('Lakwood'));
    expect(await saveBusinesses(database.db, [listing])).toEqual([
      ['new', { field: 'city', refusal: 'We don’t recognize this city. Did you mean Lakewood?' }],
    ]);
    expect(await listStores('city')).toMatchObject([{ latitude: 39.71, longitude: -105.07, zip: null }]);
    const military = { ...withoutPosition, city: 'APO', state: 'AE', zip: '09012' };
    expect(await saveBusinesses(database.db, [makeKeyedBusiness('apo', {}, military)])).toEqual([
      [
        {
          field: 'zip',
          refusal: 'A military address has no place on the map. Please give the latitude and longitude',
        },
      ],
    ]);
  });

  test('refuses a location whose coordinates are unknown and saves the others', async () => {
    const unknown = { ...withoutPosition, zip: '99998' };
    const withoutZip = { ...withoutPosition, zip: null };
    const canadianPlace = { ...withoutPosition, country: 'CA', zip: 'K1A 0B1' };
    expect(
      await saveBusinesses(database.db, [
        makeKeyedBusiness('half', {}, unknown, denver, withoutZip, canadianPlace),
      ]),
    ).toEqual([
      [
        { field: 'zip', refusal: 'We don’t recognize this ZIP code. Please give the latitude and longitude' },
        'new',
        { field: 'zip', refusal: 'Please give a ZIP code, or the latitude and longitude' },
        { field: 'latitude', refusal: 'Outside the United States, please give the latitude and longitude' },
      ],
    ]);
    expect(await listStores('half')).toHaveLength(1);
    await saveBusinesses(database.db, [makeKeyedBusiness('none', {}, unknown)]);
    expect(
      await database.db.selectFrom('businesses').selectAll().where('importKey', '=', 'none').execute(),
    ).toEqual([]);
  });

  test('accepts a national business without a location', async () => {
    const listing = makeKeyedBusiness('everywhere', { isNational: true }, { ...withoutPosition, zip: null });
    expect(await saveBusinesses(database.db, [listing])).toEqual([['new']]);
    expect(await listStores('everywhere')).toMatchObject([{ latitude: null, cell: null, isNational: true }]);
  });
});

/** Returns a pseudorandom number generator. The same seed always produces the same steps. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ['Pizza', 'Café', "Joe's", 'Auto', 'Dental', 'the', 'Pizza pizza', 'A.B.C.', '24', 'ÉTOILE'];

function makeRandomBusiness(pick: (below: number) => number, key: string): BusinessToSave {
  const name = Array.from({ length: 1 + pick(3) }, () => WORDS[pick(WORDS.length)]).join(' ');
  const categories = [...new Set(Array.from({ length: 1 + pick(3) }, () => 1 + pick(19)))];
  const isNational = pick(3) === 0;
  const locations = Array.from({ length: pick(4) }, () => {
    const place = { latitude: 30 + pick(40) / 2, longitude: -120 + pick(100) / 2 };
    return isNational && pick(2) === 0 ? { ...withoutPosition, zip: null } : { ...denver, ...place };
  });
  return makeKeyedBusiness(key, { name, categories, isNational, isListed: pick(5) > 0 }, ...locations);
}

describe.each([
  ['PostgreSQL', database],
  ['the embedded database', embedded],
])('the search tables, on %s', (_kind, handle) => {
  test('remain correct after any mix of inserts, updates, renames, unlistings, and deletes', async () => {
    const pick = random(2026);
    for (let round = 0; round < 15; round++) {
      const keys = new Set(Array.from({ length: 12 }, () => `truth-${pick(30)}`));
      const businesses = [...keys].map((key) => makeRandomBusiness(pick, key));
      await saveBusinesses(handle.db, businesses, { deleteMissing: pick(2) === 0 });
      if (pick(3) === 0)
        await handle.db
          .deleteFrom('businesses')
          .where('importKey', '=', `truth-${pick(30)}`)
          .execute();
      if (pick(4) === 0) {
        await handle.db
          .updateTable('businesses')
          .set(({ not, ref }) => ({ isListed: not(ref('isListed')) }))
          .where('importKey', 'like', `truth-${pick(3)}%`)
          .execute();
      }
      await expectSearchTruth(handle.db);
    }
    await vacuumStores(handle.db);
    await expectSearchTruth(handle.db);
    expect((await handle.db.selectFrom('stores').select('id').execute()).length).toBeGreaterThan(10);
  });
});

describe('saved promotions', () => {
  test('are refused with their business if a description is empty', async () => {
    const emptyPromotion = { ...promotion, info: '<script>alert(1)</script><p>&nbsp;</p>' };
    expect(
      await saveBusinesses(database.db, [
        makeKeyedBusiness('empty', { promotions: [promotion, emptyPromotion] }, denver),
      ]),
    ).toEqual([[{ field: 'promotions', refusal: 'Promotion 2 needs a description' }]]);
  });

  test('[D51] are sanitized', async () => {
    const dirtyPromotion = {
      ...promotion,
      info: '<p onclick="x()">Hi <a href="javascript:x()">there</a></p>',
    };
    await saveBusinesses(database.db, [makeKeyedBusiness('dirty', { promotions: [dirtyPromotion] }, denver)]);
    const storedPromotions = await database.db
      .selectFrom('promotions')
      .innerJoin('businesses', 'businesses.id', 'promotions.businessId')
      .select('info')
      .where('importKey', '=', 'dirty')
      .execute();
    expect(storedPromotions).toEqual([{ info: '<p>Hi there</p>' }]);
  });
});
