import { beforeAll, describe, expect, test } from 'vitest';
import { createPromoCode, describeTerms } from '#server/domains/catalog/promo-code-changes.service.ts';
import { type PromoCodeTermsInput, promoCodeTerms } from '#server/domains/catalog/promo-code-terms.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { planNewCode } from '#server/staff/promo-codes/promo-code.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { listAudit } from '#tests/helpers/staff.ts';
import { makePlanInput, makeTerms, TERMS_INPUT } from './promo-code-terms.ts';

const database = testDb();
const now = new Date('2026-12-02T18:00:00Z');
const app = testApp(database, () => ({ now: () => now }));
let staff: TestAccount;

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
  await makePlans(database.db);
});

describe('the terms of a promo code', () => {
  test.each<[Partial<PromoCodeTermsInput>, string]>([
    [{ code: 'A/B' }, 'code'],
    [{ code: '-' }, 'code'],
    [{ percentOff: '0' }, 'percentOff'],
    [{ percentOff: '100.01' }, 'percentOff'],
    [{ percentOff: '10%' }, 'percentOff'],
    [{ discount: 'amount', amountOff: '' }, 'amountOff'],
    [{ discount: 'amount', amountOff: '0.00' }, 'amountOff'],
    [{ discount: 'prices' }, 'plans.0.price'],
    [{ discount: 'prices', plans: [] }, 'discount'],
    [{ plans: [makePlanInput(0), makePlanInput(0)] }, 'discount'],
    [{ plans: [makePlanInput(0, '-1')] }, 'plans.0.price'],
    [{ maxUses: '' }, 'maxUses'],
    [{ maxUses: '0' }, 'maxUses'],
    [{ maxUsesPerBuyer: '1.5' }, 'maxUsesPerBuyer'],
    [{ periods: '0' }, 'periods'],
    [{ isFree: true, periods: '' }, 'periods'],
    [{ validUntil: '2027-02-30' }, 'validUntil'],
    [{ validFrom: '2027-03-02' }, 'validUntil'],
    [{ maxUses: '100001' }, 'maxUses'],
    [{ maxUsesPerBuyer: '101' }, 'maxUsesPerBuyer'],
    [{ discount: 'amount', amountOff: '1000.01' }, 'amountOff'],
    [{ discount: 'prices', plans: [makePlanInput(0, '5000.01')] }, 'plans.0.price'],
  ])('are refused with %j', (changes, field) => {
    const { error } = promoCodeTerms.safeParse({ ...TERMS_INPUT, ...changes });
    expect(Object.keys(error ? toFieldErrors(error) : {})).toContain(field);
  });

  test.each<[Partial<PromoCodeTermsInput>, string[]]>([
    [
      {},
      [
        'WINTER10: 10% off Individual Membership and Family Membership for 3 periods, at most 500 uses, until March 1, 2027',
        'Individual Membership: $44.96 instead of $49.95',
        'Family Membership: $89.91 instead of $99.90',
      ],
    ],
    [
      {
        discount: 'prices',
        plans: [makePlanInput(0, '9.99')],
        periods: '',
        maxUses: '1',
        maxUsesPerBuyer: '1',
        validUntil: '',
        validFrom: '2026-12-24',
      },
      [
        'WINTER10: Special prices for Individual Membership at $9.99 for every period, at most 1 use, once per buyer, from December 24, 2026',
        'Individual Membership: $9.99 instead of $49.95',
      ],
    ],
    [
      { percentOff: '100', isFree: true, periods: '1', plans: [], validUntil: '' },
      [
        'WINTER10: 100% off monthly memberships for 1 period, without a card, at most 500 uses',
        'Individual Membership: $0.00 instead of $49.95',
        'Family Membership: $0.00 instead of $99.90',
      ],
    ],
  ])('mean in words: %j', async (changes, effects) => {
    expect((await planNewCode(app, makeTerms(changes))).effects).toEqual(effects);
  });

  test.each<[string, Partial<PromoCodeTermsInput>]>([
    ['needs no card', { percentOff: '100', isFree: true, periods: '1', plans: [] }],
    ['is 100% off', { percentOff: '100' }],
    ['takes off as much as the plan costs', { discount: 'amount', amountOff: '49.95' }],
    ['sets a price of zero', { discount: 'prices', plans: [makePlanInput(0, '0')] }],
  ])('[D74] are refused with too many uses if the code %s', async (_case, changes) => {
    const preview = (maxUses: string) => planNewCode(app, makeTerms({ ...changes, maxUses }));
    await expect(preview('10001')).rejects.toMatchObject({
      fieldErrors: { maxUses: 'At most 10,000, because Individual Membership would cost nothing' },
    });
    expect((await preview('10000')).effects).toContain('Individual Membership: $0.00 instead of $49.95');
  });

  test('[D74] may allow many uses if something is left to pay', async () => {
    expect((await planNewCode(app, makeTerms({ maxUses: '100000' }))).effects).not.toEqual([]);
  });

  test.each<[string, Partial<PromoCodeTermsInput>, object]>([
    ['an unknown plan', { plans: [makePlanInput(99)] }, { code: 'PLAN_NOT_FOUND' }],
    [
      'a price that no card can be charged',
      { discount: 'amount', amountOff: '49.90', plans: [makePlanInput(0)] },
      { fieldErrors: { discount: expect.stringContaining('would cost $0.05') } },
    ],
    [
      'no card although something is left to pay',
      { isFree: true, periods: '1' },
      { fieldErrors: { isFree: expect.stringContaining('would cost $44.96') } },
    ],
  ])('are refused with %s', async (_what, changes, error) => {
    await expect(describeTerms(database.db, makeTerms(changes))).rejects.toMatchObject(error);
    const by = { actorId: staff.id, reason: 'Winter campaign' };
    const refusedTerms = makeTerms({ ...changes, code: 'REFUSED' });
    await expect(createPromoCode(app.deps, refusedTerms, by)).rejects.toMatchObject(error);
    expect(await listAudit(database.db, 'promo-code:REFUSED')).toEqual([]);
  });
});
