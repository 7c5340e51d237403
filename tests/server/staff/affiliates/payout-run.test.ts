import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { DONATED_REASON } from '#server/domains/affiliates/commissions/commission-rule.shared.ts';
import { fileW8 } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import {
  createPayoutFile,
  planPayMonth,
  readPayoutRun,
} from '#server/staff/affiliates/payout-run.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayoutAccount } from '#tests/helpers/factories/payout-account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';

const database = testDb();
let now = new Date('2026-12-02T18:00:00Z');
const app = testApp(database, () => ({ now: () => now }));
const MONTH = '2026-11';
const IN_MONTH = new Date('2026-11-20T00:00:00Z');

let staff: TestAccount;
let amy: TestAccount;
let nora: TestAccount;

const earn = (account: TestAccount, amountCents: number, reason = '20% of the first payment') =>
  makeCommission(database.db, { affiliateId: account.id, payableAt: IN_MONTH, amountCents, reason });
const makeAffiliate = (firstname: string) =>
  makeAccount(database.db, { firstname, lastname: 'Adams', accountType: 1, referenceCode: firstname });
const readAudit = () =>
  database.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'subject', 'reason', 'change'])
    .where('subject', '=', `month:${MONTH}`)
    .orderBy('id')
    .execute();

/** Compares the lines that triggers keep with those that no payout has paid. */
async function expectExactUnpaidLines(): Promise<void> {
  const keptLines = await database.db.selectFrom('unpaidCommissions').select('commissionId').execute();
  const unpaidCommissions = await database.db
    .selectFrom('commissions')
    .leftJoin('payoutLines', 'payoutLines.commissionId', 'commissions.id')
    .select('commissions.id')
    .where('payoutId', 'is', null)
    .where('amountCents', '<>', 0)
    .execute();
  expect(keptLines.map(({ commissionId }) => commissionId).sort()).toEqual(
    unpaidCommissions.map(({ id }) => id).sort(),
  );
}

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
  [amy, nora] = [await makeAffiliate('Amy'), await makeAffiliate('Nora')];
  const [olga, dora] = [await makeAffiliate('Olga'), await makeAffiliate('Dora')];
  for (const account of [amy, olga, dora])
    await makeW9(database.db, app.deps.cipher, { accountId: account.id });
  await makePayoutAccount(database.db, app.deps.cipher, { accountId: amy.id });
  await earn(amy, 1_249);
  await earn(nora, 777);
  await earn(olga, -500);
  await earn(dora, 0, DONATED_REASON);
});

