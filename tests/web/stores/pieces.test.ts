import { describe, expect, test } from 'vitest';
import { getDisplayHost } from '#web/features/stores/display-host.ts';
import { formatHours } from '#web/features/stores/page/hours-table.tsx';
import { formatDay } from '#web/features/stores/promotions/promotion-item.tsx';
import {
  formatBusinessCount,
  formatCategories,
  formatMiles,
  initials,
} from '#web/features/stores/store-text.ts';
import { listPageNumbers } from '#web/ui/page/page-links.tsx';

describe('[S2 search] the text of search results', () => {
  test('has an exact count, in singular or plural', () => {
    expect([0, 1, 2, 1234, 1_000_000].map(formatBusinessCount)).toEqual([
      '0 businesses',
      '1 business',
      '2 businesses',
      '1,234 businesses',
      '1,000,000 businesses',
    ]);
  });

  test('has miles with one decimal', () => {
    expect([0, 0.04, 0.96, 1, 3.24, 59.96].map(formatMiles)).toEqual([
      '0.0 miles',
      '0.0 miles',
      '1.0 mile',
      '1.0 mile',
      '3.2 miles',
      '60.0 miles',
    ]);
  });

  test('[S9 dates] has days as MMMM Do YYYY, in any time zone', () => {
    expect(['2027-03-01', '2027-11-02', '2028-02-29', '2027-12-11'].map(formatDay)).toEqual([
      'March 1st 2027',
      'November 2nd 2027',
      'February 29th 2028',
      'December 11th 2027',
    ]);
  });

  test('[D33] has the type before the other categories', () => {
    expect(formatCategories({ type: 'Food & Drink', categories: [9, 4] })).toBe('Food & Drink · Retail');
    expect(formatCategories({ type: 'Auto', categories: [16] })).toBe('Auto');
  });

  test.each([
    ["Aldo's Bakery", 'AB'],
    ['The 5th Street Diner', 'T5'],
    ['Ölmühle', 'Ö'],
    ['& Sons', 'S'],
    ['!!!', '•'],
  ])('shows %s with the initials %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  test('links only web addresses', () => {
    expect(getDisplayHost('https://www.joes.example.com/menu')).toBe('joes.example.com');
    expect(getDisplayHost('javascript:alert(1)')).toBeNull();
    expect(getDisplayHost('joes')).toBeNull();
  });
});

describe('[S2 search] the page links of a search', () => {
  test.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [1, 9, '1 2 … 9'],
    [4, 9, '1 2 3 4 5 … 9'],
    [5, 9, '1 … 4 5 6 … 9'],
    [9, 9, '1 … 8 9'],
    [500, 100_000, '1 … 499 500 501 … 100000'],
    [12, 9, '1 … 9'],
  ])('for page %i of %i are %s', (page, lastPage, expectedLinks) => {
    expect(
      listPageNumbers(page, lastPage)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(expectedLinks);
  });
});

test('business hours have noon as 12 PM, midnight as 12 AM, and say if they end on the next day', () => {
  const hours = [null, { opens: '00:00', closes: '12:00' }, { opens: '12:30', closes: '23:59' }];
  expect([...hours, { opens: '17:05', closes: '02:00' }].map(formatHours)).toEqual([
    'Closed',
    '12:00 AM – 12:00 PM',
    '12:30 PM – 11:59 PM',
    '5:05 PM – 2:00 AM (next day)',
  ]);
});
