import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createReader } from '#db/reader.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeSmallTown } from '#tests/helpers/stores/small-town.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
let town: Awaited<ReturnType<typeof makeSmallTown>>;

beforeAll(async () => {
  town = await makeSmallTown(database.db);
});

const document = (
  field: string,
) => `query SearchStores($skip: Int, $limit: Int, $sortBy: Int, $filtered: [StoreFilter!]) {
  ${field}(skip: $skip, limit: $limit, sortBy: $sortBy, filtered: $filtered) { count data { id } } }`;

type Filter = { id: string; value?: unknown };

async function search(filters: Filter[] | null, page: Record<string, unknown> = {}, field = 'SearchStores') {
  const { data, errors } = await (await server.visitor()).graphql(document(field), {
    ...page,
    filtered: filters,
  });
  return { found: data?.[field], message: errors[0]?.message, code: errors[0]?.extensions?.code };
}

const ids = (...stores: Array<{ id: string }>) => ({
  count: stores.length,
  data: stores.map(({ id }) => ({ id })),
});

const buildFilters = (values: Record<string, unknown>): Filter[] =>
  Object.entries(values).map(([id, value]) => ({ id, value }));

describe('[S7 SearchStores]', () => {
  test('[D64] loads the promotions of all stores in one statement, and only if they are selected', async () => {
    const meter = metered(database.db);
    const meteredServer = await buildTestApp(database.db, {
      reader: createReader({ writer: meter.db }),
      limits: NO_LIMITS,
    });
    onTestFinished(() => meteredServer.close());
    const countStatements = async (selection: string) => {
      meter.reset();
      const visitor = await meteredServer.visitor();
      await visitor.graphql(`{ SearchStores { data { id ${selection} } } }`);
      return meter.statements;
    };
    const withoutPromotions = await countStatements('storeInformation { promotionsCount }');
    expect(await countStatements('storeInformation { promotions { info } }')).toBe(withoutPromotions + 1);
  });

  test.each(['SearchStores', 'searchStores'])('%s returns every field of the contract', async (field) => {
    const { data } = await (await server.visitor()).graphql(
      `{ ${field}(filtered: [{ id: "name", value: "joes" }]) { count data { id nationalLocationPlaceholder
        locationInformation { street1 street2 city state zip country }
        storeInformation { premier businessname searchName type logo category promotionsCount promotionsDisabled
          promotions { id code info url additionalURL validUntil online } } } } }`,
    );
    expect(data?.[field]).toEqual({
      count: 1,
      data: [
        {
          id: town.pizza.id,
          nationalLocationPlaceholder: false,
          locationInformation: {
            street1: '1600 Curtis St',
            street2: null,
            city: 'Denver',
            state: 'CO',
            zip: '80202',
            country: 'US',
          },
          storeInformation: {
            premier: true,
            businessname: 'Café Joe’s Pizza',
            searchName: 'cafe joes pizza',
            type: 'Food & Drink',
            logo: 'http://localhost:3000/logos/joe.webp',
            category: [9, 10],
            promotionsCount: 1,
            promotionsDisabled: false,
            promotions: [
              {
                id: expect.any(String),
                code: 'TWO4ONE',
                info: '<p>Two pizzas for the price of <strong>one</strong></p><ul><li>on Mondays</li></ul>',
                url: 'https://joes.example/menu',
                additionalURL: 'https://joes.example/more',
                validUntil: '2099-12-31T23:59:59.999Z',
                online: false,
              },
            ],
          },
        },
      ],
    });
  });

  test('returns a national listing without an address as a placeholder, and no promotions if they are disabled', async () => {
    const { data } = await (await server.visitor()).graphql(
      `{ SearchStores { data { nationalLocationPlaceholder locationInformation { city }
        storeInformation { businessname promotionsCount promotionsDisabled promotions { id } } } } }`,
    );
    const stores = expect.arrayContaining([
      {
        nationalLocationPlaceholder: true,
        locationInformation: { city: null },
        storeInformation: {
          businessname: 'Zebra Travel',
          promotionsCount: 0,
          promotionsDisabled: false,
          promotions: [],
        },
      },
      {
        nationalLocationPlaceholder: false,
        locationInformation: { city: 'Denver' },
        storeInformation: {
          businessname: 'Secret Spa',
          promotionsCount: 1,
          promotionsDisabled: true,
          promotions: [],
        },
      },
    ]);
    expect(data?.SearchStores).toEqual({ data: stores });
  });

  test('parses text values as numbers, booleans, and categories, and ignores blanks', async () => {
    const { pizza, secret, national, boston } = town;
    const allIds = ids(boston, pizza, secret, national);
    expect(await search(null)).toEqual({ found: allIds });
    expect(await search([])).toEqual({ found: allIds });
    expect(
      await search(buildFilters({ name: '', category: ' ', zip: null, distance: '', national: '' })),
    ).toEqual({
      found: allIds,
    });
    expect(await search(buildFilters({ category: '9' }))).toEqual({ found: ids(pizza) });
    expect(await search(buildFilters({ category: 'food & drink' }))).toEqual({ found: ids(pizza) });
    expect(await search(buildFilters({ category: 'Family Fun' }))).toEqual({ found: ids(pizza) });
    expect(await search(buildFilters({ type: 'Family Fun' }))).toEqual({ found: ids() });
    expect(await search(buildFilters({ type: 'Food & Drink' }))).toEqual({ found: ids(pizza) });
    expect(await search(buildFilters({ zip: '80202', distance: '20' }))).toEqual({
      found: ids(pizza, secret),
    });
    expect(await search(buildFilters({ zip: '80202', national: 'true' }))).toEqual({
      found: ids(pizza, secret, national),
    });
    expect(await search(buildFilters({ zip: '80202', national: 'false' }))).toEqual({
      found: ids(pizza, secret),
    });
    expect(await search(buildFilters({ city: 'Boston', state: 'Massachusetts' }))).toEqual({
      found: ids(boston),
    });
    expect(await search(null, { sortBy: 2 })).toEqual({ found: ids(national, secret, pizza, boston) });
    expect(await search(null, { skip: 1, limit: 1 })).toEqual({
      found: { count: 4, data: [{ id: pizza.id }] },
    });
    expect(await search(null, { skip: null, limit: null, sortBy: null })).toEqual({ found: allIds });
  });

  test('accepts numbers and booleans, in variables and in the query', async () => {
    const { pizza, secret, national } = town;
    expect(await search(buildFilters({ category: 9, zip: 80202, distance: 20, national: false }))).toEqual({
      found: ids(pizza),
    });
    expect(await search(buildFilters({ zip: '80202', national: true }))).toEqual({
      found: ids(pizza, secret, national),
    });
    const { data } = await (await server.visitor()).graphql(
      '{ SearchStores(filtered: [{ id: "category", value: 9 }, { id: "national", value: false }]) { count } }',
    );
    expect(data).toEqual({ SearchStores: { count: 1 } });
  });

  test('accepts a variable that is declared as String', async () => {
    const { data, errors } = await (await server.visitor()).graphql(
      'query ($category: String) { SearchStores(filtered: [{ id: "category", value: $category }]) { count } }',
      { category: '9' },
    );
    expect({ data, errors }).toEqual({ data: { SearchStores: { count: 1 } }, errors: [] });
  });

  test('ignores unknown filters', async () => {
    const { pizza } = town;
    const unknownFilters = buildFilters({ colour: 'red', ['__proto__']: '1', constructor: '1', page: 2 });
    expect(await search([...unknownFilters, ...buildFilters({ category: '9' })])).toEqual({
      found: ids(pizza),
    });
  });

  const invalidSearches: ReadonlyArray<
    [filtered: Filter[], message: string, page?: Record<string, unknown>]
  > = [
    [[...buildFilters({ zip: '80202' }), ...buildFilters({ zip: '02108' })], 'Please check this field'],
    [[...buildFilters({ category: '9' }), ...buildFilters({ category: '9' })], 'Please choose a category'],
    [buildFilters({ distance: [60] }), 'Please choose a distance of 20, 40, 60, 100 miles'],
    [buildFilters({ category: { value: 9 } }), 'Please choose a category'],
    [buildFilters({ distance: 'far' }), 'Please choose a distance of 20, 40, 60, 100 miles'],
    [buildFilters({ distance: 'NaN' }), 'Please choose a distance of 20, 40, 60, 100 miles'],
    [buildFilters({ distance: '61' }), 'Please choose a distance of 20, 40, 60, 100 miles'],
    [buildFilters({ category: '20' }), 'Please choose a category'],
    [buildFilters({ category: 'Castles' }), 'Please choose a category'],
    [buildFilters({ type: 'Castles' }), 'Please choose a type'],
    [buildFilters({ national: 'perhaps' }), 'Please enter yes or no'],
    [buildFilters({ zip: '1234' }), 'Please enter a 5-digit ZIP code'],
    [buildFilters({ zip: '99999' }), 'We don’t recognize this ZIP code'],
    [buildFilters({ city: 'Boston' }), 'Required Field'],
    [buildFilters({ state: 'MA' }), 'Required Field'],
    [buildFilters({ city: 'Atlantis', state: 'MA' }), 'We don’t recognize this city'],
    [[], 'Please choose a sort from 1 to 5', { sortBy: 6 }],
    [[], 'Please skip 0 rows or more', { skip: -1 }],
    [[], 'Please ask for at most 100 rows', { limit: 101 }],
    [[], 'Please ask for 1 row or more', { limit: 0 }],
  ];
  test.each(invalidSearches)('refuses %j: %s', async (filters, message, page) => {
    expect(await search(filters, page)).toMatchObject({ found: undefined, message });
  });
});
