import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LAST_NAME } from '#server/lib/same-person.ts';
import { continueImport } from '#server/staff/imports/import-run.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { listRows } from '#tests/helpers/staff.ts';
import { newBuyer, newProduct, subscriptionParams } from '../../integrations/stripe-sandbox/purchases.ts';
import { importFile } from './import-file.ts';
import { countTaps, MEMBER_EXPORTS, type MemberExport } from './member-exports.ts';

const database = seededTestDb();
const checkout = testCheckout(database);
let staff: TestAccount;

beforeAll(async () => {
  staff = await makeAccount(database.db, { accountType: 10 });
});

/** Long enough for a busy machine to read a whole file in one step. */
const STEP_MS = 600_000;

const imports = () => checkout().staffCaller(staff).staff.imports;

async function listSubscriptions(people: number) {
  const { stripe } = checkout().deps;
  const plan = await newProduct(stripe, 'Old level');
  const subscriptions = [];
  for (let index = 0; index < people; index++) {
    const buyer = await newBuyer(stripe);
    const { id } = await stripe.subscriptions.create(subscriptionParams(buyer, { plan, cents: 2500 }));
    subscriptions.push({ subscription: id, customer: buyer.customer });
  }
  return subscriptions;
}

async function upload(file: Buffer): Promise<string> {
  const visitor = await checkout().staffVisitor(staff);
  const response = await visitor.send('POST', '/api/staff/imports/members?name=members.csv', {
    payload: file,
    headers: { 'content-type': 'text/csv' },
  });
  const { id }: { id: string } = response.json();
  await continueImport(checkout().deps, id, STEP_MS);
  return id;
}

async function map(id: string, { columns = {}, values = [], defaults = {} }: MemberExport['decisions']) {
  const { mapping, survey } = await imports().mapping({ id });
  await imports().map({
    id,
    mapping: {
      ...mapping,
      columns: mapping.columns.map((field, at) => columns[survey.headings[at] ?? ''] ?? field),
      values: [...values],
      defaults,
    },
  });
  await continueImport(checkout().deps, id, STEP_MS);
}

describe('[D73] an export is imported by mapping alone, in at most ten taps', () => {
  test.each(Object.entries(MEMBER_EXPORTS))('%s', async (_system, create) => {
    const { file, decisions, skipped, exportedFrom } = await create(listSubscriptions);
    const id = await upload(file);
    const recognized = { exportedFrom, rows: 50 };
    expect(await imports().find({ id })).toMatchObject({ state: 'mapping', recognized });
    expect(countTaps(decisions)).toBeLessThanOrEqual(10);
    await map(id, decisions);
    const counts = { new: 50 - skipped, changed: 0, unchanged: 0, refused: 0, skipped };
    expect((await imports().faults({ id })).faults).toEqual([]);
    expect(await imports().find({ id })).toMatchObject({ state: 'checked', counts });
    const { version } = await imports().start.preview({ values: { id } });
    await imports().start.perform({ values: { id }, version, reason: 'We moved' });
    await continueImport(checkout().deps, id, STEP_MS);
    expect(await imports().find({ id })).toMatchObject({ state: 'done', counts });

    // The next file with the same first line is mapped like this one, but staff see it first.
    const next = await upload(file);
    expect(await imports().find({ id: next })).toMatchObject({ state: 'mapping' });
    const { mapping, isRemembered } = await imports().mapping({ id: next });
    expect({ isRemembered, values: mapping.values }).toEqual({
      isRemembered: true,
      values: decisions.values ?? [],
    });
  });
});

test('full names are split, and one name is enough', async () => {
  const file = 'email,name,plan,paid_through\nprince@example.com,Prince,family,2099-01-31\n';
  const rows = ['maria@example.com,Maria de la Cruz', 'lee@example.com,"Lee, Ann"'];
  const text = file + rows.map((row) => `${row},family,2099-01-31\n`).join('');
  const values = { id: await upload(Buffer.from(text)) };
  expect(await imports().find(values)).toMatchObject({ state: 'checked', counts: { new: 3, refused: 0 } });
  const { version } = await imports().start.preview({ values });
  await imports().start.perform({ values, version, reason: 'We moved' });
  await continueImport(checkout().deps, values.id, STEP_MS);
  const names = await database.db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select(['memberships.firstname', 'memberships.lastname'])
    .where('accounts.email', 'in', ['prince@example.com', 'maria@example.com', 'lee@example.com'])
    .orderBy('accounts.email')
    .execute();
  expect(names).toEqual([
    { firstname: 'Ann', lastname: 'Lee' },
    { firstname: 'Maria', lastname: 'de la Cruz' },
    { firstname: 'Prince', lastname: NO_LAST_NAME },
  ]);
});

test('[D73] purchases without a payment are hidden from the list of purchases unless staff ask for them', async () => {
  const email = 'hidden@example.com';
  const row = { email, firstname: 'Maria', lastname: 'Gomez', plan: 'family', paid_through: '2099-01-31' };
  await importFile(checkout().deps, [{ ...row, started: '2021-05-06' }]);
  const caller = checkout().staffCaller(staff);
  const find = async (filters: Record<string, string>, search = '') =>
    (await listRows(caller, 'purchases', { filters, search })).some((purchase) => purchase.email === email);
  expect(await find({})).toBe(false);
  for (const filters of [{ imported: 'shown' }, { imported: 'only' }, { kind: 'adopted-card' }]) {
    expect(await find({ ...filters }), JSON.stringify(filters)).toBe(true);
  }
  expect(await find({}, email)).toBe(true);
  const filters = { from: '2021-05-01', to: '2021-05-31' };
  const members = await listRows(caller, 'importedMembers', { filters });
  expect(members).toMatchObject([{ name: 'Maria Gomez', started: '2021-05-06' }]);
});
