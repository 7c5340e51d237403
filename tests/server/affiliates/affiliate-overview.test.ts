import { beforeAll, describe, expect, test } from 'vitest';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import { streamCommissionCsv } from '#server/domains/affiliates/commissions/commission-csv.service.ts';
import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
const now = () => new Date('2027-03-10T12:00:00Z');
const server = testApp(database, { now });

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);

const makeAffiliate = (overrides: Parameters<typeof makeAccount>[1] = {}) =>
  makeAccount(database.db, { accountType: 1, ...overrides });
const overview = (account: TestAccount) => server.caller(account).affiliates.overview();
const commissions = (account: TestAccount, page = 1) =>
  server.caller(account).affiliates.commissions({ page });

const signUp = (accountId: string, referrerId: string, completedAt: Date | null) =>
  database.db
    .insertInto('affiliateSignups')
    .values({
      ...{ id: newId(), accountId, referrerId, role: 'influencer', form: '{}', donates: false },
      ...{ signature: 'x', signedAt: daysAgo(90), ip: '::1', completedAt },
    })
    .execute();

describe('[D13][S9 commissions] commission lines', () => {
  test('name the sale, the rate, and the reason, newest first', async () => {
    const jane = await makeAffiliate({ accountType: 3 });
    const { id: purchaseId } = await makePurchase(database.db);
    for (const [i, line] of [
      { rule: 'educator' as const },
      { rule: 'educator' as const },
      { rule: 'downline' as const, ratePercent: 5, amountCents: 250, reason: "5% of your downline's sale" },
      { rule: 'friend' as const, ratePercent: null, bonusCents: 500, amountCents: 500 },
      { rule: 'none' as const, ratePercent: 0, amountCents: 0, reason: 'Donated to the community fund' },
    ].entries()) {
      const { id: paymentId } = await makePayment(database.db, { purchaseId, paidAt: daysAgo(50 - i) });
      await makeCommission(database.db, {
        affiliateId: jane.id,
        paymentId,
        createdAt: daysAgo(50 - i),
        ...line,
      });
    }
    const { count, lines } = await commissions(jane);
    expect(count).toBe(5);
    expect(lines.map(({ sale, rate, amountCents }) => [sale, rate, amountCents])).toEqual([
      ['Individual Membership, renewal 4', '0%', 0],
      ['Individual Membership, renewal 3', '$5.00 bonus', 500],
      ['Individual Membership, renewal 2', '5% of your downline', 250],
      ['Individual Membership, renewal 1', '20%', 999],
      ['Individual Membership', '20%', 999],
    ]);
    expect(lines[0]?.reason).toBe('Donated to the community fund');
  });

  test('are pending, payable, paid, or reversed after a full refund', async () => {
    const kim = await makeAffiliate();
    await makePayable(database.db, server.deps.cipher, { accountId: kim.id });
    const earn = (days: number, reason: string, overrides = {}) =>
      makeCommission(database.db, { affiliateId: kim.id, createdAt: daysAgo(days), reason, ...overrides });
    const paidCommission = await earn(100, 'paid');
    await payMonth(server.deps, '2027-01');
    await earn(40, 'payable');
    await earn(29, 'pending');
    const partlyRefunded = await earn(20, 'partly taken back');
    const fullyRefunded = await earn(10, 'taken back');
    const reverseLine = (line: typeof paidCommission, reason: string, amountCents: number) =>
      earn(1, reason, {
        paymentId: line.paymentId,
        adjusts: line.id,
        amountCents,
        payableAt: line.payableAt,
      });
    await reverseLine(partlyRefunded, 'a part', -100);
    await reverseLine(fullyRefunded, 'all of it', -999);
    const listStates = async () =>
      Object.fromEntries((await commissions(kim)).lines.map(({ reason, status }) => [reason, status]));
    expect(await listStates()).toEqual({
      paid: 'paid',
      payable: 'payable',
      pending: 'pending',
      'partly taken back': 'pending',
      'a part': 'pending',
      'taken back': 'reversed',
      'all of it': 'reversed',
    });
    expect((await overview(kim))?.totals).toEqual({
      pendingCents: 999 + 999 - 100,
      payableCents: 999,
      paidCents: 999,
    });
    // Reversing a paid commission creates a debt, which the next payout deducts.
    await reverseLine(paidCommission, 'after the payout', -999);
    expect(await listStates()).toMatchObject({ paid: 'reversed', 'after the payout': 'payable' });
    expect((await overview(kim))?.totals).toMatchObject({ payableCents: 0, paidCents: 999 });
  });

  test('are paged without repeats, and the CSV has all of them', async () => {
    const lee = await makeAffiliate();
    const { id: paymentId } = await makePayment(database.db);
    const firstCommission = await makeCommission(database.db, {
      affiliateId: lee.id,
      paymentId,
      reason: 'line 0',
    });
    const rows = Array.from({ length: 2_344 }, (_, i) => ({
      ...firstCommission,
      id: newId(),
      adjusts: firstCommission.id,
      amountCents: 0,
      reason: `line ${i + 1}`,
      // Give every 100 rows the same timestamp, to test paging among ties.
      createdAt: daysAgo(Math.floor(i / 100)),
    }));
    for (let i = 0; i < rows.length; i += 1_000) {
      await database.db
        .insertInto('commissions')
        .values(rows.slice(i, i + 1_000))
        .execute();
    }
    const seenIds = new Set<string>();
    for (const page of [1, 2, 60, 117, 118]) {
      const { count, lines } = await commissions(lee, page);
      expect(count).toBe(2_345);
      expect(lines).toHaveLength({ 118: 5 }[page] ?? 20);
      for (const { id } of lines) seenIds.add(id);
    }
    expect(seenIds.size).toBe(85);
    expect((await commissions(lee, 119)).lines).toEqual([]);

    let csv = '';
    for await (const partlyRefunded of streamCommissionCsv(server.deps, lee.id)) csv += partlyRefunded;
    const reasons = csv.match(/line \d+/g) ?? [];
    expect(reasons).toHaveLength(2_345);
    expect(new Set(reasons).size).toBe(2_345);
  });

  test('[D13] are hidden from other affiliates', async () => {
    const ownAffiliate = await makeAffiliate();
    const otherAffiliate = await makeAffiliate();
    await makeCommission(database.db, { affiliateId: ownAffiliate.id });
    expect(await commissions(otherAffiliate)).toEqual({ count: 0, lines: [] });
    expect((await overview(otherAffiliate))?.totals).toEqual({
      pendingCents: 0,
      payableCents: 0,
      paidCents: 0,
    });
    const response = await (await server.visitor(otherAffiliate)).get('/api/affiliate/commissions.csv');
    expect(response.body.trim().split('\n')).toHaveLength(1);
  });
});

