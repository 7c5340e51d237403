import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import {
  openAffiliateTaxForm,
  readAffiliate,
  readNecYear,
} from '#server/staff/affiliates/affiliate.service.ts';
import { type ListInput, listInput } from '#server/staff/kit/list.schema.ts';
import { readStaffList } from '#server/staff/staff-lists.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { makeW9, W9 } from '#tests/helpers/factories/tax-form.ts';

const database = testDb();
const now = new Date('2026-12-02T18:00:00Z');
const app = testApp(database, () => ({ now: () => now }));
let staff: TestAccount;
const people: Record<string, TestAccount> = {};

const ctx = () => ({ deps: app.deps, account: staff });
const list = async (name: string, input: Omit<Partial<ListInput>, 'list'> = {}) =>
  (await readStaffList(ctx(), listInput.parse({ list: name, ...input }))).rows;
const names = async (input: Omit<Partial<ListInput>, 'list'>) =>
  (await list('affiliates', input)).map(({ name }) => String(name).split(' ')[0]).sort();

async function makeAffiliate(firstname: string, columns: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(database.db, {
    firstname,
    lastname: `Of${firstname}`,
    email: `${firstname.toLowerCase()}@example.com`,
    accountType: 1,
    referenceCode: `${firstname.toUpperCase()}7`,
    ...columns,
  });
  people[firstname] = account;
  return account;
}

/** Records a payout that was marked as paid, with its commission. */
async function pay(account: TestAccount, month: string, paidAt: Date, amountCents: number): Promise<void> {
  const [batchId, payoutId] = [newId(), newId()];
  const commission = await makeCommission(database.db, { affiliateId: account.id, amountCents });
  await database.db
    .insertInto('payoutBatches')
    .values({ id: batchId, month, createdAt: paidAt, payoutCount: 1, totalCents: amountCents })
    .execute();
  await database.db
    .insertInto('payouts')
    .values({ id: payoutId, batchId, affiliateId: account.id, amountCents })
    .execute();
  await database.db.insertInto('payoutLines').values({ commissionId: commission.id, payoutId }).execute();
}

beforeAll(async () => {
  const { db } = database;
  staff = await makeAccount(db, { accountType: 10 });
  await makeAccount(db, { firstname: 'Basic' });
  await makeAccount(db, { firstname: 'House', isHouse: true });
  const amy = await makeAffiliate('Amy');
  const corp = await makeAffiliate('Corp', { accountType: 3, referredBy: amy.id });
  const bea = await makeAffiliate('Bea', { accountType: 2 });
  await makeAffiliate('Fay', { accountType: 0, isFriend: true });
  await makeW9(db, app.deps.cipher, { accountId: amy.id });
  await makeW9(db, app.deps.cipher, { accountId: bea.id });
  await makeW9(db, app.deps.cipher, {
    accountId: corp.id,
    w9: { ...W9, taxClassification: 's_corporation' },
  });
  // The end of 2026 is at midnight in Denver, which is 7:00 UTC.
  await pay(amy, '2026-10', new Date('2026-11-03T18:00:00Z'), 199_999);
  await pay(bea, '2026-09', new Date('2026-10-03T18:00:00Z'), 200_000);
  await pay(corp, '2026-08', new Date('2027-01-01T06:59:59Z'), 500_000);
  await pay(amy, '2026-12', new Date('2027-01-01T07:00:00Z'), 100);
  const payable = { affiliateId: people.Fay?.id ?? '', payableAt: new Date('2026-11-01T00:00:00Z') };
  await makeCommission(db, { ...payable, amountCents: 250_000 });
  await makeCommission(db, { affiliateId: amy.id, payableAt: new Date('2027-01-01T00:00:00Z') });
});

describe('the list of affiliates', () => {
  test.each([
    [{ search: 'am' }, ['Amy']],
    [{ search: 'AMY OFA' }, ['Amy']],
    [{ search: 'ofcorp' }, ['Corp']],
    [{ search: 'bea@EXAMPLE.com' }, ['Bea']],
    [{ search: 'fay7' }, ['Fay']],
    [{ search: 'basic' }, []],
    [{ filters: { type: 'educator' } }, ['Corp']],
    [{ filters: { type: 'friend' } }, ['Fay']],
    [{ filters: { form: 'none' } }, ['Fay']],
    [{ filters: { form: 'w9', type: 'loyalty' } }, ['Bea']],
    [{ filters: { payable: 'yes' } }, ['Fay']],
    [{ filters: { threshold: 'over' } }, ['Amy', 'Bea', 'Corp', 'Fay']],
    [{ filters: { threshold: 'overWithoutForm' } }, ['Fay']],
  ])('finds by %j', async (input, expected) => {
    expect(await names(input)).toEqual(expected);
  });

  test('shows what each is owed and was paid this year', async () => {
    const rows = await list('affiliates');
    expect(rows.map(({ name, form, unpaid, payable, paid }) => [name, form, unpaid, payable, paid])).toEqual(
      expect.arrayContaining([
        ['Amy OfAmy', 'W-9', 999, 0, 199_999],
        ['Fay OfFay', 'None', 250_000, 250_000, 0],
      ]),
    );
    expect(rows).toHaveLength(4);
  });
});