describe('a payout run', () => {
  test('shows who would be paid, and who would not and why', async () => {
    const run = await readPayoutRun(app.deps, MONTH);
    expect(run).toMatchObject({ paidAt: null, isOver: true, count: 1, totalCents: 1_249, heldBackCount: 3 });
    expect(run.payees).toMatchObject([{ name: 'Amy Adams', form: 'W-9', amountCents: 1_249 }]);
    expect(run.heldBack.map(({ name, amountCents, reason }) => [name, amountCents, reason])).toEqual([
      ['Nora Adams', 777, 'No tax form on file'],
      ['Olga Adams', -500, 'Refunds exceed earnings; the next payout deducts the difference'],
      ['Dora Adams', 0, 'Donates to the community fund'],
    ]);
    await expectExactUnpaidLines();
  });

  test('can be paid only after the month, and only as it was shown', async () => {
    const shownMonth = { month: MONTH, count: 1, totalCents: 1_249 };
    now = new Date('2026-12-01T06:59:00Z');
    await expect(planPayMonth(app.deps, shownMonth)).rejects.toMatchObject({ code: 'MONTH_NOT_OVER' });
    now = new Date('2026-12-02T18:00:00Z');
    const { perform } = await planPayMonth(app.deps, shownMonth);
    await earn(amy, 100);
    await expect(planPayMonth(app.deps, shownMonth)).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    const by = { actorId: staff.id, reason: 'November' };
    await expect(perform(by)).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    expect(await readAudit()).toEqual([]);
  });

  test('is paid once, and the audit log says by whom and why', async () => {
    const shownMonth = { month: MONTH, count: 1, totalCents: 1_349 };
    const { effects, perform, done } = await planPayMonth(app.deps, shownMonth);
    expect(effects[0]).toBe('2026-11 is marked as paid: 1 payout, $13.49 in total.');
    const by = { actorId: staff.id, reason: 'November' };
    await perform(by);
    expect(done).toBe('2026-11 is marked as paid: 1 payout.');
    expect(await readAudit()).toEqual([
      {
        actorId: staff.id,
        action: 'payouts.pay',
        subject: `month:${MONTH}`,
        reason: 'November',
        change: { before: null, after: '1 payouts, $13.49' },
      },
    ]);
    await expect(planPayMonth(app.deps, shownMonth)).rejects.toMatchObject({ code: 'MONTH_PAID' });
    await expect(perform(by)).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
    await expectExactUnpaidLines();
    const years = await database.db.selectFrom('affiliateYears').selectAll().execute();
    expect(years).toEqual([{ year: 2026, affiliateId: amy.id, paidCents: 1_349 }]);
    expect(await readPayoutRun(app.deps, MONTH)).toMatchObject({ paidAt: now, count: 1, heldBackCount: 0 });
  });

  test('[D7] has a file for the bank; tax numbers in it are opened one by one, with the reason', async () => {
    const ctx = { deps: app.deps, account: staff };
    const request = { month: MONTH, reason: 'Bank transfer' };
    const { name, text } = await createPayoutFile(ctx, { ...request, withTaxNumbers: false });
    expect(name).toBe('payouts-2026-11.csv');
    expect(parse(text, { bom: true })).toEqual([
      ['payout', 'month', 'paid on', 'name', 'email', 'code', 'amount', 'currency', 'tax form'],
      [expect.any(String), MONTH, '2026-12-02', 'Amy Adams', amy.email, 'Amy', '13.49', 'USD', 'W-9'],
    ]);
    const withNumbers = await createPayoutFile(ctx, { ...request, withTaxNumbers: true });
    expect(withNumbers.text).toContain('Gomez Bakery LLC,SSN,123456789');
    const auditEntries = await database.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'reason'])
      .where('reason', '=', request.reason)
      .execute();
    expect(auditEntries.map(({ action }) => action)).toEqual([
      'payouts.download',
      'payouts.download',
      'tax-form.open',
    ]);
    await expect(
      createPayoutFile(ctx, { ...request, month: '2026-10', withTaxNumbers: false }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('holds back an affiliate who moved to the US and has no bank account on file', async () => {
    const mia = await makeAffiliate('Mia');
    await inTransaction(database.db, (trx) =>
      fileW8(app.deps, trx, { accountId: mia.id, w8: SAMPLE_W8, ip: '::1', now }),
    );
    await makeW9(database.db, app.deps.cipher, { accountId: mia.id });
    await earn(mia, 600);
    expect((await readPayoutRun(app.deps, '2026-12')).heldBack).toContainEqual(
      expect.objectContaining({ name: 'Mia Adams', form: 'W-9', reason: 'No bank account on file' }),
    );
  });

  test('[D57] needs a passkey that was used in the last ten minutes to be paid or opened', async () => {
    const { affiliates } = app.staffCaller(staff, {
      passkeyAt: new Date(now.getTime() - 10 * 60_000 - 1),
    }).staff;
    const file = { month: MONTH, withTaxNumbers: false, reason: 'Bank transfer' };
    const payment = { values: { month: MONTH, count: 1, totalCents: 1 }, reason: 'x', version: '' };
    for (const attempt of [
      () => affiliates.payoutFile(file),
      () => affiliates.markPaid.perform(payment),
      () => affiliates.openTaxForm({ accountId: amy.id, kind: 'w9', reason: 'x' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ cause: { code: 'PASSKEY_REQUIRED' } });
    expect(await affiliates.payoutRun({ month: MONTH })).toMatchObject({ count: 1 });
  });
});
