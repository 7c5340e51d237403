import { describe, expect, test } from 'vitest';
import {
  compareWithPrice,
  getMonthlyPrice,
  sumMonthlySavings,
} from '#web/features/stores/offers/savings-calculator.tsx';

const offers = [
  { id: 'coffee', savesCents: 450 },
  { id: 'oil', savesCents: 1_500 },
];

describe('[D64] the monthly savings', () => {
  test.each([
    [{}, 0],
    [{ coffee: 4 }, 1_800],
    [{ coffee: 4, oil: 1 }, 3_300],
    [{ coffee: 1, 'an offer elsewhere': 31 }, 450],
  ])('of the uses %j are %i cents', (uses, cents) => {
    expect(sumMonthlySavings(offers, uses)).toBe(cents);
  });

  test.each([
    [3_100, 'is $18.95 more than'],
    [4_995, 'is exactly'],
    [6_000, 'is $10.05 less than'],
  ])('of %i cents are compared honestly: the price %s', (savedCents, words) => {
    expect(`is ${compareWithPrice(savedCents, 4_995)}`).toBe(words);
  });

  test.each([
    ['month', 4_995],
    ['year', 416],
    ['once', null],
  ] as const)('are compared with the price per month of a plan paid by the %s', (billingInterval, cents) => {
    expect(getMonthlyPrice({ priceCents: 4_995, billingInterval })).toBe(cents);
  });
});
