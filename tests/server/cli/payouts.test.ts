import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { payoutsCommand } from '#server/app/cli/commands/payouts.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { fileW8 } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import { newId } from '#server/lib/ids.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createFieldCipher, type FieldCipher } from '#server/platform/security/field-cipher.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { openRecordingJobs, recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const FIELD_KEYS = `test:${Buffer.alloc(32, 3).toString('base64')}`;
let now = new Date('2026-12-02T18:00:00Z');

const folder = temporaryFolder();
let cipher: FieldCipher;
let amy: TestAccount;
let bob: TestAccount;
let nora: TestAccount;

/** Inserts a commission, $9.99 by default, that becomes payable at `payableAt`. */
const earn = (account: TestAccount, payableAt: string, amountCents = 999, adjusts: string | null = null) =>
  makeCommission(database.db, {
    affiliateId: account.id,
    payableAt: new Date(payableAt),
    amountCents,
    adjusts,
  });

const makePerson = (firstname: string, lastname: string, referenceCode: string) =>
  makeAccount(database.db, {
    firstname,
    lastname,
    referenceCode,
    email: `${firstname.toLowerCase()}@example.com`,
    accountType: 1,
  });

beforeAll(async () => {
  cipher = createFieldCipher(loadConfig({ FIELD_KEYS }).fieldKeys ?? []);
  amy = await makePerson('Amy', 'Adams', 'AMY');
  bob = await makePerson('=Bob', 'Brown', 'BOB');
  nora = await makePerson('Nora', 'Noform', 'NORA');
  await makeAccount(database.db, { email: 'staff@example.com', accountType: 10 });
  await makePayable(database.db, cipher, { accountId: amy.id });
  await inTransaction(database.db, (trx) =>
    fileW8({ cipher }, trx, {
      accountId: bob.id,
      w8: {
        name: 'Robert Brown',
        PermanentResidenceAddress: '1 High Street',
        city: 'Leeds',
        USTaxPayerID: '900-70-1111',
        ForeignTaxID: 'UK123456X',
        FTINRequired: true,
        ReferenceNumber: 'R1',
        acceptedTerms: true,
      },
      ip: '::1',
      now,
    }),
  );
});
beforeEach(() => {
  now = new Date('2026-12-02T18:00:00Z');
});

function run(...args: string[]) {
  const config = loadConfig({ FIELD_KEYS });
  const deps = { db: database.db, now: () => now, config, openJobs: openRecordingJobs };
  return executeCommand(payoutsCommand, deps, args);
}
const file = (name: string) => join(folder(), name);
const readRows = async (name: string): Promise<string[][]> =>
  parse(await readFile(file(name), 'utf8'), { bom: true });
const payoutAmounts = async (account: TestAccount) => {
  const rows = await database.db
    .selectFrom('payouts')
    .select('amountCents')
    .where('affiliateId', '=', account.id)
    .orderBy('id')
    .execute();
  return rows.map(({ amountCents }) => amountCents);
};

