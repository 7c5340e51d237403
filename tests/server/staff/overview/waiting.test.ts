import { beforeAll, expect, test } from 'vitest';
import { getReportingThreshold } from '#server/domains/affiliates/tax-forms/tax-year.shared.ts';
import { toBusinessDate } from '#server/lib/dates.ts';
import { newId } from '#server/lib/ids.ts';
import { countFigures } from '#server/staff/overview/figure.service.ts';
import { listWaiting } from '#server/staff/overview/waiting.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';

const database = testDb();
const app = testApp(database);
const HOUR_MS = 3_600_000;

async function countFor(accountType: number): Promise<Record<string, number>> {
  const account = await makeAccount(database.db, { accountType });
  const items = await listWaiting({ deps: app.deps, account });
  return Object.fromEntries(items.map(({ label, count }) => [label, count]));
}

beforeAll(async () => {
  const { db } = database;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  await makePurchase(db, { status: 'pending', createdAt: hoursAgo(2) });
  await makePurchase(db, { status: 'pending', createdAt: hoursAgo(0.5) });
  const dispute = {
    amountCents: 4995,
    reason: 'fraudulent',
    evidenceDueAt: hoursAgo(-100),
    openedAt: hoursAgo(1),
  };
  for (const closedAt of [null, hoursAgo(0)]) {
    const { id: paymentId } = await makePayment(db);
    await db
      .insertInto('disputes')
      .values({ id: newId(), paymentId, closedAt, ...dispute })
      .execute();
  }
  await db
    .insertInto('reconciliations')
    .values({
      night: '2026-11-20',
      periodFrom: hoursAgo(72),
      periodTo: hoursAgo(1),
      findings: JSON.stringify([
        { kind: 'leaked-hold', id: newId(), purchaseId: null, stripeCents: null, ourCents: null },
      ]),
      finishedAt: hoursAgo(1),
    })
    .execute();
});

test('the overview counts what waits for staff, and failed jobs only for developers', async () => {
  const waitingCounts = await countFor(10);
  expect(waitingCounts).toMatchObject({
    'Purchases open for over an hour': 1,
    'Disputes waiting for evidence': 1,
    'Reconciliation findings': 1,
    'Cards to print': 0,
    'Printed cards to send': 0,
    'Webinar rewards owed': 0,
  });
  expect(waitingCounts).not.toHaveProperty('Failed jobs');
  expect(await countFor(42)).toHaveProperty('Failed jobs', 0);
});

test('a payout is only due if its tax form and bank account are on file', async () => {
  const { db } = database;
  const earn = async () => {
    const { id: accountId } = await makeAccount(db, { accountType: 1 });
    await makeCommission(db, { affiliateId: accountId, payableAt: new Date('2026-01-01T12:00:00Z') });
    return { accountId };
  };
  await earn();
  await makeW9(db, app.deps.cipher, await earn());
  await makePayable(db, app.deps.cipher, await earn());
  await countFigures(app.deps);
  expect(await countFor(10)).toHaveProperty('Payouts due', 1);
});

test('an affiliate who reached the 1099 threshold needs a tax form, even if commissions were refunded later', async () => {
  const { db } = database;
  const year = Number(toBusinessDate(new Date()).slice(0, 4));
  const { id: affiliateId } = await makeAccount(db, { accountType: 1 });
  const paidCents = getReportingThreshold(year);
  await db.insertInto('affiliateYears').values({ year, affiliateId, paidCents }).execute();
  await makeCommission(db, { affiliateId, amountCents: -999 });
  await countFigures(app.deps);
  expect(await countFor(10)).toHaveProperty('Affiliates over the 1099 threshold without a tax form', 1);
});
