import { expect, test } from 'vitest';
import { embeddedTestDb, testDb } from '../database/database.ts';
import { type GeneratedStore, generateStores } from './generate.ts';
import { loadStores } from './load.ts';

const database = testDb();
const embedded = embeddedTestDb();

const share = (stores: GeneratedStore[], matches: (store: GeneratedStore) => boolean) =>
  stores.filter(matches).length / stores.length;

test('generated stores are the same for a seed, and as different as stores are', () => {
  const stores = [...generateStores({ count: 20_000, seed: 7 })];
  expect(stores).toHaveLength(20_000);
  expect([...generateStores({ count: 20_000, seed: 7 })]).toEqual(stores);
  expect(new Set(stores.map(({ id }) => id)).size).toBe(20_000);
  expect(new Set(stores.flatMap(({ name }) => name.toLowerCase().split(' '))).size).toBeGreaterThan(4_000);
  expect(share(stores, ({ name }) => /pizza/i.test(name))).toBeCloseTo(0.025, 2);
  expect(share(stores, ({ isNational }) => isNational)).toBeCloseTo(0.02, 2);
  expect(share(stores, ({ state }) => state === 'NY')).toBeGreaterThan(0.03);
  expect(share(stores, ({ state }) => state === 'MT')).toBeLessThan(0.01);
});

test.each([
  ['PostgreSQL', () => database.db],
  ['the embedded database', () => embedded.db],
])('they can be loaded into %s', async (_name, db) => {
  await loadStores(db(), generateStores({ count: 6_000, seed: 7 }));
  const { stores } = await db()
    .selectFrom('stores')
    .select((eb) => eb.fn.countAll<string>().as('stores'))
    .executeTakeFirstOrThrow();
  expect(Number(stores)).toBe(6_000);
});
