import { describe, expect, test } from 'vitest';
import { getDisplayHost } from '#web/features/stores/display-host.ts';
import { formatDay } from '#web/features/stores/format-day.ts';
import {
  chooseRadiusMiles,
  computeBearing,
  plotResults,
  spreadPoints,
} from '#web/features/stores/search/results/radar-geometry.ts';
import {
  formatBusinessCount,
  formatCategories,
  formatMiles,
  initials,
} from '#web/features/stores/store-text.ts';
import { listPageNumbers } from '#web/ui/page-numbers.ts';

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

describe('[S2 search] the map of a search', () => {
  const denver = { latitude: 39.74, longitude: -105 };

  test('has north up and east to the right', () => {
    const bearingTo = (latitude: number, longitude: number) =>
      computeBearing(denver, { latitude, longitude });
    expect(bearingTo(41, -105)).toBeCloseTo(0);
    expect(bearingTo(39.74, -104)).toBeCloseTo(Math.PI / 2, 1);
    expect(Math.abs(bearingTo(38, -105))).toBeCloseTo(Math.PI);
  });

  test('plots results at their distance, except those outside the circle or without a location', () => {
    const location = { latitude: 41, longitude: -105 };
    const withoutLocation = { latitude: null, longitude: null, distanceMiles: null };
    const results = [
      { number: 1, ...location, distanceMiles: 10 },
      { number: 2, ...withoutLocation },
      { number: 3, ...location, distanceMiles: 300 },
    ];
    expect(chooseRadiusMiles(results, 60)).toBe(12);
    const [point, ...otherPoints] = plotResults(denver, results, 20, 100);
    expect(otherPoints).toEqual([]);
    expect(point).toMatchObject({ number: 1 });
    expect(point?.x).toBeCloseTo(0);
    expect(point?.y).toBeCloseTo(-50);
  });

  test('spreads out results at the same location, without leaving the circle', () => {
    const points = Array.from({ length: 10 }, (_, index) => ({ number: index + 1, x: 99, y: 0 }));
    const spreadOut = spreadPoints(points, 23, 136);
    for (const [index, point] of spreadOut.entries()) {
      expect(Math.hypot(point.x, point.y)).toBeLessThanOrEqual(136.01);
      for (const otherPoint of spreadOut.slice(index + 1)) {
        expect(Math.hypot(point.x - otherPoint.x, point.y - otherPoint.y)).toBeGreaterThan(18);
      }
    }
  });
});
