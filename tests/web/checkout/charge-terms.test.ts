import { describe, expect, test } from 'vitest';
import type { Quote } from '#server/catalog/quote.schema.ts';
import { chargeTerms } from '#web/features/checkout/charge-terms.ts';

const today = new Date('2027-01-31T18:00:00Z');

const quoted = (changes: Partial<Quote> = {}): Quote => ({
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
  ...changes,
});

const reduced = (periods: number | null) =>
  quoted({
    discountCents: 1000,
    totalCents: 4995,
    discountedRecurringCents: 3995,
    promo: { code: 'SAVE10', periods },
  });

describe('[design 6] beside the button', () => {
  test('stands what is charged now, what recurs and from when', () => {
    const { now, later } = chargeTerms(quoted(), 'guest-membership', today);
    expect(now).toBe('$59.95 is charged now.');
    expect(later).toBe('Then $49.95 every month, from February 28th 2027 until you cancel.');
  });

  test('[D42] a code for one period takes nothing off the next one', () => {
    expect(chargeTerms(reduced(1), 'guest-membership', today).later).toMatch(/^Then \$49\.95 every month/);
  });

  test('[D42] a code for several periods says for how many more, one for ever says so by its price', () => {
    expect(chargeTerms(reduced(3), 'guest-membership', today).later).toBe(
      'Then $39.95 every month from February 28th 2027 for 2 more months, then $49.95 every month until you cancel.',
    );
    expect(chargeTerms(reduced(2), 'guest-membership', today).later).toContain('for 1 more month, then');
    expect(chargeTerms(reduced(null), 'guest-membership', today).later).toMatch(
      /^Then \$39\.95 every month, from/,
    );
  });

  test('[D25] a free purchase charges nothing and ends by itself', () => {
    const terms = chargeTerms(quoted({ totalCents: 0, free: true }), 'guest-membership', today);
    expect(terms.now).toBe('Nothing is charged, and no card is needed.');
    expect(terms.later).toBe('The membership ends by itself on February 28th 2027.');
  });

  test('an account cancels by itself, a guest by the link in the mail', () => {
    expect(chargeTerms(quoted(), 'account-membership', today).cancel).toMatch(
      /^Cancel at any time under Manage/,
    );
    expect(chargeTerms(quoted(), 'guest-membership', today).cancel).toMatch(
      /by the link in your receipt mail/,
    );
  });

  test('[issue 4] of a business plan, the words speak of the plan and of its page', () => {
    expect(chargeTerms(quoted(), 'business-plan', today).cancel).toMatch(
      /^Cancel any time on your Business page\. Your plan runs/,
    );
    expect(chargeTerms(quoted({ totalCents: 0, free: true }), 'business-plan', today).later).toBe(
      'The plan ends by itself on February 28th 2027.',
    );
  });

  test('[D1] a company pays by the year, and cancels on its page', () => {
    const { later, cancel } = chargeTerms(quoted({ interval: 'year' }), 'corporate', today);
    expect(later).toBe('Then $49.95 every year, from January 31st 2028 until you cancel.');
    expect(cancel).toMatch(/^Cancel any time on your Company page\./);
  });

  test('[D44] cards that are added are charged once; a sum too small to charge is not', () => {
    const once = quoted({ interval: 'once', recurringCents: 0, discountedRecurringCents: 0 });
    expect(chargeTerms(once, 'company-seats', today)).toMatchObject({
      now: '$59.95 is charged now, once.',
      later: '',
    });
    expect(chargeTerms({ ...once, totalCents: 0, free: true }, 'company-seats', today).now).toBe(
      'Nothing is charged, and no card is needed.',
    );
  });
});
