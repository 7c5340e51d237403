import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { ledgerCommand } from '#server/app/cli/commands/ledger.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import type { SoldLine } from '#server/domains/ledger/entries.ts';
import { postBalanceTransactions, postPayment, postReturns } from '#server/domains/ledger/ledger.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment, type TestPayment } from '#tests/helpers/factories/subscription.ts';
import { openRecordingJobs } from '#tests/helpers/fakes/job-queue.ts';

const database = seededTestDb();

async function run(...args: string[]) {
  let text = '';
  const io = {
    input: (async function* () {})(),
    write: async (part: string) => {
      text += part;
    },
    note: () => {},
    progress: () => {},
    signal: new AbortController().signal,
  };
  const deps = {
    db: database.db,
    now: () => new Date('2027-06-01T12:00:00Z'),
    config: loadConfig({}),
    openJobs: openRecordingJobs,
  };
  const result = await executeCommand(ledgerCommand, deps, args, io);
  const rows: string[][] = parse(text, { relax_column_count: true });
  return { ...result, rows };
}

/** Records and posts a payment of a purchase. */
async function pay(
  payment: Parameters<typeof makePayment>[1] & { paidAt: Date },
  lines: SoldLine[],
): Promise<TestPayment> {
  return inTransaction(database.db, async (trx) => {
    const amountCents = lines.reduce((sum, line) => sum + line.amountCents - line.discountCents, 0);
    const insertedPayment = await makePayment(trx, { ...payment, amountCents });
    await postPayment(trx, { ...insertedPayment, lines });
    return insertedPayment;
  });
}

const YEAR = {
  periodStart: new Date('2026-01-01T07:00:00Z'),
  periodEnd: new Date('2027-01-01T07:00:00Z'),
};

beforeAll(async () => {
  const { id: accountId } = await makeAccount(database.db);
  const paidAt = YEAR.periodStart;
  const company = await makePurchase(database.db, { accountId, kind: 'corporate' });
  const yearly = await pay({ ...YEAR, paidAt, purchaseId: company.id }, [
    { planId: 3, amountCents: 40_500, discountCents: 4_000 },
    { planId: 100, amountCents: 1_000, discountCents: 0 },
  ]);
  // Cards added on July 2 for the remaining 183 days.
  const seats = await makePurchase(database.db, { accountId, kind: 'company-seats' });
  const addedAt = new Date('2026-07-02T06:00:00Z');
  await pay({ paidAt: addedAt, periodStart: addedAt, periodEnd: addedAt, purchaseId: seats.id }, [
    { planId: 4, amountCents: 18_300, discountCents: 0 },
  ]);
  await pay({ paidAt: new Date('2026-02-10T12:00:00Z') }, [
    { planId: 0, amountCents: 4995, discountCents: 500 },
  ]);
  await inTransaction(database.db, async (trx) => {
    await postReturns(trx, yearly, {
      refunds: [
        { id: 're_half', amountCents: 18_250, at: new Date('2026-10-15T12:00:00Z'), isFailed: false },
      ],
      disputes: [],
    });
    const about = { paymentId: yearly.id, providerPaymentId: null, at: new Date('2026-03-01T06:59:00Z') };
    await postBalanceTransactions(trx, [
      { ...about, id: 'txn_1', category: 'charge', amountCents: 37_500, feeCents: 1_118 },
    ]);
  });
});

describe('npm run ledger', () => {
  test('resolves the file’s path in the caller’s directory, because the server may write it', () => {
    const file = join(process.cwd(), 'ledger.csv');
    expect(ledgerCommand.resolvePaths?.(['export', '--csv', 'ledger.csv'])).toEqual([
      'export',
      '--csv',
      file,
    ]);
    expect(ledgerCommand.resolvePaths?.(['export', '--csv=ledger.csv'])).toEqual(['export', `--csv=${file}`]);
    expect(ledgerCommand.resolvePaths?.(['export', '--csv', '-'])).toEqual(['export', '--csv', '-']);
  });

  test('trial-balance lists each account with debits equal to credits', async () => {
    const { rows } = await run('trial-balance');
    expect(rows).toEqual([
      ['Account', 'Plan', 'Debit', 'Credit'],
      ['Cash at Stripe', '', '363.82', '0.00'],
      ['In transit to Stripe', '', '45.45', '0.00'],
      ['Revenue', 'Corporate Family Card', '0.00', '183.00'],
      ['Revenue', 'Corporate Individual Card', '0.00', '405.00'],
      ['Revenue', 'Individual Membership', '0.00', '49.95'],
      ['Revenue', 'Physical Card', '0.00', '10.00'],
      ['Discounts', 'Corporate Individual Card', '40.00', '0.00'],
      ['Discounts', 'Individual Membership', '5.00', '0.00'],
      ['Refunds', '', '182.50', '0.00'],
      ["Stripe's fees", '', '11.18', '0.00'],
      ['Total', '', '647.95', '647.95'],
    ]);
  });

  test('trial-balance --at ends with that day in Denver', async () => {
    const findCashRows = async (day: string) =>
      (await run('trial-balance', '--at', day)).rows.filter(([account]) => account === 'Cash at Stripe');
    expect(await findCashRows('2026-02-27')).toEqual([]);
    expect(await findCashRows('2026-02-28')).toEqual([['Cash at Stripe', '', '363.82', '0.00']]);
  });

  test('export lists each month’s postings, the balance, and the deferred revenue of yearly plans', async () => {
    const { rows } = await run('export', '--from', '2026-01', '--to', '2027-01');
    const findRows = (month: string, account: string) =>
      rows.filter(([period, name]) => period === month && name === account).map((row) => row.slice(2));
    expect(findRows('2026-01', 'Revenue')).toEqual([
      ['Corporate Individual Card', '0.00', '405.00', '-405.00'],
      ['Physical Card', '0.00', '10.00', '-10.00'],
    ]);
    expect(findRows('2026-02', 'Revenue')).toEqual([
      ['Corporate Individual Card', '0.00', '0.00', '-405.00'],
      ['Individual Membership', '0.00', '49.95', '-49.95'],
      ['Physical Card', '0.00', '0.00', '-10.00'],
    ]);
    const findDeferred = (month: string) => findRows(month, 'Deferred revenue (computed, not posted)');
    // 365.00 was paid for 365 days. January has 31 days, so 334.00 is left.
    expect(findDeferred('2026-01')).toEqual([['Corporate Individual Card', '', '', '-334.00']]);
    // After July, 153 of the year's 365 days and of the added cards' 183 days are left, at 1.00 per day. The
    // cents come from daylight saving time: July ends an hour earlier than it would in standard time.
    expect(findDeferred('2026-07').map(([plan, , , cents]) => [plan, cents])).toEqual([
      ['Corporate Individual Card', '-153.04'],
      ['Corporate Family Card', '-153.01'],
    ]);
    // Half was refunded in October: 61 of 365 days are left after that month.
    expect(findDeferred('2026-10')[0]?.[3]).toBe('-30.52');
    expect(findDeferred('2026-12')).toEqual([]);
  });

  test.each([
    [['export', '--from', '2026-02', '--to', '2026-01'], '--from must not be after --to'],
    [['export', '--from', '2026-1', '--to', '2026-02'], 'Name the months'],
    [['trial-balance', '--at', 'today'], 'is not a day'],
    [['balance'], 'Choose trial-balance'],
  ])('refuses the arguments %j', async (args, message) => {
    const { exitCode, output } = await run(...args);
    expect(exitCode).toBe(2);
    expect(output).toContain(message);
  });
});