describe('GET /api/affiliate/commissions.csv', () => {
  test('returns a spreadsheet with dollars, days in the business time zone, and no formulas', async () => {
    const max = await makeAffiliate();
    const quote = {
      lines: [{ planId: 0, description: '=1+1', amountCents: 4995, recurring: true, commissionable: true }],
    };
    const { id: purchaseId } = await makePurchase(database.db, { quote });
    const { id: paymentId } = await makePayment(database.db, { purchaseId });
    const line = { affiliateId: max.id, paymentId, payableAt: new Date('2027-03-01T05:00:00Z') };
    const root = await makeCommission(database.db, { ...line, createdAt: new Date('2027-01-30T05:00:00Z') });
    await makeCommission(database.db, {
      ...{ ...line, createdAt: new Date('2027-02-02T12:00:00Z'), adjusts: root.id },
      ...{ amountCents: -999, baseCents: 0, reason: '-cmd' },
    });
    const response = await (await server.visitor(max)).get('/api/affiliate/commissions.csv');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="commissions.csv"');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toBe(
      [
        '\ufeffDate,Sale,Rate,Base,Amount,Reason,Status,Payable on',
        "2027-02-02,'=1+1,20%,0.00,-9.99,'-cmd,reversed,2027-02-28",
        "2027-01-29,'=1+1,20%,49.95,9.99,20% of the first payment,reversed,2027-02-28",
        '',
      ].join('\n'),
    );
  });

  test('requires a login', async () => {
    const response = await (await server.visitor()).get('/api/affiliate/commissions.csv');
    expect([response.statusCode, response.json()]).toEqual([401, { error: 'Login to continue' }]);
  });
});