describe('npm run payouts', () => {
  test('[D13] lists what is payable to each affiliate at the end of the month, and who has a tax form', async () => {
    expect(await run('--month', '2026-11')).toEqual({
      exitCode: 0,
      output: 'Nothing is payable at the end of 2026-11.',
    });
    // The month ends at midnight in Denver, which is 7:00 UTC.
    await earn(amy, '2026-12-01T06:59:59Z');
    await earn(amy, '2026-11-03T00:00:00Z', 250);
    await earn(amy, '2026-12-01T07:00:00Z', 4000);
    await earn(bob, '2026-10-01T00:00:00Z', 500);
    await earn(nora, '2026-11-20T00:00:00Z', 777);
    const { output } = await run('--month', '2026-11');
    expect(output).toMatch(/Amy Adams +amy@example.com +AMY +\$12\.49 +W-9 on file/);
    expect(output).toMatch(/=Bob Brown +=bob@example.com +BOB +\$5\.00 +W-8BEN on file/);
    expect(output).toMatch(/Nora Noform +nora@example.com +NORA +\$7\.77 +missing/);
    expect(output).toMatch(/Total +\$25\.26/);
    expect(output).toContain('Held back, waiting for a tax form: 1.');
  });

  test('refuses a month that has not ended', async () => {
    now = new Date('2026-12-01T06:59:00Z');
    expect(await run('--month', '2026-11', '--pay', '--file', file('early.csv'))).toEqual({
      exitCode: 1,
      output: '2026-11 isn’t over yet.',
    });
    expect(await payoutAmounts(amy)).toEqual([]);
  });

  test('[D13] pays once, holds back affiliates without a form, and writes a private file without tax numbers', async () => {
    const firstRun = await run('--month', '2026-11', '--pay', '--file', file('paid.csv'));
    expect(firstRun.exitCode).toBe(0);
    expect(firstRun.output).toContain('2026-11 is marked as paid: 2 payouts.');
    expect(firstRun.output).toContain('Held back, waiting for a tax form: 1.');
    expect([await payoutAmounts(amy), await payoutAmounts(bob), await payoutAmounts(nora)]).toEqual([
      [1249],
      [500],
      [],
    ]);
    expect(await readRows('paid.csv')).toEqual([
      ['payout', 'month', 'paid on', 'name', 'email', 'code', 'amount', 'currency', 'tax form'],
      [
        expect.any(String),
        '2026-11',
        '2026-12-02',
        'Amy Adams',
        'amy@example.com',
        'AMY',
        '12.49',
        'USD',
        'W-9',
      ],
      [
        expect.any(String),
        '2026-11',
        '2026-12-02',
        "'=Bob Brown",
        "'=bob@example.com",
        'BOB',
        '5.00',
        'USD',
        'W-8BEN',
      ],
    ]);
    expect((await stat(file('paid.csv'))).mode & 0o777).toBe(0o600);

    now = new Date('2026-12-20T18:00:00Z');
    await earn(amy, '2026-11-05T00:00:00Z', 100);
    const secondRun = await run('--month', '2026-11', '--pay', '--file', file('again.csv'));
    expect(secondRun.output).toContain(
      '2026-11 was already paid on 2026-12-02: 2 payouts. Nothing more was paid.',
    );
    expect(await payoutAmounts(amy)).toEqual([1249]);
    expect(await readFile(file('again.csv'))).toEqual(await readFile(file('paid.csv')));
    expect((await run('--month', '2026-11')).output).toMatch(
      /was paid on 2026-12-02:[\s\S]*Payable now, for a later month:/,
    );
  });

  test('[D13] deducts later refunds from the next payout and skips negative balances', async () => {
    now = new Date('2027-01-05T18:00:00Z');
    const paidRows = await database.db
      .selectFrom('commissions')
      .selectAll()
      .where('affiliateId', '=', amy.id)
      .execute();
    await earn(
      amy,
      '2026-11-03T00:00:00Z',
      -250,
      paidRows.find(({ amountCents }) => amountCents === 250)?.id,
    );
    await earn(bob, '2026-10-01T00:00:00Z', -500);
    await makePayable(database.db, cipher, { accountId: nora.id });
    const { output } = await run('--month', '2026-12', '--pay', '--file', file('next.csv'));
    expect(output).toContain('2 payouts');
    // Amy gets $40.00 plus $1.00 minus $2.50. Nora's tax form is now on file.
    expect([await payoutAmounts(amy), await payoutAmounts(bob), await payoutAmounts(nora)]).toEqual([
      [1249, 3850],
      [500],
      [777],
    ]);
  });

  serverTest('[D13] pays once if two commands run at the same time, even for different months', async () => {
    now = new Date('2027-03-05T18:00:00Z');
    await earn(amy, '2027-01-10T00:00:00Z', 1111);
    await earn(nora, '2027-01-10T00:00:00Z', 2222);
    const deps = { db: database.db, now: () => now, jobs: recordingJobQueue() };
    const paidRows = await Promise.all(
      ['2027-01', '2027-01', '2027-02', '2027-02', '2027-01'].map((month) => payMonth(deps, month)),
    );
    expect(paidRows.filter((month) => month?.isNew)).toHaveLength(1);
    expect([(await payoutAmounts(amy)).at(-1), (await payoutAmounts(nora)).at(-1)]).toEqual([1111, 2222]);
    expect((await payoutAmounts(amy)).length + (await payoutAmounts(nora)).length).toBe(5);
  });

  test('[D7] writes tax numbers to the file with a reason, records each opening, and never prints them', async () => {
    now = new Date('2027-03-06T18:00:00Z');
    const args = ['--month', '2026-11', '--pay', '--with-tax-numbers', '--reason', 'Annual report'];
    expect(await run(...args, '--by', 'amy@example.com', '--file', file('no.csv'))).toEqual({
      exitCode: 1,
      output: 'amy@example.com is not a staff account.',
    });
    await expect(stat(file('no.csv'))).rejects.toThrow();
    const { output } = await run(...args, '--by', 'staff@example.com', '--file', file('tax.csv'));
    const [header, firstRun, secondRun] = await readRows('tax.csv');
    expect(header?.slice(9)).toEqual(['legal name', 'type of number', 'number', 'foreign number']);
    expect(firstRun?.slice(9)).toEqual(['Gomez Bakery LLC', 'SSN', '123456789', '']);
    expect(secondRun?.slice(9)).toEqual(['Robert Brown', 'FOREIGN', '900-70-1111', 'UK123456X']);
    expect(output).not.toMatch(/123456789|900-70-1111|UK123456X/);
    const auditEntries = await database.db.selectFrom('auditLog').select(['action', 'reason']).execute();
    const openedEntry = { action: 'tax-form.open', reason: 'Annual report' };
    expect(auditEntries.filter(({ reason }) => reason !== null)).toEqual([openedEntry, openedEntry]);
  });

  test('pays more lines than fit in one statement', async () => {
    const mia = await makePerson('Mia', 'Many', 'MIA');
    await makePayable(database.db, cipher, { accountId: mia.id });
    const root = await earn(mia, '2027-02-10T00:00:00Z', 1);
    const rows = Array.from({ length: 5_000 }, () => ({ ...root, id: newId(), adjusts: root.id }));
    for (let i = 0; i < rows.length; i += 1_000) {
      await database.db
        .insertInto('commissions')
        .values(rows.slice(i, i + 1_000))
        .execute();
    }
    now = new Date('2027-05-05T18:00:00Z');
    const deps = { db: database.db, now: () => now, jobs: recordingJobQueue() };
    await payMonth(deps, '2027-02');
    await payMonth(deps, '2027-04');
    expect(await payoutAmounts(mia)).toEqual([5_001]);
    const lines = await database.db
      .selectFrom('payoutLines')
      .innerJoin('commissions', 'commissions.id', 'payoutLines.commissionId')
      .select('commissions.id')
      .where('affiliateId', '=', mia.id)
      .execute();
    expect(lines).toHaveLength(5_001);
  });

  test('[D46] runs in the running server and writes the file to the caller’s directory', async () => {
    const dataDir = folder();
    const log = recordingLogger();
    const config = loadConfig({ DATA_DIR: dataDir, FIELD_KEYS });
    const close = await startCommandSocket({
      db: database.db,
      now: () => now,
      config,
      jobs: recordingJobQueue(),
      log,
    });
    const caller = loadConfig({ DATA_DIR: dataDir });
    const args = ['--month', '2026-11', '--pay', '--file', file('socket.csv')];
    expect((await dispatchCommand(caller, 'payouts', args)).output).toContain('was already paid');
    expect(await readFile(file('socket.csv'))).toEqual(await readFile(file('paid.csv')));
    await close();
    expect(log.takeFaults()).toEqual([]);
  });

  test('reports an unwritable file and keeps the month marked as paid', async () => {
    const missingPath = join(folder(), 'nowhere', 'paid.csv');
    const { exitCode, output } = await run('--month', '2026-11', '--pay', '--file', missingPath);
    expect([exitCode, output]).toEqual([1, expect.stringContaining(`${missingPath} can't be written`)]);
  });

  test.each([
    [[]],
    [['--month', '2026-13']],
    [['--month', '26-11']],
    [['--month', '2026-11', '--file', 'x.csv']],
    [['--month', '2026-11', '--pay', '--file', '']],
    [['--month', '2026-11', '--with-tax-numbers', '--by', 'a', '--reason', 'b']],
    [['--month', '2026-11', '--pay', '--with-tax-numbers', '--by', 'staff@example.com']],
    [['--month', '2026-11', '--pay', '--by', 'staff@example.com']],
    [['--month', '2026-11', '--force']],
    [['2026-11']],
  ])('prints the usage for %j', async (args) => {
    const { exitCode, output } = await run(...args);
    expect(exitCode).toBe(2);
    expect(output).toContain('npm run payouts -- --month <YYYY-MM>');
  });
});
