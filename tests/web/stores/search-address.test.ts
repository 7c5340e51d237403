import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TYPE_NAMES } from '#server/domains/stores/category.shared.ts';
import { savingsFilters } from '#server/domains/stores/search/savings-search.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { usStates } from '#server/lib/us-states.ts';
import {
  parseSort,
  readAddress,
  type SearchAddress,
  writeAddress,
} from '#web/features/stores/search/search-address.ts';
import {
  countMoreFilters,
  isFiltered,
  NO_FILTERS,
  validateSearch,
} from '#web/features/stores/search/search-values.ts';

const readQuery = (query: string) => readAddress(new URLSearchParams(query));
const DEFAULTS: SearchAddress = { values: NO_FILTERS, sort: 1, page: 1 };

describe('[S2 search] the search in the URL', () => {
  test('omits defaults', () => {
    expect(writeAddress(DEFAULTS)).toBe('');
    expect(readQuery('')).toEqual(DEFAULTS);
  });

  test('is readable', () => {
    const values = { ...NO_FILTERS, name: 'pizza', category: '9', type: 'Food & Drink', zip: '10001' };
    expect(writeAddress({ values: { ...values, distance: '20', national: true }, sort: 5, page: 3 })).toBe(
      'name=pizza&category=food-drink&type=food-drink&zip=10001&distance=20&national=true&sort=distance&page=3',
    );
    expect(writeAddress({ values: { ...NO_FILTERS, city: 'New York', state: 'NY' }, sort: 2, page: 1 })).toBe(
      'city=New+York&state=NY&sort=name-desc',
    );
  });

  test('is read back as the same search', () => {
    const text = fc.string({ maxLength: 40 }).map((value) => value.trim());
    const addresses = fc.record({
      values: fc.record({
        name: text,
        category: fc.constantFrom('', ...Array.from({ length: 19 }, (_, value) => String(value + 1))),
        type: fc.constantFrom('', ...TYPE_NAMES),
        zip: text,
        city: text,
        state: fc.constantFrom('', ...usStates.map(({ code }) => code)),
        distance: fc.constantFrom('20', '40', '60', '100'),
        national: fc.boolean(),
      }),
      sort: fc.constantFrom(1, 2, 3, 4),
      page: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(addresses, (address) => {
        expect(readQuery(writeAddress(address))).toEqual(address);
      }),
    );
  });

  test('is valid and stable for any query string', () => {
    const pair = fc.tuple(
      fc.constantFrom(...'name category type zip city state distance national sort page else'.split(' ')),
      fc.oneof(fc.string(), fc.integer().map(String)),
    );
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const address = readAddress(new URLSearchParams(pairs));
        const writtenAddress = writeAddress(address);
        expect(writeAddress(readQuery(writtenAddress))).toBe(writtenAddress);
        expect(address.page).toBeGreaterThan(0);
      }),
    );
  });

  test.each([
    ['distance=33&category=99&type=Nonsense&sort=9&page=-2&national=perhaps&state=XX'],
    ['distance=&category=&type=&sort=&page=1e3&national=&state='],
    ['page=0&utm_source=mail'],
  ])('ignores unknown options: %s', (query) => {
    expect(readQuery(query)).toEqual(DEFAULTS);
  });

  test('accepts the specified numbers, full names and state names', () => {
    expect(readQuery('category=9&sort=4&type=Food %26 Drink&state=new york').values).toMatchObject({
      category: '9',
      type: 'Food & Drink',
      state: 'NY',
    });
    expect(readQuery('sort=4').sort).toBe(4);
    expect(parseSort('type-desc')).toBe(4);
  });

  test('[D16] is not sorted by distance without a location', () => {
    expect(readQuery('sort=distance').sort).toBe(1);
    expect(readQuery('sort=distance&zip=10001').sort).toBe(5);
    expect(readQuery('sort=distance&city=Denver&state=CO').sort).toBe(5);
    expect(readQuery('sort=distance&city=Denver').sort).toBe(1);
  });
});

describe('[S5 search] the values of the search form', () => {
  test.each([
    [{ city: 'Denver' }, { state: 'Required Field' }],
    [{ state: 'CO' }, { city: 'Required Field' }],
    [{ city: 'Denver', zip: '80202' }, {}],
    [{ zip: '802' }, { zip: 'Please enter a 5-digit ZIP code' }],
    [{ zip: '80202-1234' }, {}],
    [{ name: 'x'.repeat(101) }, { name: 'Please use at most 100 characters' }],
  ])('are refused if they are %o', (values, errors) => {
    expect(validateSearch({ ...NO_FILTERS, ...values }).errors).toEqual(errors);
  });

  test('are validated in the same way as on the server', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', '7', '-', ' ', '\u200b', '\u0000', '\ud800'), maxLength: 12 }),
      fc.integer({ min: 59, max: 101 }).map((length) => 'x'.repeat(length)),
      fc.constantFrom('', 'Denver', '80202', '80202-1234', '802021234', '8020'),
    );
    const formValues = fc.record({
      name: text,
      zip: text,
      city: text,
      state: fc.oneof(fc.constantFrom('', 'CO', 'colorado'), text),
      category: fc.constantFrom('', '1', '9', '19'),
      type: fc.constantFrom('', ...TYPE_NAMES),
      distance: fc.constantFrom('20', '40', '60', '100'),
      national: fc.boolean(),
    });
    fc.assert(
      fc.property(formValues, (values) => {
        const { category, type, distance } = values;
        const parsed = savingsFilters.safeParse({
          ...values,
          category: category === '' ? null : Number(category),
          type: type === '' ? null : type,
          distance: Number(distance),
        });
        const { filters, errors } = validateSearch(values);
        if (!parsed.success) {
          expect(filters).toBeNull();
          expect(errors).toEqual(toFieldErrors(parsed.error));
          return;
        }
        expect(errors).toEqual({});
        // The server must parse the sent filters to the same values that the form parsed.
        expect(savingsFilters.parse(filters)).toEqual(parsed.data);
      }),
      // A city that nobody can see is none, so it needs no state.
      { numRuns: 1_000, examples: [[{ ...NO_FILTERS, city: '\u200b' }]] },
    );
  });

  test('include the number of active filters under More filters', () => {
    expect(countMoreFilters(NO_FILTERS)).toBe(0);
    expect(countMoreFilters({ ...NO_FILTERS, name: 'a', zip: '80202', distance: '20' })).toBe(0);
    expect(countMoreFilters({ ...NO_FILTERS, category: '9', national: true })).toBe(2);
    expect(isFiltered(NO_FILTERS)).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, distance: '20' })).toBe(true);
  });
});