describe('an affiliate’s overview', () => {
  test('is null for an account that is not an affiliate', async () => {
    expect(await overview(await makeAccount(database.db))).toBeNull();
    expect(await overview(await makeAccount(database.db, { accountType: 10 }))).toBeNull();
  });

  test.each([
    [{ accountType: 1 }, ['Service Member']],
    [{ accountType: 2, isFriend: true }, ['Loyalty Affiliate', 'Friend']],
    [{ accountType: 3, isInfluencer: true, isFriend: true }, ['Educator', 'Service Member', 'Friend']],
    [{ accountType: 0, isFriend: true }, ['Friend']],
  ])('lists the roles of %j', async (columns, roles) => {
    expect((await overview(await makeAffiliate(columns)))?.roles).toEqual(roles);
  });

  test('has the link, its visits, sign-ups, and sales, and earnings by month', async () => {
    const una = await makeAffiliate({ firstname: 'Una', lastname: 'Upline' });
    const zoe = await makeAffiliate({ accountType: 3, referenceCode: 'ZOE 7&', referredBy: una.id });
    for (let i = 0; i < 3; i++) await server.caller().affiliates.visit({ code: 'zoe 7&' });
    const oldAffiliate = await makeAffiliate({ firstname: 'Old', lastname: 'Hand', referredBy: zoe.id });
    const newAffiliate = await makeAffiliate({
      firstname: 'Fresh',
      lastname: 'Face',
      referredBy: zoe.id,
      accountType: 3,
    });
    await signUp(oldAffiliate.id, zoe.id, daysAgo(60));
    await signUp(newAffiliate.id, zoe.id, daysAgo(5));
    await signUp((await makeAffiliate()).id, zoe.id, null);
    await makePurchase(database.db, { referrerId: zoe.id });
    await makePurchase(database.db, { referrerId: zoe.id, status: 'failed', settledAt: null });
    // Midnight in Denver is 7:00 UTC on March 1, and 6:00 UTC on April 1.
    for (const [time, amountCents] of [
      ['2027-03-01T06:59:00Z', 100],
      ['2027-03-01T07:00:00Z', 10],
      ['2026-04-01T06:00:00Z', 7],
      ['2026-04-01T05:59:00Z', 5],
    ] as const) {
      await makeCommission(database.db, { affiliateId: zoe.id, createdAt: new Date(time), amountCents });
    }
    await server.deps.visitCounts.flush();
    const page = await overview(zoe);
    expect(page).toMatchObject({
      referenceCode: 'ZOE 7&',
      link: 'http://localhost:3000/?ref=ZOE%207%26',
      donates: false,
      visits: 3,
      signups: 2,
      sales: 1,
      broughtInBy: 'Una Upline',
      downline: [
        { name: 'Fresh Face', role: 'Educator', since: daysAgo(5) },
        { name: 'Old Hand', role: 'Service Member', since: daysAgo(60) },
      ],
    });
    expect(page?.months).toHaveLength(12);
    expect(page?.months.at(0)).toEqual({ month: '2026-04', earnedCents: 7 });
    expect(page?.months.slice(-2)).toEqual([
      { month: '2027-02', earnedCents: 100 },
      { month: '2027-03', earnedCents: 10 },
    ]);
  });
});

describe('[D24] references', () => {
  beforeAll(async () => {
    await ensureHouseAccount(database.db);
    await makeAffiliate({ firstname: 'Ida', lastname: 'Code', referenceCode: 'IDA' });
    await makeAccount(database.db, { referenceCode: 'NOBODY' });
  });

  test('find an affiliate by a link’s code in any case, and nobody for an unknown code', async () => {
    const { affiliates } = server.caller();
    expect(await affiliates.referral({ code: ' ida ' })).toEqual({
      id: expect.any(String),
      label: 'Ida Code',
    });
    for (const code of ['', 'nobody', 'IDA2', 'I%', '%', null]) {
      expect(await affiliates.referral({ code })).toBeNull();
      expect(await affiliates.visit({ code })).toBeNull();
    }
  });

  test('count every concurrent visit, by day in the business time zone', async () => {
    await Promise.all(Array.from({ length: 10 }, () => server.caller().affiliates.visit({ code: 'IDA' })));
    const lateDeps = { ...server.deps, now: () => new Date('2027-03-10T06:30:00Z') };
    await server.caller(null, { deps: lateDeps }).affiliates.visit({ code: 'IDA' });
    await server.deps.visitCounts.flush();
    const ida = await server.caller().affiliates.referral({ code: 'IDA' });
    const days = await database.db
      .selectFrom('referralVisits')
      .select(({ ref }) => [ref('visits').as('visits'), ref('day').as('day')])
      .where('affiliateId', '=', String(ida?.id))
      .orderBy('day')
      .execute();
    expect(days.map(({ visits }) => visits)).toEqual([1, 10]);
  });

  test('default to the house account', async () => {
    const houseReference = await server.caller().affiliates.houseReference();
    expect(houseReference.label).toBe('Everything Card');
  });
});
