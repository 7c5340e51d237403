import { describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlaces, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });

async function searchOverHttp(name: string) {
  const input = encodeURIComponent(JSON.stringify({ name, limit: 20 }));
  return (await server.visitor()).get(`/trpc/savings.search?input=${input}`);
}

describe('[D64] the savings search over tRPC', () => {
  test('returns a page of the longest listings in less than 100 kB', async () => {
    // Each character has three bytes in UTF-8.
    const repeatCharacter = (length: number) => '語'.repeat(length);
    for (let number = 10; number < 30; number += 1) {
      const { businessId } = await makeStore(database.db, {
        business: {
          name: `Flood ${number} ${repeatCharacter(91)}`,
          url: `https://a.example/${'x'.repeat(1_982)}`,
          logo: `/files/logos/${'a'.repeat(32)}.webp`,
          categories: Array.from({ length: 19 }, (_, index) => index + 1),
        },
        ...{
          street1: repeatCharacter(100),
          street2: repeatCharacter(100),
          city: repeatCharacter(60),
          state: repeatCharacter(60),
          phone: '5'.repeat(40),
        },
      });
      for (let position = 1; position <= 3; position += 1) {
        const info = '&amp;'.repeat(1_000);
        await makePromotion(database.db, { businessId, info, headline: repeatCharacter(60) });
      }
    }
    const response = await searchOverHttp('flood');
    expect(response.json().result.data.stores).toHaveLength(20);
    expect(response.rawPayload.length).toBeLessThan(100_000);
  });

  test('returns the number of valid promotions and the first headline among them with its savings', async () => {
    const { id, businessId } = await makeStore(database.db, { business: { name: 'Corner Deli' } });
    await makePromotion(database.db, { businessId, headline: 'Over', validUntil: '2020-01-01' });
    await makePromotion(database.db, { businessId });
    const search = async () => (await server.caller().savings.search({ name: 'deli' })).stores;
    expect(await search()).toMatchObject([{ id, promotionsCount: 1, headline: null, savesCents: null }]);
    await makePromotion(database.db, { businessId, savesCents: 999 });
    expect(await search()).toMatchObject([{ promotionsCount: 2, headline: null, savesCents: 999 }]);
    await makePromotion(database.db, { businessId, headline: 'Ten percent off', savesCents: 150 });
    await makePromotion(database.db, { businessId, headline: 'Free roll', savesCents: 400 });
    const stores = await search();
    expect(stores).toMatchObject([{ promotionsCount: 4, headline: 'Ten percent off', savesCents: 150 }]);
    expect(stores[0]).not.toHaveProperty('promotions');
    expect(await server.caller().savings.promotions({ storeIds: [id] })).toMatchObject([
      {
        storeId: id,
        promotions: [
          { headline: null },
          { savesCents: 999 },
          { headline: 'Ten percent off', savesCents: 150 },
          { headline: 'Free roll' },
        ],
      },
    ]);
  });

  test('does not return the promotions of an unlisted store', async () => {
    const { id, businessId } = await makeStore(database.db, { business: { isListed: false } });
    await makePromotion(database.db, { businessId });
    expect(await server.caller().savings.promotions({ storeIds: [id] })).toEqual([]);
  });

  test('finds a category by a word for what it offers if no business there has that name', async () => {
    const near = { zip: '83702', city: 'Boise', state: 'ID', latitude: 43.63, longitude: -116.2 };
    const far = { zip: '10001', city: 'New York', state: 'NY', latitude: 40.75, longitude: -74 };
    await makePlaces(database.db, [near, far]);
    const smiles = { name: 'Bright Smiles', categories: [2] };
    await makeStore(database.db, { business: smiles, ...near });
    await makeStore(database.db, { business: { name: 'Hudson Dentist', categories: [2] }, ...far });
    const search = async (name: string, filters: object = { zip: '83702' }) => {
      const { stores, searchedInstead } = await server.caller().savings.search({ name, ...filters });
      return [stores.map(({ businessname }) => businessname), searchedInstead];
    };
    expect(await search('Dentist')).toEqual([['Bright Smiles'], 'Dental']);
    expect(await search('dentist', { zip: '10001' })).toEqual([['Hudson Dentist'], null]);
    expect(await search('dentist', { zip: '83702', category: 4 })).toEqual([[], null]);
    expect(await search('dentist smith')).toEqual([[], null]);
    const filters = { name: 'dentist', zip: '83702' };
    const download = await (await server.visitor()).post('/api/search/download', filters);
    expect(download.body).toContain('Bright Smiles');
    expect(download.body).toContain('name "dentist" (searched for "Dental" instead)');
  });

  test('finds a name with words written together, apart, or joined by another word', async () => {
    for (const name of [
      'Granny’s Bed & Breakfast',
      'Corner Coffeeshop',
      'Kettle Book Store',
      'Rock and Roll Diner',
    ])
      await makeStore(database.db, { business: { name } });
    const search = async (name: string) => {
      const { stores } = await server.caller().savings.search({ name });
      return stores.map(({ businessname }) => businessname);
    };
    for (const name of [
      'Bed and Breakfast',
      'bed & breakfast',
      'BED+BREAKFAST',
      'bed n breakfast',
      'bed breakfast',
    ])
      expect(await search(name)).toEqual(['Granny’s Bed & Breakfast']);
    for (const name of ['coffee shop', 'coffeeshop', 'corner coffee shop'])
      expect(await search(name)).toEqual(['Corner Coffeeshop']);
    for (const name of ['bookstore', 'book store', 'kettle bookstore'])
      expect(await search(name)).toEqual(['Kettle Book Store']);
    for (const name of ['rock & roll', 'rock ’n’ roll', 'rock and roll'])
      expect(await search(name)).toEqual(['Rock and Roll Diner']);
    const download = await (await server.visitor()).post('/api/search/download', { name: 'kettlebook' });
    expect(download.body).toContain('Kettle Book Store');
  });
});

describe('[D72] a search by the ZIP code of a military address', () => {
  test('finds national businesses only, without a place', async () => {
    await makeStore(database.db, { business: { name: 'Overseas Travel', isNational: true } });
    await makeStore(database.db, { business: { name: 'Overseas Diner' } });
    for (const place of [
      { zip: '09012' },
      { city: 'APO', state: 'AE' },
      { zip: '96201-1234', sortBy: 5 as const },
    ]) {
      const result = await server.caller().savings.search({ name: 'overseas', ...place });
      expect(result.place).toBeNull();
      expect(result.stores.map(({ businessname }) => businessname)).toEqual(['Overseas Travel']);
    }
  });
});
