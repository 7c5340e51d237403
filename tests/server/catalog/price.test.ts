import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED_PLANS } from '#db/seed/catalog.ts';
import { plan as planSchema } from '#server/domains/catalog/plan.schema.ts';
import { formatPlanLabel, priceCart } from '#server/domains/catalog/price.shared.ts';
import type { PromoCode } from '#server/domains/catalog/promo-code.schema.ts';
import { createSeats, priceSeats } from '#server/domains/catalog/seat-price.shared.ts';

const plans = SEED_PLANS.map((plan) => planSchema.parse({ business: null, ...plan }));
const findPlan = (slug: string) => {
  const plan = plans.find((candidate) => candidate.slug === slug);
  if (!plan) throw new Error(slug);
  return plan;
};
const individual = findPlan('individual');
const family = findPlan('family');
const physicalCard = findPlan('physical-card');

const promo = (values: Partial<PromoCode>): PromoCode => ({
  code: 'CODE',
  amountOff: null,
  percentOff: null,
  isFree: false,
  periods: 1,
  plans: [],
  ...values,
});

describe('[S3 business plans, S3 consumer plans][S9 prices] the catalog', () => {
  it('has the specified prices', () => {
    const cents = Object.fromEntries(plans.map((plan) => [plan.id, plan.priceCents]));
    expect(cents).toMatchObject({
      0: 4995,
      1: 9990,
      3: 4995,
      4: 9990,
      6: 19980,
      7: 24975,
      8: 9990,
      9: 14985,
    });
    expect(physicalCard.priceCents).toBe(1000);
  });

  it('[D1] bills consumer and business plans monthly and corporate cards yearly', () => {
    const intervals = Object.fromEntries(plans.map((plan) => [plan.id, plan.billingInterval]));
    expect(intervals).toMatchObject({ 0: 'month', 1: 'month', 3: 'year', 4: 'year', 6: 'month', 9: 'month' });
  });

  it('labels the family plan as the individual plan plus the difference', () => {
    expect(formatPlanLabel(family, plans)).toBe('Individual Plan + $49.95/Month');
    expect(formatPlanLabel(individual, plans)).toBe('$49.95/Month');
    expect(formatPlanLabel(findPlan('corporate-family'), plans)).toBe('$49.95 Extra');
  });

  it('has different names for business plans on the card and the order', () => {
    const names = plans
      .filter((plan) => plan.kind === 'business')
      .map((plan) => [plan.id, plan.orderSummaryName]);
    expect(Object.fromEntries(names)).toEqual({
      6: 'Social Business',
      7: 'Exclusive Business',
      8: 'Basic Networking',
      9: 'Deluxe',
    });
  });
});

describe('[D2][D42][S9 discounts] a price', () => {
  it('has separate lines for the plan and the card fee', () => {
    const quote = priceCart(individual, [physicalCard], null);
    expect(quote).toMatchObject({
      subtotalCents: 5995,
      discountCents: 0,
      totalCents: 5995,
      recurringCents: 4995,
    });
    expect(quote.lines.map((line) => line.recurring)).toEqual([true, false]);
    expect(quote.lines.map((line) => line.commissionable)).toEqual([true, false]);
  });

  it('has a percentage discount on the plan only', () => {
    expect(priceCart(individual, [physicalCard], promo({ percentOff: 10 }))).toMatchObject({
      discountCents: 499,
      totalCents: 5496,
      discountedRecurringCents: 4496,
    });
  });

  it('rounds a discount’s half cent up, for one plan and for a company’s cards', () => {
    const exact = fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 50 }),
      (priceCents, hundredths, quantity) => {
        const code = promo({ percentOff: hundredths / 100 });
        const expectTotal = (totalCents: number, fullCents: number) => {
          const discountedProduct = BigInt(fullCents) * BigInt(10_000 - hundredths);
          expect(BigInt(totalCents)).toBe((discountedProduct + 5_000n) / 10_000n);
        };
        expectTotal(priceCart({ ...individual, priceCents }, [], code).totalCents, priceCents);
        const seats = createSeats({ ...individual, priceCents }, quantity);
        expectTotal(priceSeats([seats], code, 5).totalCents, quantity * priceCents);
      },
    );
    fc.assert(exact, {
      examples: [
        [14_985, 1_000, 1],
        [24_975, 1_000, 1],
        [4_995, 1_000, 5],
      ],
    });
  });

  it('has a discount by an amount on the plan only, never below zero', () => {
    const quote = priceCart(individual, [physicalCard], promo({ amountOff: 100_000 }));
    expect(quote).toMatchObject({ discountCents: 4995, totalCents: 1000, free: false });
  });

  it('uses the promo code’s recurring price for the plan', () => {
    const code = promo({ amountOff: 1, plans: [{ planId: 1, recurringPriceCents: 7500 }] });
    expect(priceCart(family, [], code).discountCents).toBe(2490);
    expect(priceCart(individual, [], code).discountCents).toBe(1);
  });

  it('[D25][S9 discounts] is free only if nothing is due and the promo code is free', () => {
    const fullDiscount = { percentOff: 100 };
    expect(priceCart(individual, [], promo({ ...fullDiscount, isFree: true })).free).toBe(true);
    expect(priceCart(individual, [], promo(fullDiscount)).free).toBe(false);
    expect(priceCart(individual, [physicalCard], promo({ ...fullDiscount, isFree: true })).free).toBe(false);
  });

  it('always adds up and is never less than the card fee', () => {
    const codes = fc.record({
      amountOff: fc.option(fc.integer({ min: 1, max: 50_000 })),
      percentOff: fc.option(fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100)),
    });
    fc.assert(
      fc.property(codes, fc.constantFrom(individual, family), fc.boolean(), (values, plan, includesCard) => {
        const quote = priceCart(plan, includesCard ? [physicalCard] : [], promo(values));
        const lines = quote.lines.reduce((sum, line) => sum + line.amountCents, 0);
        expect(quote.subtotalCents).toBe(lines);
        expect(quote.totalCents).toBe(quote.subtotalCents - quote.discountCents);
        expect(quote.discountCents).toBeLessThanOrEqual(plan.priceCents);
        expect(Number.isSafeInteger(quote.totalCents)).toBe(true);
      }),
    );
  });
});
