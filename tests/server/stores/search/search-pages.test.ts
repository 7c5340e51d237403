import { beforeAll, describe, expect, test } from 'vitest';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { searchSavings, streamMatches } from '#server/domains/stores/search/savings-search.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeOracleWorld, type OracleWorld } from '#tests/helpers/stores/oracle-world.ts';

const database = testDb();
const viewer = { isMember: true, now: new Date() };
let world: OracleWorld;

beforeAll(async () => {
  world = await makeOracleWorld(database.db, 2_500, 3);
  // Rename many stores to the same name, in the same and in different places.
  const sharedColumns = { name: 'One Name', categories: [9] };
  const businessIds = [...world.stores.values()]
    .filter((_, index) => index % 3 === 0)
    .map(({ businessId }) => businessId);
  await database.db
    .updateTable('businesses')
    .set({ ...sharedColumns, nameKey: 'one name', searchName: 'one name' })
    .where('id', 'in', businessIds)
    .execute();
  const renamedKeys = new Set(businessIds);
  for (const store of world.stores.values())
    if (renamedKeys.has(store.businessId)) Object.assign(store, sharedColumns);
  world.oracle.refresh();
});

const SEARCHES: ReadonlyArray<readonly [name: string, filters: object]> = [
  ['everything', {}],
  ['a place', { zip: '10001', distance: 100 }],
  ['a place or national', { zip: '90012', distance: 100, national: true }],
  ['national', { national: true }],
  ['equal names', { name: 'one name' }],
  ['equal names in a place', { name: 'nam', zip: '10001', distance: 100 }],
  ['part of a word', { name: 'a', category: 9 }],
  ['a type', { type: 'Food & Drink', zip: '60602', distance: 100 }],
];

describe('[3 truth] the pages of a search', () => {
  const cases = SEARCHES.flatMap(([name, filters]) =>
    [1, 2, 3, 4, 5].map((sortBy) => ({ name, sortBy, filters })),
  );

  test.each(cases)('contain each store once, in order: $name, sort $sortBy', async ({ sortBy, filters }) => {
    const search = savingsSearch.parse({ ...filters, sortBy, limit: 97 });
    const pagedIds: string[] = [];
    let count = 0;
    for (let skip = 0; skip === 0 || skip < count; skip += search.limit) {
      const page = await searchSavings(database.db, { ...search, skip }, viewer);
      count = page.count;
      pagedIds.push(...page.stores.map(({ id }) => id));
    }
    const expected = world.oracle.search(search)?.stores.map(({ id }) => id) ?? [];
    expect(pagedIds).toHaveLength(count);
    expect(new Set(pagedIds).size).toBe(count);
    expect(count).toBeGreaterThan(20);
    // Stores at equal distances may appear in any order.
    if (sortBy === 5 && 'zip' in filters) expect(pagedIds.toSorted()).toEqual(expected.toSorted());
    else expect(pagedIds).toEqual(expected);
  });

  test.each(cases)(
    'have the same order as the download: $name, sort $sortBy',
    async ({ sortBy, filters }) => {
      const search = savingsSearch.parse({ ...filters, sortBy });
      const streamedIds: string[] = [];
      for await (const stores of streamMatches(database.db, search, viewer))
        streamedIds.push(...stores.map(({ id }) => id));
      const expected = world.oracle.search(search)?.stores.map(({ id }) => id) ?? [];
      if (sortBy === 5 && 'zip' in filters) expect(streamedIds.toSorted()).toEqual(expected.toSorted());
      else expect(streamedIds).toEqual(expected);
    },
  );
});
