import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { postPayment, postReturns } from '#server/domains/ledger/ledger.service.ts';
import { listInput } from '#server/staff/kit/list.schema.ts';
import { countFigures, readFigures, refreshFigures } from '#server/staff/overview/figure.service.ts';
import { readStaffList } from '#server/staff/staff-lists.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany, makeEmployeeCard } from '#tests/helpers/factories/company.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment, makeSubscription } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
const NOW = new Date('2026-11-20T18:00:00Z');
const now = () => NOW;
const app = testApp(database, { now });
const PERIOD = { from: '2026-11-01', to: '2026-11-20' };
let staff: TestAccount;

const at = (day: string) => new Date(`2026-${day}:00Z`);

/** Sells a membership whose paid period began on November 5 unless `columns` overrides it. */
async function sell(
  joined: string,
  columns: Parameters<typeof makeSubscription>[1] = {},
  quote: Record<string, unknown> = {},
  planId = 0,
) {
  const { db } = database;
  const purchaseId = (await makePurchase(db, { quote, createdAt: at(joined) })).id;
  const subscription = {
    purchaseId,
    periodStart: at('11-05T18:00'),
    periodEnd: at('12-05T18:00'),
    ...columns,
  };
  const membership = await makeMembership(db, { planId, createdAt: at(joined), subscription });
  return { purchaseId, subscriptionId: membership.subscriptionId };
}

const YEARLY = { interval: 'year', recurringCents: 99900, discountedRecurringCents: 99900 };
const promo = (periods: number | null, discountedRecurringCents: number) => ({
  promo: { code: 'SAVE', periods },
  discountedRecurringCents,
});

/** Sells one membership for each case of the definitions in server/staff/overview/figure.schema.ts. */
async function sellMembers() {
  const { db } = database;
  await sell('11-01T05:30'); // October 31 in Denver: before the period
  await sell('11-20T06:30', { periodEnd: at('11-25T18:00') }); // November 19 in Denver
  await sell('11-20T17:00', { periodEnd: new Date('2027-11-20T18:00:00Z') }, YEARLY, 1);
  await sell('10-02T18:00', {}, promo(null, 4496));
  const { purchaseId } = await sell('11-05T18:00', {}, promo(3, 2500));
  await makePayment(db, { purchaseId, paidAt: at('11-05T18:00') });
  await sell('09-05T18:00', { status: 'past_due', pastDueSince: at('11-05T18:00'), owedCents: 4995 });
  await sell('09-06T18:00', { status: 'unpaid', pastDueSince: at('11-06T18:00'), owedCents: 4996 });
  await sell('08-05T18:00', { canceledAt: at('11-20T17:00') }); // runs until its period ends
  await sell('08-06T18:00', {
    canceledAt: at('11-10T18:00'),
    endedAt: at('11-10T18:00'),
    status: 'canceled',
  });
  await sell('07-05T18:00', {
    canceledAt: at('10-30T18:00'),
    endedAt: at('11-02T18:00'),
    status: 'canceled',
  });
  await sell('11-07T18:00', { providerId: null }); // a free period
  await sell('10-07T18:00', { providerId: null, periodEnd: at('11-07T18:00') }); // and one that ran out
  // Upgraded to the family plan, with a change back at the next renewal.
  await sell('10-08T18:00', {
    planQuote: JSON.stringify({ ...QUOTE, recurringCents: 9990, discountedRecurringCents: 9990 }),
    nextPlanQuote: JSON.stringify(QUOTE),
    nextPlanFrom: at('12-05T18:00'),
  });
  const businessPlan = {
    kind: 'business-plan',
    quote: { recurringCents: 19900, discountedRecurringCents: 19900 },
  };
  await makeSubscription(db, {
    purchaseId: (await makePurchase(db, businessPlan)).id,
    periodEnd: new Date('2026-12-21T06:59:00Z'), // the last minute of the 30th day in Denver
  });
  const company = await makeCompany(db, {
    accountId: (await makeAccount(db)).id,
    subscription: {
      purchaseId: (
        await makePurchase(db, { kind: 'corporate', quote: { interval: 'year', recurringCents: 1 } })
      ).id,
      periodEnd: new Date('2027-03-01T18:00:00Z'),
    },
  });
  const createdAt = at('11-03T18:00');
  await makeEmployeeCard(db, company, { createdAt });
  await makeEmployeeCard(db, company, { createdAt, planId: 4 });
  await makeEmployeeCard(db, company, { createdAt, endedAt: at('11-04T18:00') }); // replaced
}

