import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSmallTown } from '#tests/helpers/stores/small-town.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });

beforeAll(() => makeSmallTown(database.db));

const DISTANCE = 'Please choose a distance of 20, 40, 60, 100 miles';
const SORT = 'Please choose a sort from 1 to 5';
const LETTERS = 'Please use only letters, numbers, and symbols';

const REFUSED: ReadonlyArray<readonly [field: string, values: readonly unknown[], message: string]> = [
  ['distance', [0, -20, 10, 61, 1e308, '60', 60.5, [], {}], DISTANCE],
  ['sortBy', [0, 6, -1, 1.5, '1', 'name', []], SORT],
  ['skip', [-1, -1e9], 'Please skip 0 rows or more'],
  ['skip', [10_000_001, 2 ** 53 - 1], 'Please skip at most 10000000 rows'],
  ['skip', [0.5, '0', 1e308, null, []], 'Please use a whole number'],
  ['limit', [101, 1_000_000], 'Please ask for at most 100 rows'],
  ['limit', [0, -10], 'Please ask for 1 row or more'],
  ['category', [0, 20, -9, 9.5, '9', []], 'Please choose a category'],
  ['type', ['Castles', 'food & drink', '', 9], 'Please choose a type'],
  ['national', ['true', 1, []], 'Please enter yes or no'],
  ['name', ['x'.repeat(10_000), 'pizza '.repeat(1_700)], 'Please use at most 100 characters'],
  ['name', ['a\0b', '\0', '\ud800', 'a\udfff', 'a\nb', '\u0007'], LETTERS],
  ['zip', ["8' or 1=1", '8020', '802020', 'zip', '%'], 'Please enter a 5-digit ZIP code'],
  ['zip', ['00000', '99999'], 'We don’t recognize this ZIP code'],
];

/** Names with characters that are special in SQL, JavaScript, or Unicode. */
const HARMLESS = [
  ...[
    '%',
    '_',
    '%%%',
    '%a%',
    '_____',
    '\\',
    '\\%',
    "'",
    "''; drop table stores; --",
    '"',
    '$1',
    '{}',
    '[a-z]',
    '.*',
    '(',
  ],
  ...[
    'pizza%',
    'p_zza',
    'piz\\za',
    "joe's",
    '🍕',
    '\u202e',
    '\u200b',
    '￿',
    'ﬃ',
    'İ',
    'e\u0301'.repeat(40),
    '́'.repeat(99),
  ],
  ...[
    'a'.repeat(100),
    'a '.repeat(50),
    '寿司',
    'null',
    'undefined',
    '__proto__',
    '-1',
    'NaN',
    '& | ! :* <->',
  ],
];

describe('[3 bad input] a search with invalid input', () => {
  const cases = REFUSED.flatMap(([field, values, message]) =>
    values.map((value) => ({ field, value, message })),
  );

  test.each(cases)('is refused at $field: $message', async ({ field, value, message }) => {
    const { status, error } = await (await server.visitor()).trpc('query', 'savings.search', {
      [field]: value,
    });
    expect([400, 404, 422]).toContain(status);
    expect(error.message).toBe(message);
    expect(error.data.fieldErrors).toEqual({ [field]: message });
  });

  test('is refused with a city but no state, or a state but no city', async () => {
    const visitor = await server.visitor();
    const { error } = await visitor.trpc('query', 'savings.search', { city: 'Denver' });
    expect(error.data.fieldErrors).toEqual({ state: 'Required Field' });
    const { error: otherError } = await visitor.trpc('query', 'savings.search', { state: 'CO' });
    expect(otherError.data.fieldErrors).toEqual({ city: 'Required Field' });
  });

  test('with a long list of filters is handled quickly by every entry point', async () => {
    const visitor = await server.visitor();
    const filters = Array.from({ length: 2_000 }, () => ({ id: 'name', value: 'a' }));
    const { errors } = await visitor.graphql(
      'query ($f: [StoreFilter!]) { SearchStores(filtered: $f) { count } }',
      { f: filters },
    );
    expect(errors[0]?.message).toBe('Please check this field');
    const manyFields = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, i]));
    const response = await visitor.post('/api/search/download', manyFields);
    expect(response.statusCode).toBe(200);
  });
});

describe('[3 bad input] a search for unusual text', () => {
  test.each(HARMLESS)('treats %j as plain text without a special meaning', async (name) => {
    const visitor = await server.visitor();
    const { status, data, error } = await visitor.trpc('query', 'savings.search', { name });
    expect({ status, error }).toEqual({ status: 200, error: undefined });
    // A name without letters must not act as a wildcard: it finds all four stores (no filter) or none.
    if (!/[a-z]/i.test(name.normalize('NFKD'))) expect(data.count).toBeOneOf([0, 4]);
    const download = await visitor.post('/api/search/download', { name });
    expect(download.statusCode).toBe(200);
    expect(download.body).toContain(`End of the list: ${data.count} `);
  });

  test('finds nothing for punctuation alone, and ignores punctuation next to letters', async () => {
    const countMatches = async (name: string) =>
      (await (await server.visitor()).trpc('query', 'savings.search', { name })).data.count;
    expect(await countMatches('%')).toBe(0);
    expect(await countMatches('_')).toBe(0);
    expect(await countMatches('***')).toBe(0);
    expect(await countMatches('pizza%')).toBe(1);
    expect(await countMatches("'; JOE'S --")).toBe(1);
  });
});
