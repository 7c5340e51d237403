import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { rotateFields } from '#server/domains/affiliates/field-rotation.service.ts';
import { fileW8 } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayoutAccount } from '#tests/helpers/factories/payout-account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';
import { act } from '#tests/helpers/staff.ts';

const database = testDb();
const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
const cipher = createFieldCipher([oldKey]);
let now = new Date('2026-12-04T18:05:00Z');
const app = testApp(database, () => ({ now: () => now, cipher }));

const MONTH = '2026-11';
const NUMBERS = { amy: '40718820936', carl: '77120394', held: '5500112233', replaced: '9090121256' };
const REASON = 'November';

let staff: TestAccount;
let amy: TestAccount;
let carl: TestAccount;
let held: TestAccount;

const calls = () => app.staffCaller(staff).staff.affiliates;
const payouts = (account: TestAccount) => app.caller(account).affiliates.payouts.overview();

async function readFiles() {
  const bankFiles = await calls().bankFiles({ month: MONTH });
  if (!bankFiles) throw new Error('The month has no bank files');
  return bankFiles;
}

async function create(changes: { count?: number; totalCents?: number } = {}) {
  const { count, totalCents } = await readFiles();
  return calls().createBankFile({ month: MONTH, count, totalCents, reason: REASON, ...changes });
}

/** Creates an affiliate with a payable commission. */
async function makeAffiliate(firstname: string, amountCents: number): Promise<TestAccount> {
  const account = await makeAccount(database.db, {
    firstname,
    lastname: 'Adams',
    accountType: 1,
    referenceCode: firstname.toUpperCase(),
  });
  const payableAt = new Date('2026-11-20T00:00:00Z');
  await makeCommission(database.db, { affiliateId: account.id, amountCents, payableAt });
  return account;
}

const fileForm = ({ id }: TestAccount, taxClassification: 'individual' | 's_corporation') =>
  makeW9(database.db, cipher, { accountId: id, w9: { taxClassification } });
const enterBank = ({ id }: TestAccount, number: string, changes = {}) =>
  makePayoutAccount(database.db, cipher, { accountId: id, number, ...changes });

const entriesOf = (text: string) => text.split('\r\n').filter((line) => line.startsWith('6'));

async function readAudit(action: string) {
  return database.db
    .selectFrom('auditLog')
    .select(['actorId', 'subject', 'reason', 'change'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
}

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
  amy = await makeAffiliate('Amy', 1_249);
  carl = await makeAffiliate('Carl', 5_000);
  held = await makeAffiliate('Hedy', 300);
  const affiliateAbroad = await makeAffiliate('Wim', 800);
  const affiliateWithoutBank = await makeAffiliate('Nora', 900);
  await fileForm(amy, 'individual');
  await fileForm(carl, 's_corporation');
  await fileForm(held, 'individual');
  await fileForm(affiliateWithoutBank, 'individual');
  await inTransaction(database.db, (trx) =>
    fileW8({ cipher }, trx, { accountId: affiliateAbroad.id, w8: SAMPLE_W8, ip: '::1', now }),
  );
  await enterBank(amy, NUMBERS.amy);
  await enterBank(carl, NUMBERS.carl, { kind: 'savings', holderName: 'Carl’s Bakery Inc.' });
  await enterBank(held, NUMBERS.held, { usableFrom: new Date('2026-12-06T18:00:00Z') });
});

