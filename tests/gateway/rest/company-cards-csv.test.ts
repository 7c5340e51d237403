import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany, makeEmployeeCard, type TestCompany } from '#tests/helpers/factories/company.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const ADDRESS = '/api/company/cards.csv';

let owner: TestAccount;
let company: TestCompany;
beforeEach(async () => {
  owner = await makeAccount(database.db);
  company = await makeCompany(database.db, { accountId: owner.id });
});

async function get(account: TestAccount | null = owner) {
  return (await server.visitor(account)).get(ADDRESS);
}

/** Downloads the CSV and returns its rows, keyed by column name. */
async function downloadRows(account: TestAccount = owner): Promise<unknown> {
  const response = await get(account);
  expect(response.statusCode).toBe(200);
  return parse(response.body, { columns: true, bom: true });
}

describe('[D31] a company’s list of cards as CSV', () => {
  test('lists each card’s holder, number, status, and claim', async () => {
    const plainCard = await makeEmployeeCard(database.db, company, { firstname: 'Zoë', lastname: 'Ærskin' });
    const { id: employeeId } = await makeAccount(database.db);
    const claimedCard = await makeEmployeeCard(database.db, company, {
      planId: 4,
      firstname: 'Łukasz',
      lastname: 'Nowak',
      spouseFirstname: 'Dana',
      familyMembers: ['Ella Nowak'],
      email: 'lukasz@example.com',
      accountId: employeeId,
      claimedAt: new Date('2026-11-03T19:00:00Z'),
    });
    expect(await downloadRows()).toEqual([
      {
        Name: 'Zoë Ærskin',
        'Membership ID': formatMembershipNumber(plainCard.number),
        Plan: 'Individual',
        With: '',
        Status: 'Active',
        Claimed: 'no',
        'Claimed on': '',
        'Invited on': '',
        Email: '',
        Phone: '(555) 010-0151',
      },
      {
        Name: 'Łukasz Nowak',
        'Membership ID': formatMembershipNumber(claimedCard.number),
        Plan: 'Family',
        With: 'Dana, Ella Nowak',
        Status: 'Active',
        Claimed: 'yes',
        'Claimed on': '2026-11-03',
        'Invited on': '',
        Email: 'lukasz@example.com',
        Phone: '(555) 010-0151',
      },
    ]);
  });

  test('is not cached and neutralizes formulas in employees’ names', async () => {
    await makeEmployeeCard(database.db, company, { firstname: '=HYPERLINK("http://evil.example")' });
    const response = await get();
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="everything-cards.csv"',
      'cache-control': 'no-store',
    });
    expect(await downloadRows()).toMatchObject([{ Name: expect.stringMatching(/^'=HYPERLINK/) }]);
  });

  test('lists every card once, in order, without replaced cards', async () => {
    const cards = [];
    for (let n = 0; n < 503; n++) cards.push(await makeEmployeeCard(database.db, company));
    await makeEmployeeCard(database.db, company, { endedAt: new Date() });
    const numbers = cards.map(({ number }) => ({ 'Membership ID': formatMembershipNumber(number) }));
    expect(await downloadRows()).toMatchObject(numbers);
  });

  test('shows that the plan is past due', async () => {
    const pastDueOwner = await makeAccount(database.db);
    const lateCompany = await makeCompany(database.db, {
      accountId: pastDueOwner.id,
      subscription: { status: 'past_due' },
    });
    await makeEmployeeCard(database.db, lateCompany);
    expect(await downloadRows(pastDueOwner)).toMatchObject([{ Status: 'Past due' }]);
  });
});

describe('[S6] access to the list', () => {
  test('another company gets only its own cards', async () => {
    await makeEmployeeCard(database.db, company);
    const otherAccount = await makeAccount(database.db);
    const otherCompany = await makeCompany(database.db, { accountId: otherAccount.id });
    const rivalCard = await makeEmployeeCard(database.db, otherCompany);
    expect(await downloadRows(otherAccount)).toMatchObject([
      { 'Membership ID': formatMembershipNumber(rivalCard.number) },
    ]);
  });

  test('visitors, accounts without a company, and employees who claimed a card are refused', async () => {
    const employee = await makeAccount(database.db);
    await makeEmployeeCard(database.db, company, { accountId: employee.id, claimedAt: new Date() });
    const visitorResponse = await get(null);
    expect([visitorResponse.statusCode, visitorResponse.json()]).toEqual([
      401,
      { error: 'Login to continue' },
    ]);
    for (const otherCompany of [await makeAccount(database.db), employee]) {
      expect((await get(otherCompany)).statusCode).toBe(404);
    }
  });
});
