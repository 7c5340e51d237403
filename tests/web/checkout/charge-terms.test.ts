import { describe, expect, test } from 'vitest';
import { chargeTerms, type ShownQuote } from '#web/features/checkout/charge-terms.ts';

const makeQuote = (changes: Partial<ShownQuote> = {}): ShownQuote => ({
  lines: [
    {
      planId: 0,
      description: 'Individual Membership',
      quantity: 1,
      unitCents: 4995,
      amountCents: 4995,
      recurring: true,
      commissionable: true,
    },
    {
      planId: 100,
      description: 'Physical Card',
      quantity: 1,
      unitCents: 1000,
      amountCents: 1000,
      recurring: false,
      commissionable: false,
    },
  ],
  subtotalCents: 5995,
  discountCents: 0,
  totalCents: 5995,
  recurringCents: 4995,
  discountedRecurringCents: 4995,
  interval: 'month',
  promo: null,
  free: false,
  firstPeriodEnd: '2027-02-28T18:00:00.000Z',
  ...changes,
});

const makeReducedQuote = (periods: number | null) =>
  makeQuote({
    discountCents: 1000,
    totalCents: 4995,
    discountedRecurringCents: 3995,
    promo: { code: 'SAVE10', periods },
  });

describe('charge terms', () => {
  test('state the charge now, the recurring charge, and its start', () => {
    const { now, later } = chargeTerms(makeQuote(), 'guest-membership');
    expect(now).toBe('We charge $59.95 now.');
    expect(later).toBe('Then $49.95 every month, from February 28th 2027 until you cancel.');
  });

  test("[D42] don't discount the second period for a one-period code", () => {
    expect(chargeTerms(makeReducedQuote(1), 'guest-membership').later).toMatch(/^Then \$49\.95 every month/);
  });

  test('[D42] state how long a code discounts later periods', () => {
    expect(chargeTerms(makeReducedQuote(3), 'guest-membership').later).toBe(
      'Then $39.95 every month from February 28th 2027 for 2 more months, then $49.95 every month until you cancel.',
    );
    expect(chargeTerms(makeReducedQuote(2), 'guest-membership').later).toContain('for 1 more month, then');
    expect(chargeTerms(makeReducedQuote(null), 'guest-membership').later).toMatch(
      /^Then \$39\.95 every month, from/,
    );
  });

  test('[D25] state that a free purchase charges nothing and ends on its own', () => {
    const terms = chargeTerms(makeQuote({ totalCents: 0, free: true }), 'guest-membership');
    expect(terms.now).toBe('You won’t be charged, and you don’t need a card.');
    expect(terms.later).toBe('The membership is yours until February 28th 2027.');
    expect(terms.cancel).toBe('It ends on its own. You can also cancel earlier.');
    const planTerms = chargeTerms(makeQuote({ totalCents: 0, free: true }), 'business-plan');
    expect(planTerms.cancel).toBe('It ends on its own.');
  });

  test('explain how accounts and guests cancel', () => {
    expect(chargeTerms(makeQuote(), 'account-membership').cancel).toMatch(/^Cancel any time under Manage/);
    expect(chargeTerms(makeQuote(), 'guest-membership').cancel).toMatch(
      /with the link in your receipt email/,
    );
  });

  test('mention the plan and the Business page for a business plan', () => {
    expect(chargeTerms(makeQuote(), 'business-plan').cancel).toMatch(
      /^Cancel any time on your Business page\. Your plan runs/,
    );
    expect(chargeTerms(makeQuote({ totalCents: 0, free: true }), 'business-plan').later).toBe(
      'The plan is yours until February 28th 2027.',
    );
  });

  test('[D1] state the yearly price for a company', () => {
    const { later, cancel } = chargeTerms(
      makeQuote({ interval: 'year', firstPeriodEnd: '2028-02-01T06:30:00.000Z' }),
      'company',
    );
    expect(later).toBe('Then $49.95 every year, from January 31st 2028 until you cancel.');
    expect(cancel).toMatch(/^Cancel any time on your Company page\./);
  });

  test('[D44] state that added cards are charged once, and very small amounts not at all', () => {
    const oneTimeQuote = makeQuote({ interval: 'once', recurringCents: 0, discountedRecurringCents: 0 });
    expect(chargeTerms(oneTimeQuote, 'company-seats')).toMatchObject({
      now: 'We charge $59.95 now, one time only.',
      later: '',
    });
    expect(chargeTerms({ ...oneTimeQuote, totalCents: 0, free: true }, 'company-seats').now).toBe(
      'You won’t be charged, and you don’t need a card.',
    );
  });
});
