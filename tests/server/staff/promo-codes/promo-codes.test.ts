import { beforeAll, describe, expect, test } from 'vitest';
import { findUsedPromoCode, requirePromoCode } from '#server/domains/catalog/promo-code.service.ts';
import {
  correctPromoCode,
  createPromoCode,
  limitPromoCode,
  setPromoCodeActive,
} from '#server/domains/catalog/promo-code-changes.service.ts';
import type { PromoCodeTermsInput } from '#server/domains/catalog/promo-code-terms.schema.ts';
import { newId } from '#server/lib/ids.ts';
import { type ListInput, listInput } from '#server/staff/kit/list.schema.ts';
import {
  planCorrection,
  planLimits,
  planNewCode,
  readPromoCode,
} from '#server/staff/promo-codes/promo-code.service.ts';
import { readStaffList } from '#server/staff/staff-lists.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans, makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { makePlanInput, makeTerms } from './promo-code-terms.ts';

const database = testDb();
const now = new Date('2026-12-02T18:00:00Z');
const app = testApp(database, () => ({ now: () => now }));
let staff: TestAccount;

const by = () => ({ actorId: staff.id, reason: 'Winter campaign' });
const create = (changes: Partial<PromoCodeTermsInput>) => createPromoCode(app.deps, makeTerms(changes), by());
const correct = (changes: Partial<PromoCodeTermsInput>) =>
  correctPromoCode(app.deps, makeTerms(changes), by());
const readAudit = (code: string) =>
  database.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'reason', 'change'])
    .where('subject', '=', `promo-code:${code}`)
    .orderBy('id')
    .execute();

/** Records a purchase with the code. */
async function use(code: string, status: 'held' | 'consumed' | 'released' = 'consumed') {
  const purchase = await makePurchase(database.db, { promoCode: code, email: `${newId()}@example.com` });
  await database.db
    .insertInto('promoHolds')
    .values({ purchaseId: purchase.id, code, buyerKey: newId(), status, heldAt: now })
    .execute();
  return purchase;
}

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
  await makePlans(database.db);
});

