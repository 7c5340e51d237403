import { beforeEach, describe, expect, test } from 'vitest';
import { payoutAccountInput } from '#server/domains/affiliates/payout-accounts/payout-account.schema.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayoutAccount } from '#tests/helpers/factories/payout-account.ts';
import { makeW9, W9 } from '#tests/helpers/factories/tax-form.ts';
import { SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';

const PASSWORD = 'a long password';
const NUMBER = '40718820936';
const INPUT = {
  holderName: 'Amy Adams',
  routingNumber: '0210-0002-1',
  accountNumber: NUMBER,
  confirmNumber: '4071 8820 936',
  kind: 'checking',
  currentPassword: PASSWORD,
} as const;

const database = testDb();
let now = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, () => ({ now: () => now }));

let amy: TestAccount;
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  amy = await makeAccount(database.db, { password: PASSWORD, accountType: 1 });
});

const payouts = (account: TestAccount) => app.caller(account).affiliates.payouts;
const earn = (amountCents: number, payableAt: string) =>
  makeCommission(database.db, { affiliateId: amy.id, amountCents, payableAt: new Date(payableAt) });
const mailsTo = (email: string) => app.jobs.of('mail').filter((mail) => JSON.stringify(mail).includes(email));

describe('a bank account', () => {
  test('[D7] is stored encrypted, and its owner sees only the end of its number', async () => {
    await payouts(amy).saveAccount(INPUT);
    expect((await payouts(amy).overview())?.account).toEqual({
      holderName: 'Amy Adams',
      routingNumber: '021000021',
      kind: 'checking',
      last4: '0936',
      since: now,
      usableFrom: now,
      returned: null,
    });
    expect(await databaseText(database.db)).not.toContain(NUMBER);
    expect(JSON.stringify([app.log.readAll(), app.jobs.of('mail')])).not.toContain(NUMBER);
    expect(mailsTo(amy.email)).toEqual([
      {
        mail: 'payout-account-changed',
        to: amy.email,
        props: { firstname: amy.firstname, last4: '0936', holdDays: 0 },
      },
    ]);
  });

  test('that replaces another one is used after three days, even if a payout to that one was returned', async () => {
    await payouts(amy).saveAccount(INPUT);
    now = new Date('2026-12-01T12:00:00Z');
    await payouts(amy).saveAccount({ ...INPUT, accountNumber: '1234', confirmNumber: '1234' });
    expect(await payouts(amy).overview()).toMatchObject({
      // Half of a short number stays hidden.
      account: { last4: '34', usableFrom: new Date('2026-12-04T12:00:00Z') },
      isAccountHeld: true,
    });
    now = new Date('2026-12-04T12:00:00Z');
    expect(await payouts(amy).overview()).toMatchObject({ isAccountHeld: false });
    expect(mailsTo(amy.email)).toHaveLength(2);
    await database.db.updateTable('payoutAccounts').set({ returnedAt: now, returnReason: 'R03' }).execute();
    await payouts(amy).saveAccount(INPUT);
    expect(await payouts(amy).overview()).toMatchObject({ isAccountHeld: true });
  });

  test('needs the current password, and an affiliate', async () => {
    await expect(payouts(amy).saveAccount({ ...INPUT, currentPassword: 'wrong' })).rejects.toThrow(
      'That isn’t your current password.',
    );
    const member = await makeAccount(database.db, { password: PASSWORD });
    await expect(payouts(member).saveAccount(INPUT)).rejects.toThrow('Not Found');
    expect(await payouts(member).overview()).toBeNull();
    expect((await payouts(amy).overview())?.account).toBeNull();
  });

  test.each([
    ['routingNumber', { routingNumber: '021000022' }, 'Please enter the 9 digits on your checks'],
    ['routingNumber', { routingNumber: '' }, 'Required Field'],
    ['accountNumber', { accountNumber: '123', confirmNumber: '123' }, 'Please enter 4 to 17 digits'],
    [
      'accountNumber',
      { accountNumber: '1'.repeat(18), confirmNumber: '1'.repeat(18) },
      'Please enter 4 to 17 digits',
    ],
    ['accountNumber', { accountNumber: '12a4' }, 'Please enter 4 to 17 digits'],
    ['confirmNumber', { confirmNumber: '40718820937' }, 'The account numbers don’t match'],
    [
      'holderName',
      { holderName: '株式会社' },
      'Please enter the name in Latin letters, as it appears on your bank statement',
    ],
    ['kind', { kind: '' }, 'Required Field'],
  ])('is refused for its %s: %j', (field, changes, message) => {
    const issues = payoutAccountInput.safeParse({ ...INPUT, ...changes }).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toContainEqual([field, message]);
  });
});

describe('the next payout', () => {
  test.each<[string, Array<[number, string]>, { month: string; amountCents: number; owedCents: number }]>([
    ['is 0 without commissions', [], { month: '2026-10', amountCents: 0, owedCents: 0 }],
    [
      'is for last month while that is unpaid',
      [
        [500, '2026-10-31T12:00:00Z'],
        [700, '2026-11-05T12:00:00Z'],
      ],
      { month: '2026-10', amountCents: 500, owedCents: 0 },
    ],
    [
      'is for the first month with an amount',
      [[999, '2026-12-20T12:00:00Z']],
      { month: '2026-12', amountCents: 999, owedCents: 0 },
    ],
    [
      'is reduced by refunds',
      [
        [-300, '2026-10-02T12:00:00Z'],
        [1_000, '2026-11-02T12:00:00Z'],
      ],
      { month: '2026-11', amountCents: 700, owedCents: 0 },
    ],
    [
      'is 0 if refunds exceed what was earned',
      [[-300, '2026-10-02T12:00:00Z']],
      { month: '2026-10', amountCents: 0, owedCents: 300 },
    ],
    // Midnight in Denver is 6:00 UTC at the end of October.
    [
      'follows months of the business time zone',
      [[400, '2026-11-01T05:59:00Z']],
      { month: '2026-10', amountCents: 400, owedCents: 0 },
    ],
  ])('%s', async (_, commissions, expected) => {
    for (const [amountCents, payableAt] of commissions) await earn(amountCents, payableAt);
    expect((await payouts(amy).overview())?.next).toMatchObject(expected);
  });
});

describe('a missing tax form', () => {
  test('can be filed later, once', async () => {
    const w9 = { ...W9, usPerson: true };
    await payouts(amy).fileTaxForm({ kind: 'w9', w9 });
    expect((await payouts(amy).overview())?.taxForms).toEqual([
      { kind: 'w9', masked: '•••-••-6789', acceptedAt: now },
    ]);
    await expect(payouts(amy).fileTaxForm({ kind: 'w8ben', w8: SAMPLE_W8 })).rejects.toThrow(
      'We already have your tax form on file.',
    );
    const member = await makeAccount(database.db);
    await expect(payouts(member).fileTaxForm({ kind: 'w9', w9 })).rejects.toThrow('Not Found');
  });
});

test('another affiliate’s bank account is never shown', async () => {
  await makeW9(database.db, app.deps.cipher, { accountId: amy.id });
  await makePayoutAccount(database.db, app.deps.cipher, { accountId: amy.id });
  const stranger = await makeAccount(database.db, { accountType: 1 });
  expect(await payouts(stranger).overview()).toMatchObject({ account: null, taxForms: [], payouts: [] });
});
