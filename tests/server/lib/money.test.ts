import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsToDollars, formatCents, percentOf } from '#server/lib/money.ts';

describe('[D20] formatted money', () => {
  test.each([
    [0, '$0.00', '0.00'],
    [5, '$0.05', '0.05'],
    [99, '$0.99', '0.99'],
    [4_995, '$49.95', '49.95'],
    [9_990, '$99.90', '99.90'],
    [14_985, '$149.85', '149.85'],
    [100_000, '$1,000.00', '1000.00'],
    [123_456_789, '$1,234,567.89', '1234567.89'],
    [-5, '-$0.05', '-0.05'],
    [-1_000, '-$10.00', '-10.00'],
  ])('shows %i cents with dollars and two decimals', (cents, displayText, amountText) => {
    expect(formatCents(cents)).toBe(displayText);
    expect(centsToDollars(cents)).toBe(amountText);
  });

  test('shows every cent of any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }), (cents) => {
        for (const text of [formatCents(cents).replace(/[$,]/g, ''), centsToDollars(cents)]) {
          expect(text).toMatch(/^-?\d+\.\d\d$/);
          expect(Number(text.replace('.', ''))).toBe(cents);
        }
      }),
    );
  });
});

describe('[D13 D42] a percentage of an amount', () => {
  test.each([
    [4_995, 20, 999],
    [5, 10, 1],
    [4, 10, 0],
    [15, 10, 2],
    [4_995, 12.5, 624],
    [10_000, 33.33, 3_333],
    [1, 50, 1],
    [3, 50, 2],
    [4_995, 100, 4_995],
    [4_995, 0, 0],
    [0, 20, 0],
    // 1.15 is slightly smaller as a floating-point number.
    [100, 1.15, 1],
    [1_000, 1.15, 12],
    [2_147_483_647, 99.99, 2_147_268_899],
  ])('of %i cents at %d percent is rounded half up', (cents, percent, share) => {
    expect(percentOf(cents, percent)).toBe(share);
  });

  test('is exact for every amount and percentage with two decimals', () => {
    const amount = fc.integer({ min: 0, max: 2_147_483_647 });
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(amount, hundredths, (cents, parts) => {
        // Rounds half up with integers only.
        const exact = (2n * BigInt(cents) * BigInt(parts) + 10_000n) / 20_000n;
        expect(BigInt(percentOf(cents, parts / 100))).toBe(exact);
      }),
      { numRuns: 5_000 },
    );
  });

  test('is never negative or above the amount, and grows with the percentage', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const percent = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(amount, percent, (cents, part) => {
        const share = percentOf(cents, part);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(cents);
        expect(percentOf(cents, part + 1)).toBeGreaterThanOrEqual(share);
      }),
    );
  });
});