describe('the files with which the bank pays a month', () => {
  test('need a month that is marked as paid, and leave out who has no bank account', async () => {
    expect(await calls().bankFiles({ month: MONTH })).toBeNull();
    const run = await calls().payoutRun({ month: MONTH });
    expect(run.payees.map(({ name, bank }) => [name, bank])).toEqual([
      ['Amy Adams', '••0936'],
      ['Carl Adams', '••0394'],
      ['Hedy Adams', '••2233'],
      ['Wim Adams', 'None'],
    ]);
    expect(run.heldBack.map(({ name, reason }) => [name, reason])).toEqual([
      ['Nora Adams', 'No bank account on file'],
    ]);
    const jobs = recordingJobQueue();
    await payMonth({ db: database.db, now: () => now, jobs }, MONTH);
    // [D67] Everyone who is paid is emailed.
    const paid = run.payees.map(({ email: to, amountCents }) => ({
      mail: 'payout-sent',
      to,
      props: expect.objectContaining({ month: MONTH, amountCents }),
    }));
    expect(jobs.of('mail')).toHaveLength(paid.length);
    expect(jobs.of('mail')).toEqual(expect.arrayContaining(paid));
    const bankFiles = await readFiles();
    expect(bankFiles).toMatchObject({
      problem: null,
      isStandIn: true,
      count: 2,
      totalCents: 6_249,
      files: [],
    });
    expect(bankFiles.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ['Hedy Adams', 'The account was replaced, and can be used from December 6, 2026'],
      ['Wim Adams', 'Outside the US, so pay it another way'],
    ]);
  });

  test('pay only what the page showed', async () => {
    await expect(create({ count: 3 })).rejects.toMatchObject({ message: expect.stringContaining('changed') });
    await expect(create({ totalCents: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('changed'),
    });
    expect(await readAudit('bank-file.create')).toEqual([]);
  });

  test('[D7] have the account numbers, which are neither stored readable nor logged', async () => {
    const { name, text } = await create();
    expect(name).toBe('payouts-2026-11-1.ach');
    expect(entriesOf(text).map((line) => line.slice(0, 76))).toEqual([
      `622021000021${NUMBERS.amy.padEnd(17)}0000001249${'AMY'.padEnd(15)}${'AMY ADAMS'.padEnd(22)}`,
      `632021000021${NUMBERS.carl.padEnd(17)}0000005000${'CARL'.padEnd(15)}${'CARLS BAKERY INC.'.padEnd(22)}`,
    ]);
    const batches = text.split('\r\n').filter((line) => line.startsWith('5'));
    // December 4 is a Friday.
    expect(batches.map((line) => [line.slice(50, 53), line.slice(63, 75)])).toEqual([
      ['PPD', '261204261207'],
      ['CCD', '261204261207'],
    ]);
    const storedText = (await databaseText(database.db)) + JSON.stringify(app.log.readAll());
    for (const number of Object.values(NUMBERS)) expect(storedText).not.toContain(number);
    expect(await readAudit('bank-file.create')).toEqual([
      {
        actorId: staff.id,
        subject: `month:${MONTH}`,
        reason: REASON,
        change: { before: null, after: 'file 1: 2 payments, $62.49' },
      },
    ]);
    expect((await payouts(amy))?.payouts).toMatchObject([
      { month: MONTH, amountCents: 1_249, status: 'sent', sentAt: now, last4: '0936' },
    ]);
    expect((await payouts(held))?.payouts).toMatchObject([{ status: 'approved', sentAt: null }]);
  });

  test('pay nobody twice, and are the same when downloaded again', async () => {
    await expect(create()).rejects.toThrow('None of this month’s payouts can be sent to the bank now.');
    const { files, sent } = await readFiles();
    expect(files).toMatchObject([{ number: 1, paymentCount: 2, totalCents: 6_249 }]);
    expect(sent.map(({ name, file, last4 }) => [name, file, last4])).toEqual([
      ['Amy Adams', 1, '0936'],
      ['Carl Adams', 1, '0394'],
    ]);
    const id = files[0]?.id ?? '';
    now = new Date('2026-12-05T18:05:00Z');
    await enterBank(amy, NUMBERS.replaced);
    const again = await calls().bankFile({ id, reason: 'Lost' });
    expect(entriesOf(again.text)[0]).toContain(NUMBERS.amy);
    expect(again).toEqual(await calls().bankFile({ id, reason: 'Lost again' }));
    expect(await readAudit('bank-file.download')).toHaveLength(2);
  });

  test('have a replaced account once it may be used', async () => {
    now = new Date('2026-12-06T18:05:00Z');
    const { name, text } = await create();
    expect([name, entriesOf(text).length]).toEqual(['payouts-2026-11-2.ach', 1]);
    expect(text.slice(33, 34)).toBe('B');
    expect(entriesOf(text)[0]).toContain(NUMBERS.held);
  });

  test('have a returned payout again once its account is replaced', async () => {
    const { sent } = await readFiles();
    const payoutId = sent.find(({ name }) => name === 'Carl Adams')?.payoutId ?? '';
    const values = { payoutId, bankReason: 'The account is closed.' };
    const { effects, version } = await calls().returnPayout.preview({ values });
    expect(effects[0]).toBe('The payout of $50.00 to Carl Adams is marked as returned.');
    await calls().returnPayout.perform({ values, version, reason: 'Return of December 9' });
    expect(await readAudit('payouts.return')).toMatchObject([
      { subject: `payout:${payoutId}`, change: { after: 'returned: The account is closed.' } },
    ]);
    expect(app.jobs.of('mail')).toContainEqual({
      mail: 'payout-returned',
      to: carl.email,
      props: {
        firstname: 'Carl',
        last4: '0394',
        month: MONTH,
        amountCents: 5_000,
        reason: 'The account is closed.',
      },
    });
    expect(await payouts(carl)).toMatchObject({
      account: { returned: { reason: 'The account is closed.' } },
      payouts: [{ status: 'returned', returnReason: 'The account is closed.' }],
    });
    expect((await readFiles()).leftOut).toContainEqual(
      expect.objectContaining({
        name: 'Carl Adams',
        reason: 'The bank returned it, so the account has to be replaced',
      }),
    );
    await expect(calls().returnPayout.preview({ values })).rejects.toThrow('Not Found');

    await enterBank(carl, NUMBERS.replaced);
    const { text } = await create();
    expect(entriesOf(text)).toHaveLength(1);
    expect(entriesOf(text)[0]).toContain(NUMBERS.replaced);
  });

  test('have a returned payout again if its account was already replaced', async () => {
    const { sent } = await readFiles();
    const payoutId = sent.find(({ name }) => name === 'Amy Adams')?.payoutId ?? '';
    await act(calls().returnPayout, { payoutId, bankReason: 'The account is closed.' });
    expect((await payouts(amy))?.account).toMatchObject({ last4: '1256', returned: null });
    const { text } = await create();
    expect(entriesOf(text)).toEqual([expect.stringContaining(NUMBERS.replaced)]);
  });

  test('[D7] are readable after a key rotation without the old key', async () => {
    const bothKeysCipher = createFieldCipher([newKey, oldKey]);
    const { rotated, unreadable } = await rotateFields({ db: database.db, cipher: bothKeysCipher });
    expect(unreadable).toEqual([]);
    expect(rotated).toBeGreaterThanOrEqual(3);
    const laterApp = await buildTestApp(database.db, {
      now: () => now,
      cipher: createFieldCipher([newKey]),
    });
    const [file] = (await readFiles()).files;
    const call = laterApp.staffCaller(staff).staff.affiliates;
    expect((await call.bankFile({ id: file?.id ?? '', reason: REASON })).text).toContain(NUMBERS.amy);
    await expect(calls().bankFile({ id: file?.id ?? '', reason: REASON })).rejects.toThrow(
      "The key 'new' is not in FIELD_KEYS.",
    );
    await laterApp.close();
  });
});
