import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_LAST_NAME } from '#server/lib/same-person.ts';
import { matchHeadings, type TableDefinition } from '#server/lib/table/headings.ts';
import { surveyTable } from '#server/lib/table/survey.ts';
import { STORES_TABLE } from '#server/staff/imports/businesses/business-columns.shared.ts';
import { openBusinessFile } from '#server/staff/imports/businesses/businesses-import.ts';
import { MEMBERS_TABLE } from '#server/staff/imports/members/member-columns.shared.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';
import { importFile } from './import-file.ts';

// Files as other systems export them.

const database = seededTestDb();
const { checkout } = testReconciliation(database);

beforeEach(() => makePlans(database.db));

async function recognize(file: Uint8Array, table: TableDefinition) {
  return matchHeadings(table, (await surveyTable([file], table)).survey.headings);
}

const readSample = (name: string) => readFile(join(import.meta.dirname, 'files', name));

describe('members', () => {
  test('from Paid Memberships Pro: every error of a row is reported at once', async () => {
    const file = await readSample('members-paid-memberships-pro.csv');
    const { exportedFrom, unused } = await recognize(file, MEMBERS_TABLE);
    expect(exportedFrom).toBe('Paid Memberships Pro');
    expect(unused).toContain('joined');
    expect(unused).not.toContain('startdate');
    expect(await importFile(checkout().deps, file, { isDryRun: true })).toEqual([
      { line: 2, outcome: 'new' },
      { line: 3, column: 'stripe_subscription_id', message: expect.stringContaining('Stripe') },
      { line: 4, column: 'plan', message: expect.stringContaining('individual or family') },
      { line: 4, column: 'paid_through', message: expect.stringContaining('the last paid day') },
      { line: 5, column: 'firstname', message: 'Required Field' },
    ]);
  });

  test('from WooCommerce Memberships: its own subscriptions aren’t Stripe’s', async () => {
    const file = await readSample('members-woocommerce-memberships.csv');
    const { exportedFrom, unused } = await recognize(file, MEMBERS_TABLE);
    expect(exportedFrom).toBe('WooCommerce Memberships');
    expect(unused).toContain('subscription_id');
    expect(await importFile(checkout().deps, file)).toEqual([
      { line: 2, outcome: 'new' },
      { line: 3, column: 'paid_through', message: expect.stringContaining('the last paid day') },
      { line: 4, column: 'status', message: expect.stringContaining('active, past due') },
    ]);
    const member = await database.db
      .selectFrom('importedMemberships')
      .innerJoin('memberships', 'memberships.id', 'importedMemberships.membershipId')
      .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
      .select(['externalId', 'firstname', 'lastname', 'expiresAt'])
      .executeTakeFirstOrThrow();
    expect(member).toEqual({
      externalId: '5001',
      firstname: 'Wanda',
      lastname: 'Frost',
      // The last second of March 1 in Denver.
      expiresAt: new Date('2027-03-02T06:59:59Z'),
    });
  });

  test('[D68] with one name, in either column, and with a name in Latin letters for documents', async () => {
    const rows = [
      ['teller@example.com', '', 'Teller', ''],
      ['xiaoming@example.com', '小明', '', 'Xiaoming'],
    ].map((cells) => [...cells, 'individual', '2099-01-31'].join(','));
    const file = ['email,firstname,lastname,latin_name,plan,paid_through', ...rows, ''].join('\n');
    expect(await importFile(checkout().deps, file)).toMatchObject([{ outcome: 'new' }, { outcome: 'new' }]);
    for (const table of ['accounts', 'memberships'] as const) {
      const names = database.db.selectFrom(table).select(['firstname', 'lastname', 'latinName']);
      expect(await names.where('firstname', 'in', ['Teller', '小明']).orderBy('firstname').execute()).toEqual(
        [
          { firstname: 'Teller', lastname: NO_LAST_NAME, latinName: null },
          { firstname: '小明', lastname: NO_LAST_NAME, latinName: 'Xiaoming' },
        ],
      );
    }
  });

  test('from Excel with semicolons in Windows-1252', async () => {
    const file = await readSample('members-excel-semicolon-windows-1252.csv');
    expect(await importFile(checkout().deps, file)).toEqual([{ line: 2, outcome: 'new' }]);
    const names = database.db.selectFrom('memberships').select(['firstname', 'lastname']);
    expect(await names.execute()).toContainEqual({ firstname: 'Sémi', lastname: 'Colón' });
  });
});