const QUOTE = { interval: 'month', recurringCents: 4995, discountedRecurringCents: 4995, promo: null };

async function sellAndRefund() {
  const { db } = database;
  const pay = async (paidAt: Date, amountCents: number, discountCents: number) => {
    const payment = await makePayment(db, { paidAt, amountCents });
    const lines = [{ planId: 0, amountCents: amountCents + discountCents, discountCents }];
    await inTransaction(db, (trx) => postPayment(trx, { ...payment, lines }));
    return payment;
  };
  await pay(at('11-01T05:59'), 10_000, 0); // October 31 in Denver
  const payment = await pay(at('11-01T06:00'), 4495, 500);
  await pay(at('11-20T17:00'), 4995, 0);
  await inTransaction(db, (trx) =>
    postReturns(trx, payment, {
      refunds: [
        { id: 're_1', amountCents: 700, at: at('11-12T18:00'), isFailed: false },
        { id: 're_2', amountCents: 900, at: at('11-13T18:00'), isFailed: true },
      ],
      disputes: [{ id: 'txn_1', amountCents: -1_000, at: at('11-14T18:00') }],
    }),
  );
}

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
  await sellMembers();
  await sellAndRefund();
  await countFigures({ db: database.db, now });
});

/** Each figure with its expected value, and simple SQL that counts it independently. */
const COUNTED = {
  activeMembers: [
    10,
    sql`select count(*) as n from memberships m, subscriptions s, plans p
      where s.id = m.subscription_id and p.id = m.plan_id and p.id <> 5 and s.status in ('active', 'canceled')
        and coalesce(m.ended_at, s.ended_at, 'infinity') > ${NOW} and s.period_end > ${NOW}`,
  ],
  mrrCents: [
    // Monthly, yearly, a discount forever, one for three periods, past due, changed plan, business plan, company.
    4995 + 4995 + 8325 + 4496 + 4995 + 4995 + 9990 + 19900 + Math.round((4995 + 9990) / 12),
    null,
  ],
  pastDue: [2, sql`select count(*) as n from subscriptions where status in ('past_due', 'unpaid')`],
  owedCents: [
    9991,
    sql`select sum(owed_cents) as n from subscriptions where status in ('past_due', 'unpaid')`,
  ],
  renewals: [
    6,
    sql`select count(*) as n from subscriptions where provider_id is not null and canceled_at is null
      and ended_at is null and status = 'active' and period_end < '2026-12-21T07:00:00Z'`,
  ],
  renewalsCents: [4995 + 4995 + 4496 + 2500 + 4995 + 19900, null],
  newMembers: [
    7,
    sql`select count(*) as n from memberships where plan_id <> 5
      and created_at >= '2026-11-01T06:00:00Z' and created_at < '2026-11-21T07:00:00Z'`,
  ],
  canceledMembers: [
    2,
    sql`select count(*) as n from subscriptions
      where canceled_at >= '2026-11-01T06:00:00Z' and canceled_at < '2026-11-21T07:00:00Z'`,
  ],
  revenueCents: [
    4495 + 4995,
    sql`select sum(amount_cents) as n from payments where provider_invoice_id in (select source_id from ledger_entries)
      and paid_at >= '2026-11-01T06:00:00Z'`,
  ],
  refundsCents: [700, sql`select sum(amount_cents) as n from ledger_postings where account = 'refunds'`],
  disputesCents: [1000, sql`select sum(amount_cents) as n from ledger_postings where account = 'disputes'`],
} as const;

const isFigure = (name: string): name is keyof typeof COUNTED => Object.hasOwn(COUNTED, name);

