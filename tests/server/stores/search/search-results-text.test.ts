import { describe, expect, test } from 'vitest';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import type { StoreWithPromotions } from '#server/domains/stores/search/savings-search.service.ts';
import {
  formatResultsFooter,
  formatResultsHeader,
  formatStore,
} from '#server/domains/stores/search/search-results-text.ts';

const STORE: StoreWithPromotions = {
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'x',
  businessname: 'Corner Café',
  searchName: 'corner cafe',
  type: 'Food & Drink',
  categories: [9],
  logo: null,
  url: null,
  isPremier: false,
  isNational: false,
  isPlaceholder: false,
  street1: '1 Main St',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
  phone: null,
  latitude: 39.7,
  longitude: -105,
  distanceMiles: null,
  promotions: [],
  headline: null,
  savesCents: null,
  promotionsCount: 0,
  promotionsDisabled: false,
};

const promotion = (info: string): Partial<StoreWithPromotions> => ({
  promotionsCount: 1,
  promotions: [
    {
      id: STORE.id,
      code: null,
      info,
      url: null,
      additionalUrl: null,
      validUntil: null,
      isOnline: true,
      headline: null,
      savesCents: null,
    },
  ],
});

const formatLines = (store: Partial<StoreWithPromotions>) =>
  formatStore({ ...STORE, ...store }).split('\r\n');

describe('[S7 download] a store as text', () => {
  test('shows known fields only, followed by a blank line', () => {
    expect(formatLines({})).toEqual(['Corner Café', 'Food & Drink', '1 Main St', 'Denver, CO 80202', '', '']);
    expect(formatLines({ street1: null, city: null, state: null, zip: null })).toEqual([
      'Corner Café',
      'Food & Drink',
      '',
      '',
    ]);
    expect(
      formatLines({ street2: 'Suite 5', country: 'CA', phone: '555 0101', distanceMiles: 3.1234 }),
    ).toEqual([
      ...['Corner Café', 'Food & Drink', '1 Main St', 'Suite 5', 'Denver, CO 80202', 'CA', '555 0101'],
      ...['3.1 miles away', '', ''],
    ]);
  });

  test('cannot contain a value that starts a new line', () => {
    const [name, type] = formatLines({ businessname: 'Evil\r\n\r\nPremier Store\u2028\u0000x' });
    expect(name).toBe('Evil Premier Store x');
    expect(type).toBe('Food & Drink');
  });

  test('cannot contain a formula, not even for a program that splits lines at commas', () => {
    const [name] = formatLines({ businessname: '=1+1, =2+2,\u200b＝3|@x' });
    expect(name).toBe("'=1+1,' =2+2,'\u200b＝3|'@x");
  });

  test('has its promotions as plain text', () => {
    const info =
      '<p>Fish &amp; chips: <em>2 &lt; 3</em></p><p>See <a href="https://x.example/menu">menu</a></p>';
    const lines = formatLines(promotion(`${info}<ol><li>first</li><li>second</li></ol>`));
    expect(lines.slice(4)).toEqual([
      '1 promotion:',
      '  * Fish & chips: 2 < 3',
      '',
      '    See menu (https://x.example/menu)',
      '',
      '     1. first',
      '     2. second',
      '    Online',
      '',
      '',
    ]);
  });

  test('wraps long text at 78 characters', () => {
    const lines = formatLines(promotion(`<p>${'all you can eat '.repeat(50)}</p>`));
    expect(lines.length).toBeGreaterThan(15);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  test('ends every line with CRLF', () => {
    const text = formatStore({ ...STORE, ...promotion('<p>One</p><p>Two</p>') });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

describe('[S7 download] the download’s header and footer', () => {
  const now = new Date('2026-07-04T05:30:00Z');
  const searchResult = { count: 1_234, stores: [], place: null, searchedInstead: null };
  const head = (filters: object, extraFields: object = {}) =>
    formatResultsHeader(savingsSearch.parse(filters), { ...searchResult, ...extraFields }, now).split('\r\n');

  test('use Denver time and formatted numbers', () => {
    expect(head({})[2]).toBe('Searched for: all stores');
    expect(head({})[3]).toBe('Searched on:  July 3, 2026 at 11:30 PM MDT');
    expect(head({})[4]).toBe('Found:        1,234 stores');
    expect(head({}, { count: 1 })[4]).toBe('Found:        1 store');
    expect(formatResultsFooter(1_234)).toContain('End of the list: 1,234 stores.');
  });

  test('show the filters and the corrected name', () => {
    const place = { zip: null, city: 'Denver', state: 'CO', latitude: 0, longitude: 0 };
    const filters = { name: 'piza', category: 9, type: 'Retail', city: 'denver', state: 'co', distance: 20 };
    expect(head(filters, { place, searchedInstead: 'pizza' })[2]).toBe(
      'Searched for: name "piza" (searched for "pizza" instead), category Food & Drink, type Retail, ' +
        'within 20 miles of Denver, CO',
    );
    expect(head({ national: true })[2]).toBe('Searched for: national businesses');
  });
});
