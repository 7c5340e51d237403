import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TABLE_POLICIES } from '#server/domains/personal-data/table-policy.ts';
import { newId } from '#server/lib/ids.ts';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany, makeEmployeeCard } from '#tests/helpers/factories/company.ts';
import { makeFullAccount, TRACES } from './full-account.ts';

const database = testDb();
// The clock stands still, so that no rate-limit window ends between two downloads.
const at = new Date();
const server = testApp(database, { now: () => at });
const URL = '/api/account/data.json';

async function download(account: TestAccount): Promise<Record<string, Array<Record<string, unknown>>>> {
  const response = await (await server.visitor(account)).get(URL);
  expect(response.statusCode).toBe(200);
  const { generatedAt: _, ...sections } = JSON.parse(response.body);
  return sections;
}

test('[architecture] every table has a policy for downloads and deletions', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely_%'`.execute(database.db);
  const names = rows.map(({ name }) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  expect(Object.keys(TABLE_POLICIES).toSorted()).toEqual(names.toSorted());
});

describe('the download of an account’s data', () => {
  test('has every section, and no secrets', async () => {
    const account = await makeFullAccount(server.deps);
    const sections = await download(account);
    const expected = Object.values(TABLE_POLICIES).flatMap(({ download }) =>
      'section' in download ? [download.section] : [],
    );
    expect(Object.keys(sections).toSorted()).toEqual(expected.toSorted());
    expect(Object.entries(sections).filter(([, entries]) => entries.length === 0)).toEqual([]);
    expect(sections).toMatchObject({
      account: [{ email: account.email, firstname: 'Zyxwyn' }],
      taxForms: [{ kind: 'w9', last4: '6789', details: { legalNameOfBusiness: 'Zyxwyn LLC' } }],
      payoutAccounts: [{ holderName: 'Zyxwyn Q', last4: '6789' }],
      sentMails: [{ subject: 'Hello Zyxwyn' }],
    });
    expect(sections.memberships).toContainEqual(
      expect.objectContaining({ plan: 'Individual', familyMembers: ['Zyxwyn Junior'] }),
    );
    const text = JSON.stringify(sections);
    expect(text).not.toMatch(/123-?45-?6789|argon2|secret-(push-token|account-number|bank-file)/);
  });

  test('has nothing of other accounts, and is refused to visitors', async () => {
    await makeFullAccount(server.deps);
    const stranger = await makeAccount(database.db);
    expect(JSON.stringify(await download(stranger))).not.toMatch(TRACES);
    const response = await (await server.visitor()).get(URL);
    expect([response.statusCode, JSON.parse(response.body)]).toEqual([401, { error: 'Login to continue' }]);
  });

  test('has nothing that someone else sent from the same address while the address is unverified', async () => {
    const { email } = await makeFullAccount(server.deps);
    await database.db
      .updateTable('accounts')
      .set({ email: `other.${email}` })
      .where('email', '=', email)
      .execute();
    const unverified = await makeAccount(database.db, { email, emailVerifiedAt: null });
    expect(await download(unverified)).toMatchObject({ messages: [], newsletter: [], webinarRewards: [] });
  });

  test('of a company has all of its cards', async () => {
    const account = await makeAccount(database.db);
    const company = await makeCompany(database.db, { accountId: account.id });
    await makeEmployeeCard(database.db, company);
    const card = { subscriptionId: company.subscriptionId, planId: 3, firstname: 'Ann', lastname: 'Lee' };
    const cards = Array.from({ length: 1_200 }, () => ({
      ...card,
      id: newId(),
      number: newMembershipNumber(),
      spouseFirstname: null,
      spouseLastname: null,
    }));
    await database.db.insertInto('memberships').values(cards).execute();
    await database.db
      .insertInto('companyCards')
      .values(
        cards.map(({ id }) => ({ membershipId: id, companyId: company.id, phone: '', yearlyCents: 4995 })),
      )
      .execute();
    const { companyCards } = await download(account);
    expect(new Set(companyCards?.map(({ number }) => number)).size).toBe(1_201);
  });

  test('of an employee has what the company stored about them, but nothing else of the company', async () => {
    const company = await makeCompany(database.db, { accountId: (await makeAccount(database.db)).id });
    const account = await makeAccount(database.db);
    const { number } = await makeEmployeeCard(database.db, company, {
      accountId: account.id,
      claimedAt: at,
      email: 'ann@work.example',
    });
    await makeEmployeeCard(database.db, company);
    expect(await download(account)).toMatchObject({
      companyCards: [{ number, email: 'ann@work.example' }],
      company: [],
      subscriptions: [],
    });
  });

  test('is a file that caches don’t store, and can be requested a few times', async () => {
    const visitor = await server.visitor(await makeAccount(database.db));
    const { headers } = await visitor.get(URL);
    expect(headers).toMatchObject({
      'cache-control': expect.stringContaining('no-store'),
      'content-disposition': 'attachment; filename="everything-card-data.json"',
      'content-type': 'application/json; charset=utf-8',
    });
    const statuses: number[] = [];
    for (let count = 0; count < 10; count++) statuses.push((await visitor.get(URL)).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});