describe('the overview', () => {
  test.each(Object.keys(COUNTED).filter(isFigure))('counts %s as SQL written by hand does', async (name) => {
    const { state, totals } = await readFigures(database.db, PERIOD);
    const [onPaper, query] = COUNTED[name];
    expect({ ...state, ...totals }[name]).toBe(onPaper);
    if (!query) return;
    const { rows } = await sql<{ n: number }>`${query}`.execute(database.db);
    expect(Number(rows[0]?.n)).toBe(onPaper);
  });

  test.each([
    ['countedMembers', { state: 'active' }, 'activeMembers', null],
    ['countedMembers', { origin: 'new', ...PERIOD }, 'newMembers', null],
    ['cancellations', PERIOD, 'canceledMembers', null],
    ['recurring', {}, 'mrrCents', 'monthly'],
    ['recurring', { state: 'active', to: '2026-12-20' }, 'renewals', null],
    ['recurring', { state: 'active', to: '2026-12-20' }, 'renewalsCents', 'renewal'],
    ['pastDue', {}, 'pastDue', null],
    ['pastDue', {}, 'owedCents', 'owed'],
    ['money', { figure: 'revenue', ...PERIOD }, 'revenueCents', 'revenue'],
    ['money', { figure: 'refunds', ...PERIOD }, 'refundsCents', 'refunds'],
    ['money', { figure: 'disputes', ...PERIOD }, 'disputesCents', 'disputes'],
  ] as const)('links to the list %s %j, whose rows add up to %s', async (list, filters, figure, column) => {
    const { state, totals } = await readFigures(database.db, PERIOD);
    const ctx = { deps: app.deps, account: staff };
    const { rows } = await readStaffList(ctx, listInput.parse({ list, filters }));
    const sum = rows.reduce((total, row) => total + (column === null ? 1 : Number(row[column])), 0);
    expect(sum).toBe({ ...state, ...totals }[figure]);
  });

  test('puts each event on its day in Denver', async () => {
    const { days } = await readFigures(database.db, { from: '2026-10-31', to: '2026-11-01' });
    expect(days).toMatchObject([
      { day: '2026-10-31', newMembers: 1, revenueCents: 10_000 },
      { day: '2026-11-01', newMembers: 0, revenueCents: 4495 },
    ]);
  });

  test('knows the state only of days that were counted as the present day', async () => {
    const { days } = await readFigures(database.db, { from: '2026-11-19', to: '2026-11-20' });
    expect(days.map(({ activeMembers }) => activeMembers)).toEqual([null, 10]);
  });
});

test('[D73] imported members are counted by when they started, apart from new ones', async () => {
  const { db } = database;
  const sold = await readFigures(db, PERIOD);
  const { id: membershipId } = await makeMembership(db, { createdAt: at('11-19T18:00') });
  await db
    .insertInto('importedMemberships')
    .values({ membershipId, key: 'k', rowDigest: '', importedAt: at('11-19T18:00'), startedOn: '2020-03-01' })
    .execute();
  await countFigures({ db, now });
  const { totals, importedMembers } = await readFigures(db, PERIOD);
  expect([totals.newMembers, importedMembers]).toEqual([sold.totals.newMembers, 0]);
  const march = { from: '2020-03-01', to: '2020-03-31' };
  expect((await readFigures(db, march)).importedMembers).toBe(1);
  const ctx = { deps: app.deps, account: staff };
  const { rows } = await readStaffList(ctx, listInput.parse({ list: 'importedMembers', filters: march }));
  expect(rows).toMatchObject([{ id: membershipId, started: '2020-03-01' }]);
});

describe('counting', () => {
  const revenueOn = async (day: string) =>
    (await readFigures(database.db, { from: day, to: day })).totals.revenueCents;
  const payLate = (day: string) =>
    inTransaction(database.db, async (trx) => {
      const payment = await makePayment(trx, { paidAt: new Date(`${day}T18:00:00Z`), amountCents: 111 });
      await postPayment(trx, { ...payment, lines: [{ planId: 0, amountCents: 111, discountCents: 0 }] });
    });
  const depsAfter = (hours: number) => ({
    db: database.db,
    now: () => new Date(NOW.getTime() + hours * 3_600_000),
  });

  test('counts yesterday again, and earlier days only with the first count of a day', async () => {
    await payLate('2026-11-19');
    await payLate('2026-11-15');
    await countFigures(depsAfter(1));
    expect([await revenueOn('2026-11-19'), await revenueOn('2026-11-15')]).toEqual([111, 0]);
    await countFigures(depsAfter(24));
    expect(await revenueOn('2026-11-15')).toBe(111);
  });

  test('leaves the work to the process that counted in the last few minutes', async () => {
    await countFigures(depsAfter(25));
    await payLate('2026-11-21');
    await refreshFigures(depsAfter(25.05));
    expect(await revenueOn('2026-11-21')).toBe(0);
    await refreshFigures(depsAfter(25.1));
    expect(await revenueOn('2026-11-21')).toBe(111);
  });
});
