import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateAdjustment,
  calculateAmount,
  calculateCommissions,
  type Earner,
  type Sale,
  subtractRefunds,
} from '#server/domains/affiliates/commissions/commission-rule.shared.ts';

const makeEarner = (id: string, overrides: Partial<Earner> = {}): Earner => ({
  id,
  email: `${id}@example.com`,
  accountType: 0,
  isInfluencer: false,
  isFriend: false,
  isHouse: false,
  donates: false,
  ...overrides,
});
const makeEducator = (overrides: Partial<Earner> = {}) =>
  makeEarner('educator', { accountType: 3, ...overrides });
const makeInfluencer = (overrides: Partial<Earner> = {}) =>
  makeEarner('influencer', { accountType: 1, ...overrides });
const makeFriend = (overrides: Partial<Earner> = {}) =>
  makeEarner('friend', { isFriend: true, ...overrides });

const makeSale = (overrides: Partial<Sale> = {}): Sale => ({
  referrer: makeInfluencer(),
  upline: null,
  buyer: { accountId: 'buyer', email: 'buyer@example.com' },
  payment: { netCents: 4995, ordinal: 1 },
  friendBonusCents: 500,
  isFriendBonusGiven: false,
  ...overrides,
});
const renewal = { netCents: 4995, ordinal: 2 };

const computeLines = (overrides: Partial<Sale>) =>
  calculateCommissions(makeSale(overrides)).map(({ affiliateId, amountCents, reason }) => [
    affiliateId,
    amountCents,
    reason,
  ]);

describe('[D13][S9 commissions] a commission line', () => {
  test.each<[string, Partial<Sale>, unknown[][]]>([
    ['an influencer on a first payment', {}, [['influencer', 999, '20% of the first payment']]],
    [
      'a person with the influencer flag',
      { referrer: makeEarner('flagged', { isInfluencer: true }) },
      [['flagged', 999, '20% of the first payment']],
    ],
    [
      'an influencer on a later payment',
      { payment: renewal },
      [['influencer', 0, "Only a buyer's first payment counts"]],
    ],
    ['an educator', { referrer: makeEducator() }, [['educator', 999, '20% of the payment']]],
    [
      'an educator on a later payment',
      { referrer: makeEducator(), payment: renewal },
      [['educator', 999, '20% of the payment']],
    ],
    [
      'an educator who is also an influencer and a friend',
      { referrer: makeEducator({ isInfluencer: true, isFriend: true }), payment: renewal },
      [['educator', 999, '20% of the payment']],
    ],
    [
      'an influencer who is also a friend',
      { referrer: makeInfluencer({ isFriend: true }) },
      [['influencer', 999, '20% of the first payment']],
    ],
    ['a friend', { referrer: makeFriend() }, [['friend', 500, 'Bonus for a friend who joined']]],
    [
      'a friend on a later payment',
      { referrer: makeFriend(), payment: renewal },
      [['friend', 0, "Only a buyer's first payment counts"]],
    ],
    [
      'a friend if another friend already received the bonus for this person',
      { referrer: makeFriend(), isFriendBonusGiven: true },
      [['friend', 0, 'The bonus for this person was already given']],
    ],
    [
      'a loyalty affiliate',
      { referrer: makeEarner('loyal', { accountType: 2 }) },
      [['loyal', 0, 'Loyalty affiliates don’t earn commissions']],
    ],
    [
      'a loyalty affiliate who is also a friend',
      { referrer: makeFriend({ accountType: 2 }) },
      [['friend', 500, 'Bonus for a friend who joined']],
    ],
    [
      'a person who no longer has a role',
      { referrer: makeEarner('basic') },
      [['basic', 0, 'Not signed up for commissions']],
    ],
    [
      'staff',
      { referrer: makeEarner('staff', { accountType: 10 }) },
      [['staff', 0, 'Not signed up for commissions']],
    ],
    ['the house account', { referrer: makeEarner('house', { isHouse: true }), upline: makeEducator() }, []],
    [
      'an educator who donates',
      { referrer: makeEducator({ donates: true }) },
      [['educator', 0, 'Donated to the community fund']],
    ],
    [
      'an educator on their own purchase',
      {
        referrer: makeEducator(),
        buyer: { accountId: 'educator', email: 'other@example.com' },
        upline: makeEducator({ id: 'up' }),
      },
      [['educator', 0, 'Own purchases don’t earn commissions']],
    ],
    [
      'a friend on their own purchase as a guest with the same email',
      { referrer: makeFriend(), buyer: { accountId: null, email: 'FRIEND@example.com' } },
      [['friend', 0, 'Own purchases don’t earn commissions']],
    ],
    [
      'an influencer if nothing was paid but the card fee',
      { payment: { netCents: 0, ordinal: 1 } },
      [['influencer', 0, 'This payment doesn’t earn a commission']],
    ],
  ])('has the amount and reason for %s', (_, overrides, lines) => {
    expect(computeLines(overrides)).toEqual(lines);
  });

  test.each<[string, Partial<Sale>, unknown[]]>([
    ['an educator', { upline: makeEducator() }, ['educator', 250, "5% of your downline's sale"]],
    [
      'an educator on a later payment on which the influencer earns nothing',
      { upline: makeEducator(), payment: renewal },
      ['educator', 250, "5% of your downline's sale"],
    ],
    [
      'an educator whose downline donates',
      { upline: makeEducator(), referrer: makeFriend({ donates: true }) },
      ['educator', 250, "5% of your downline's sale"],
    ],
    [
      'an educator who donates',
      { upline: makeEducator({ donates: true }) },
      ['educator', 0, 'Donated to the community fund'],
    ],
    [
      'an educator who buys from someone in their downline',
      { upline: makeEducator(), buyer: { accountId: null, email: 'Educator@example.com' } },
      ['educator', 0, 'Own purchases don’t earn commissions'],
    ],
    [
      'an educator if nothing was paid',
      { upline: makeEducator(), payment: { netCents: 0, ordinal: 1 } },
      ['educator', 0, 'This payment doesn’t earn a commission'],
    ],
  ])('for a sale of the downline has the amount and reason for %s', (_, overrides, line) => {
    expect(computeLines(overrides)[1]).toEqual(line);
  });

  test.each([
    ['an influencer', makeInfluencer({ id: 'up' })],
    ['a friend', makeFriend({ id: 'up' })],
    ['a loyalty affiliate', makeEarner('up', { accountType: 2 })],
    ['the house account', makeEarner('up', { isHouse: true })],
    ['staff', makeEarner('up', { accountType: 42 })],
  ])('for a sale of the downline does not exist for %s', (_, upline) => {
    expect(computeLines({ upline })).toHaveLength(1);
  });

  test('rounds half a cent up, separately for each line', () => {
    // 20% of 13 cents is 2.6 cents and 5% is 0.65; of 10 cents, they are 2 and 0.5.
    const cents = (netCents: number) =>
      computeLines({ upline: makeEducator(), payment: { netCents, ordinal: 1 } }).map(([, amount]) => amount);
    expect(cents(13)).toEqual([3, 1]);
    expect(cents(10)).toEqual([2, 1]);
    expect(cents(9)).toEqual([2, 0]);
    expect(cents(2)).toEqual([0, 0]);
  });
});