describe('a promo code', () => {
  test('[D42] works as created, from its first day until the end of its last', async () => {
    await create({
      code: 'days',
      validFrom: '2026-12-24',
      validUntil: '2026-12-26',
      plans: [makePlanInput(0, '20')],
    });
    const require = (at: string, planId = 0) => requirePromoCode(database.db, 'DAYS', planId, new Date(at));
    await expect(require('2026-12-24T06:59:59Z')).rejects.toMatchObject({ code: 'WRONG_PROMO_CODE' });
    expect(await require('2026-12-24T07:00:01Z')).toMatchObject({
      ...{ percentOff: 10, periods: 3, maxUses: 500, isFree: false },
      plans: [{ planId: 0, recurringPriceCents: 2_000 }],
    });
    await expect(require('2026-12-25T07:00:01Z', 1)).rejects.toMatchObject({ code: 'WRONG_PROMO_CODE' });
    await require('2026-12-27T06:59:59Z');
    await expect(require('2026-12-27T07:00:00Z')).rejects.toMatchObject({ code: 'WRONG_PROMO_CODE' });
    await expect(create({ code: 'DAYS' })).rejects.toMatchObject({ code: 'PROMO_CODE_EXISTS' });
    await expect(planNewCode(app, makeTerms({ code: 'days' }))).rejects.toMatchObject({
      fieldErrors: { code: expect.any(String) },
    });
    expect(await readAudit('DAYS')).toMatchObject([
      { actorId: staff.id, action: 'promo-code.create', reason: 'Winter campaign', change: { before: null } },
    ]);
  });

  test('can be corrected entirely until it is used', async () => {
    await create({ code: 'TYPPO' });
    const correctedTerms = makeTerms({
      id: 'TYPPO',
      code: 'TYPO',
      discount: 'amount',
      amountOff: '5',
      plans: [],
    });
    await planCorrection(app, correctedTerms);
    await correctPromoCode(app.deps, correctedTerms, by());
    expect(await readPromoCode(database.db, 'TYPO')).toMatchObject({
      ...{ revision: 1, amountOff: 500, percentOff: null, plans: [], isUsed: false },
    });
    await expect(readPromoCode(database.db, 'TYPPO')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await readAudit('TYPO')).toMatchObject([
      {
        action: 'promo-code.correct',
        change: {
          before: expect.stringMatching(/^TYPPO: 10% off/),
          after: expect.stringMatching(/^TYPO: \$5/),
        },
      },
    ]);
    await expect(correct({ id: 'TYPO', code: 'LOST' })).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    await makePromoCode(database.db, { code: 'TAKEN' });
    const correction = correct({ id: 'TYPO', revision: 1, code: 'TAKEN' });
    await expect(correction).rejects.toMatchObject({ code: 'PROMO_CODE_EXISTS' });
    await use('TYPO', 'released');
    const lateTerms = makeTerms({ id: 'TYPO', revision: 1 });
    await expect(planCorrection(app, lateTerms)).rejects.toMatchObject({
      code: 'PROMO_CODE_USED',
    });
    await expect(correctPromoCode(app.deps, lateTerms, by())).rejects.toMatchObject({
      code: 'PROMO_CODE_USED',
    });
  });

  test('[D74] is readable with more free uses than the bound, which a new limit must keep', async () => {
    await makePromoCode(database.db, { code: 'OLD-FREE', percentOff: 100, maxUses: 1_000_000 });
    const { promoCodes } = app.staffCaller(staff).staff;
    expect(await promoCodes.detail({ id: 'OLD-FREE' })).toMatchObject({ maxUses: 1_000_000 });
    const limits = { id: 'OLD-FREE', revision: 0, maxUses: 20_000, maxUsesPerBuyer: null, validUntil: null };
    const refusal = { fieldErrors: { maxUses: expect.stringContaining('At most 10,000') } };
    await expect(planLimits(app, limits)).rejects.toMatchObject(refusal);
    await expect(limitPromoCode(app.deps, limits, by())).rejects.toMatchObject(refusal);
    await limitPromoCode(app.deps, { ...limits, maxUses: 9_000 }, by());
    expect(await promoCodes.detail({ id: 'OLD-FREE' })).toMatchObject({ maxUses: 9_000 });
  });

  test('is limited and stopped, and buyers who used it keep its price', async () => {
    await create({ code: 'LIMIT' });
    await use('LIMIT');
    const limits = { id: 'LIMIT', revision: 0, maxUses: 2, maxUsesPerBuyer: 1, validUntil: '2026-12-31' };
    expect((await planLimits(app, limits)).effects).toEqual([
      'LIMIT was used once. It can be used once more.',
      'A buyer can use it once.',
      'Its last day is December 31, 2026.',
    ]);
    await limitPromoCode(app.deps, limits, by());
    const lastSecond = new Date('2027-01-01T06:59:59Z');
    expect(await requirePromoCode(database.db, 'LIMIT', 0, lastSecond)).toMatchObject({ code: 'LIMIT' });
    await use('LIMIT', 'held');
    await expect(requirePromoCode(database.db, 'LIMIT', 0, now)).rejects.toMatchObject({
      code: 'WRONG_PROMO_CODE',
    });
    // A form that was opened before that change overwrites nothing.
    const staleLimits = { ...limits, maxUses: 900 };
    for (const attempt of [
      () => planLimits(app, staleLimits),
      () => limitPromoCode(app.deps, staleLimits, by()),
      () => setPromoCodeActive(app.deps, { id: 'LIMIT', revision: 0, isActive: false }, by()),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    await limitPromoCode(app.deps, { ...limits, revision: 1, maxUses: 900 }, by());
    await setPromoCodeActive(app.deps, { id: 'LIMIT', revision: 2, isActive: false }, by());
    await expect(requirePromoCode(database.db, 'LIMIT', 0, now)).rejects.toMatchObject({
      code: 'WRONG_PROMO_CODE',
    });
    expect(await findUsedPromoCode(database.db, 'LIMIT', 0)).toMatchObject({ percentOff: 10 });
    await setPromoCodeActive(app.deps, { id: 'LIMIT', revision: 3, isActive: true }, by());
    await requirePromoCode(database.db, 'LIMIT', 0, now);
    expect((await readAudit('LIMIT')).map(({ action }) => action)).toEqual([
      'promo-code.create',
      'promo-code.limit',
      'promo-code.limit',
      'promo-code.stop',
      'promo-code.start',
    ]);
  });

  test('shows who used it and what it brought', async () => {
    await create({ code: 'SUMS' });
    const [first] = [await use('SUMS'), await use('SUMS', 'released')];
    await makePayment(database.db, { purchaseId: first.id, amountCents: 4_496, refundedCents: 1_000 });
    await makePayment(database.db, { purchaseId: first.id, amountCents: 4_496 });
    expect((await readPromoCode(database.db, 'SUMS')).totals).toEqual({
      ...{ used: 1, reserved: 0, released: 1 },
      ...{ paidCents: 8_992, refundedCents: 1_000, discountCents: 0 },
    });
    const uses = await list('promoUses', { search: 'sums' });
    expect(uses.map(({ state, paid, refunded }) => [state, paid, refunded])).toEqual(
      expect.arrayContaining([
        ['Used', 8_992, 1_000],
        ['Released', 0, 0],
      ]),
    );
    expect(await list('promoUses')).toEqual([]);
  });
});

const list = async (name: string, input: Omit<Partial<ListInput>, 'list'> = {}) =>
  (await readStaffList({ deps: app.deps, account: staff }, listInput.parse({ list: name, ...input }))).rows;

describe('the list of promo codes', () => {
  test('filters by state and finds the beginning of a code', async () => {
    const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000);
    await makePromoCode(database.db, { code: 'ZZ-RUNNING', validFrom: day(-1), validUntil: day(1) });
    await makePromoCode(database.db, { code: 'ZZ-SCHEDULED', validFrom: day(1) });
    await makePromoCode(database.db, { code: 'ZZ-EXPIRED', validUntil: day(-1) });
    await makePromoCode(database.db, { code: 'ZZ-STOPPED', isActive: false });
    await makePromoCode(database.db, { code: 'ZZ-USEDUP', maxUses: 2 });
    await makePromoCode(database.db, { code: 'ZZ-UNLIMITED', maxUses: null, createdAt: null });
    await use('ZZ-USEDUP');
    await use('ZZ-USEDUP', 'held');
    const states: Record<string, string[]> = {};
    for (const state of ['running', 'scheduled', 'usedUp', 'stopped', 'expired']) {
      const rows = await list('promoCodes', { search: 'zz-', filters: { state } });
      states[state] = rows.map(({ code }) => String(code));
    }
    expect(states).toEqual({
      running: ['ZZ-RUNNING', 'ZZ-UNLIMITED'],
      scheduled: ['ZZ-SCHEDULED'],
      usedUp: ['ZZ-USEDUP'],
      stopped: ['ZZ-STOPPED'],
      expired: ['ZZ-EXPIRED'],
    });
    const cursor = Buffer.from(JSON.stringify(['a\u0000b', 'x'])).toString('base64url');
    await expect(list('promoCodes', { sort: 'code', cursor })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const byCode = await list('promoCodes', { search: 'ZZ-', sort: 'code', direction: 'asc' });
    expect(byCode[0]).toMatchObject({
      ...{ code: 'ZZ-EXPIRED', id: 'ZZ-EXPIRED', discount: '$10.00 off', state: 'Expired', uses: 0 },
    });
  });
});