describe('the 1099-NEC totals', () => {
  test('say for each affiliate who was paid in the year whether a form is due', async () => {
    expect((await list('nec')).map(({ name, paid, report }) => [name, paid, report])).toEqual([
      ['Corp OfCorp', 500_000, 'Not due: corporation'],
      ['Bea OfBea', 200_000, 'Due'],
      ['Amy OfAmy', 199_999, 'Below the threshold'],
    ]);
    expect(await list('nec', { filters: { year: '2026', report: 'due' } })).toMatchObject([
      {
        ...{ name: 'Bea OfBea', last4: '6789', form: 'W-9' },
        classification: 'Limited liability company (LLC)',
      },
    ]);
  });

  test('add up the calendar year in the business time zone', async () => {
    expect(await readNecYear(app.deps)).toEqual({
      year: 2026,
      thresholdCents: 200_000,
      affiliates: 3,
      paidCents: 899_999,
      overThreshold: 2,
    });
    expect(await readNecYear(app.deps, 2027)).toMatchObject({ affiliates: 1, paidCents: 100 });
    expect((await readNecYear(app.deps, 2025)).thresholdCents).toBe(60_000);
  });

  test('have a year that began while the server was running', async () => {
    const nextYearInput = { filters: { year: '2028' } };
    await expect(list('nec', nextYearInput)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    vi.useFakeTimers({ now: new Date('2028-01-02T12:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await list('nec', nextYearInput)).toEqual([]);
  });
});

describe('an affiliate', () => {
  test('has a code, referrals, commissions with reasons, payouts, and a masked tax form', async () => {
    const amy = people.Amy;
    if (!amy) throw new Error('Amy is missing');
    const purchase = await makePurchase(database.db, {
      referrerId: amy.id,
      email: 'buyer@example.com',
      settledAt: now,
    });
    await makePayment(database.db, { purchaseId: purchase.id });
    const caller = ctx();
    const detail = await readAffiliate(caller, amy.id);
    expect(detail).toMatchObject({
      name: 'Amy OfAmy',
      email: 'amy@example.com',
      overview: { roles: ['Service Member'], referenceCode: 'AMY7', downline: [{ name: 'Corp OfCorp' }] },
      commissionCount: 3,
      referrals: [{ id: purchase.id, email: 'buyer@example.com', sold: 'Individual Membership' }],
      taxForms: [{ kind: 'w9', masked: '•••-••-6789' }],
      payouts: [{ month: '2026-12' }, { month: '2026-10', amountCents: 199_999 }],
    });
    expect(JSON.stringify(detail)).not.toContain('123456789');
    expect(detail.commissions.map(({ reason, status }) => [reason, status])).toContainEqual([
      '20% of the first payment',
      'pending',
    ]);
    expect(detail.timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Payout of $1,999.99 for 2026-10', 'Filed a W-9']),
    );
    const again = await readAffiliate(caller, amy.id);
    expect(again.timeline.filter(({ title }) => title === 'Personal data opened')).toHaveLength(2);
    const search = { search: 'amy@example.com' };
    expect((await list('commissions', search)).map(({ amount }) => amount).sort()).toEqual([
      100, 199_999, 999,
    ]);
    expect(await list('commissions')).toEqual([]);
    expect(await list('payouts', search)).toHaveLength(2);
    expect(await list('payouts', { search: '2026-09' })).toMatchObject([
      { name: 'Bea OfBea', amount: 200_000 },
    ]);
    expect(await list('payoutRuns')).toMatchObject([
      { month: '2026-12', payouts: 1, sent: 0, total: 100 },
      { month: '2026-10' },
      { month: '2026-09' },
      { month: '2026-08' },
    ]);
  });

  test('is not found if the account is not one', async () => {
    await expect(readAffiliate(ctx(), staff.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAffiliate(ctx(), newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('[D7] has a tax form that staff open with a reason, which the audit log keeps', async () => {
    const request = { accountId: people.Bea?.id ?? '', kind: 'w9', reason: 'The IRS asked' } as const;
    const form = await openAffiliateTaxForm(ctx(), request);
    expect(form.fields).toContainEqual({ name: 'idNumber', value: '123456789' });
    const auditEntries = await database.db
      .selectFrom('auditLog')
      .select(['actorId', 'action'])
      .where('reason', '=', request.reason)
      .execute();
    expect(auditEntries).toEqual([{ actorId: staff.id, action: 'tax-form.open' }]);
    const otherKeys = createFieldCipher([{ id: 'other', key: Buffer.alloc(32, 8) }]);
    const caller = { ...ctx(), deps: { ...app.deps, cipher: otherKeys } };
    await expect(openAffiliateTaxForm(caller, request)).rejects.toMatchObject({
      code: 'TAX_FORM_UNREADABLE',
    });
  });
});