describe('[D13] commissions and refunds', () => {
  const share = { ratePercent: 20, bonusCents: null, baseCents: 4995 };
  const bonus = { ratePercent: null, bonusCents: 500, baseCents: 4995 };

  test.each([
    [share, 999, 0, undefined, undefined],
    [share, 999, 995, -199, 'Taken back: part of the payment was refunded'],
    [share, 800, 995, undefined, undefined],
    [share, 999, 5995, -999, 'Taken back: the payment was refunded'],
    [share, 0, 0, 999, 'Restored: the payment came back'],
    [bonus, 500, 4994, undefined, undefined],
    [bonus, 500, 4995, -500, 'Taken back: the payment was refunded'],
    [bonus, 0, 4994, 500, 'Restored: the payment came back'],
  ])(
    '%j, booked %d and refunded %d, is adjusted by %s',
    (terms, bookedCents, refundedCents, amountCents, reason) => {
      const adjustment = calculateAdjustment({ ...terms, bookedCents }, refundedCents);
      expect([adjustment?.amountCents, adjustment?.reason]).toEqual([amountCents, reason]);
    },
  );

  const earner = fc.record({
    accountType: fc.constantFrom(0, 1, 2, 3, 10, 42),
    isInfluencer: fc.boolean(),
    isFriend: fc.boolean(),
    isHouse: fc.boolean(),
    donates: fc.boolean(),
  });
  const randomSale = fc.record({
    referrer: earner.map((flags) => makeEarner('referrer', flags)),
    upline: fc.option(earner.map((flags) => makeEarner('upline', flags))),
    buyer: fc.constantFrom(
      { accountId: 'buyer', email: 'buyer@example.com' },
      { accountId: null, email: 'referrer@example.com' },
      { accountId: 'upline', email: 'buyer@example.com' },
    ),
    payment: fc.record({
      netCents: fc.integer({ min: 0, max: 1_000_000 }),
      ordinal: fc.integer({ min: 1, max: 99 }),
    }),
    friendBonusCents: fc.integer({ min: 0, max: 100_000 }),
    isFriendBonusGiven: fc.boolean(),
  });

  test('nobody earns a negative amount, twice, on their own purchase, or without a reason', () => {
    fc.assert(
      fc.property(randomSale, (any) => {
        const lines = calculateCommissions(any);
        for (const line of lines) {
          expect(line.amountCents).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(line.amountCents)).toBe(true);
          expect(line.reason).not.toBe('');
          expect((line.ratePercent === null) !== (line.bonusCents === null)).toBe(true);
          expect(line.affiliateId === any.buyer.accountId && line.amountCents > 0).toBe(false);
        }
        expect(new Set(lines.map(({ affiliateId }) => affiliateId)).size).toBe(lines.length);
        const shares = lines.filter(({ ratePercent }) => ratePercent !== null);
        const sum = shares.reduce((total, { amountCents }) => total + amountCents, 0);
        expect(sum).toBeLessThanOrEqual(any.payment.netCents * 0.25 + 1);
      }),
    );
  });

  test('partial refunds lead to the same amount as one refund, and a repeated adjustment adds nothing', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 1_200_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(randomSale, steps, (any, refunds) => {
        for (const line of calculateCommissions(any)) {
          let bookedCents = line.amountCents;
          for (const refundedCents of refunds) {
            bookedCents += calculateAdjustment({ ...line, bookedCents }, refundedCents)?.amountCents ?? 0;
            expect(calculateAdjustment({ ...line, bookedCents }, refundedCents)).toBeNull();
          }
          expect(bookedCents).toBe(
            calculateAmount(line, subtractRefunds(line.baseCents, refunds.at(-1) ?? 0)),
          );
          bookedCents += calculateAdjustment({ ...line, bookedCents }, 0)?.amountCents ?? 0;
          expect(bookedCents).toBe(line.amountCents);
        }
      }),
    );
  });
});
