import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeReductions,
  type DiscountTerms,
  type PricedLine,
} from '#server/sandbox/billing/invoice-lines.ts';
import { computeBoundary, findNextBoundary } from '#server/sandbox/billing/periods.ts';
import { parseForm } from '#server/sandbox/http/form.ts';

const terms = fc.record({
  id: fc.uuid(),
  coupon: fc.oneof(
    fc.integer({ min: 1, max: 20_000 }).map((amount_off) => ({ amount_off, percent_off: null })),
    fc.integer({ min: 1, max: 100 }).map((percent_off) => ({ amount_off: null, percent_off })),
  ),
});
const line = fc.record({
  amount: fc.integer({ min: 0, max: 30_000 }),
  discountable: fc.boolean(),
  discounts: fc.array(terms, { maxLength: 2 }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const sumReductions = (reductions: readonly { amount: number }[]) =>
  reductions.reduce((sum, { amount }) => sum + amount, 0);

describe('[D42] discounts in cents', () => {
  test('never take a line below zero or change a non-discountable line', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(terms, { maxLength: 3 }),
        (pricedLines: PricedLine[], discountTerms: DiscountTerms[]) => {
          for (const [n, reductions] of computeReductions(pricedLines, discountTerms).entries()) {
            const { amount, discountable } = pricedLines[n] ?? { amount: 0, discountable: false };
            expect(sumReductions(reductions)).toBeLessThanOrEqual(discountable ? amount : 0);
            expect(
              reductions.every((reduction) => Number.isInteger(reduction.amount) && reduction.amount > 0),
            ).toBe(true);
          }
        },
      ),
    );
  });

  test('take off the whole fixed amount, up to the discountable total', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 60_000 }), (pricedLines: PricedLine[], amount_off) => {
        const withoutDiscounts = pricedLines.map((reduction) => ({ ...reduction, discounts: [] }));
        const due = withoutDiscounts
          .filter(({ discountable }) => discountable)
          .reduce((sum, { amount }) => sum + amount, 0);
        const allReductions = computeReductions(withoutDiscounts, [
          { id: 'x', coupon: { amount_off, percent_off: null } },
        ]).flat();
        expect(sumReductions(allReductions)).toBe(Math.min(amount_off, due));
      }),
    );
  });

  test('round a percentage half up on each line', () => {
    const pricedLines = { amount: 4995, discountable: true, discounts: [] };
    const halfOff = { id: 'x', coupon: { amount_off: null, percent_off: 50 } };
    expect(computeReductions([pricedLines], [halfOff])).toEqual([[{ discount: 'x', amount: 2498 }]]);
  });
});

describe('[D45] the sandbox’s billing periods', () => {
  const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });
  const interval = fc.constantFrom('day', 'week', 'month', 'year');

  test('keep the anchor’s day of the month, or use the last day of a shorter month', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 48 }), (date, n) => {
        const anchor = Math.floor(date.getTime() / 1000);
        const day = date.getUTCDate();
        const boundaryDate = new Date(computeBoundary(anchor, 'month', 1, n) * 1000);
        const lastDay = new Date(
          Date.UTC(boundaryDate.getUTCFullYear(), boundaryDate.getUTCMonth() + 1, 0),
        ).getUTCDate();
        expect(boundaryDate.getUTCDate()).toBe(Math.min(day, lastDay));
        expect(
          (boundaryDate.getUTCFullYear() - date.getUTCFullYear()) * 12 +
            boundaryDate.getUTCMonth() -
            date.getUTCMonth(),
        ).toBe(n);
        expect(boundaryDate.getTime() % 86_400_000).toBe((anchor * 1000) % 86_400_000);
      }),
    );
  });

  test('end at the first boundary after an instant', () => {
    fc.assert(
      fc.property(
        instant,
        interval,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(90_000_000),
        (date, unit, count, laterCount) => {
          const anchor = Math.floor(date.getTime() / 1000);
          const nextBoundary = findNextBoundary(anchor, unit, count, anchor + laterCount);
          expect(nextBoundary).toBeGreaterThan(anchor + laterCount);
          let n = 0;
          while (computeBoundary(anchor, unit, count, n) <= anchor + laterCount) n += 1;
          expect(nextBoundary).toBe(computeBoundary(anchor, unit, count, n));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('[D45] the sandbox’s form parser', () => {
  test('turns nested names into objects and lists', () => {
    expect(
      parseForm('items[0][price]=p&items[1][price]=q&metadata[a%20b]=c%26d&expand[]=x&expand[]=y&flag='),
    ).toEqual({
      items: [{ price: 'p' }, { price: 'q' }],
      metadata: { 'a b': 'c&d' },
      expand: ['x', 'y'],
      flag: '',
    });
  });

  test('rejects names that would pollute the prototype', () => {
    expect(() => parseForm('__proto__[polluted]=1')).toThrow('Invalid parameter name');
    expect(() => parseForm('a[__proto__][polluted]=1')).toThrow('Invalid parameter name');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