describe('dates of members', () => {
  const toFile = (...days: string[]) =>
    `email,firstname,lastname,plan,paid_through\n${days.map((day, index) => `day-${index}@example.com,Ann,Lee,family,${day}\n`).join('')}`;

  test('are read as all dates of the column show', async () => {
    const outcomes = await importFile(checkout().deps, toFile('03/04/2099', '1/31/2099'), { isDryRun: true });
    expect(outcomes).toEqual([
      { line: 2, outcome: 'new' },
      { line: 3, outcome: 'new' },
    ]);
  });

  test.each([
    ['none of them shows the order', ['03/04/2099'], 2],
    ['they disagree', ['1/31/2099', '31/1/2099', '03/04/2099'], 4],
  ])('with two readings are refused with both if %s', async (_when, days, line) => {
    const outcomes = await importFile(checkout().deps, toFile(...days), { isDryRun: true });
    expect(outcomes.at(-1)).toEqual({
      line,
      column: 'paid_through',
      message: expect.stringMatching(
        /^03\/04\/2099 could mean two different days: March 4, 2099 or April 3, 2099\./,
      ),
    });
  });

  test.each([
    ['month-first', '2099-03-05T06:59:59Z'],
    ['day-first', '2099-04-04T05:59:59Z'],
  ] as const)('with two readings are read as staff chose: %s', async (dayOrder, expiresAt) => {
    await importFile(checkout().deps, toFile('03/04/2099').replace('day-0', dayOrder), {
      mapping: { dayOrder },
    });
    const member = await database.db
      .selectFrom('accounts')
      .innerJoin('memberships', 'memberships.accountId', 'accounts.id')
      .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
      .select('subscriptions.expiresAt')
      .where('accounts.email', '=', `${dayOrder}@example.com`)
      .executeTakeFirstOrThrow();
    expect(member.expiresAt).toEqual(new Date(expiresAt));
  });
});

test('a ZIP code without its first zeros gets them back', async () => {
  const file =
    'email,firstname,lastname,plan,paid_through,zip\nzip@example.com,Ann,Lee,family,2099-01-31,2134\n';
  await importFile(checkout().deps, file);
  const account = database.db.selectFrom('accounts').select('zip').where('email', '=', 'zip@example.com');
  expect(await account.executeTakeFirstOrThrow()).toEqual({ zip: '02134' });
});

describe('businesses', () => {
  async function dryRun(file: Uint8Array) {
    const { batches } = await openBusinessFile(toChunks(file));
    const faults = [];
    for await (const batch of batches) {
      const { compare } = await batch.prepare(checkout().deps);
      faults.push(...batch.faults, ...(await compare(database.db)));
    }
    return faults.toSorted((a, b) => a.line - b.line);
  }

  async function* toChunks(file: Uint8Array) {
    yield file;
  }

  test('with semicolons and as UTF-16 with tabs are the same', async () => {
    const outcomes = await dryRun(await readSample('businesses-semicolon.csv'));
    expect(outcomes.filter(({ line }) => line <= 7)).toEqual([
      { line: 2, outcome: 'new' },
      ...[3, 4, 5].map((line) => expect.objectContaining({ line })),
      { line: 6, column: 'categories', message: "There is no category 'Fitness'" },
      expect.objectContaining({ line: 7 }),
    ]);
    // The country, the state, and the website of line 5 are read; its phone number has a dash that isn't ours.
    expect(outcomes.filter((outcome) => 'column' in outcome && outcome.column === 'country')).toEqual([]);
    expect(outcomes.filter((outcome) => 'column' in outcome && outcome.column === 'url')).toEqual([]);
    expect(await dryRun(await readSample('businesses-utf16.csv'))).toEqual(outcomes);
  });

  test('may leave out columns if none of them is known', async () => {
    const file = new TextEncoder().encode('business_key,store_key,name,category\nonly-name,,Bakery,4\n');
    expect(await dryRun(file)).toEqual([{ line: 2, outcome: 'new' }]);
    const { unused, exportedFrom } = await recognize(file, STORES_TABLE);
    expect({ unused, exportedFrom }).toEqual({ unused: [], exportedFrom: null });
  });
});
