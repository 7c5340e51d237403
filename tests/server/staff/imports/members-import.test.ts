import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { TABLE_POLICIES } from '#server/domains/personal-data/table-policy.ts';
import { newId } from '#server/lib/ids.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { findMailLink, listMails, listSignedMails } from '#tests/helpers/purchases/mails.ts';
import { type Cells, countOutcomes, importFile } from './import-file.ts';

const database = testDb();
const app = testApp(database);

beforeEach(() => makePlans(database.db));

/** Returns a valid row for someone who wasn't imported yet. */
const newRow = (cells: Cells = {}): Cells => ({
  email: `imported-${newId()}@example.com`,
  firstname: 'Maria',
  lastname: 'Gomez',
  plan: 'individual',
  paid_through: '2099-01-31',
  ...cells,
});

const run = (rows: readonly Cells[] | string, options: Parameters<typeof importFile>[2] = {}) =>
  importFile(app.deps, rows, options);

const findMembers = (email: string | undefined) =>
  database.db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .leftJoin('importedMemberships', 'importedMemberships.membershipId', 'memberships.id')
    .select(['memberships.number', 'memberships.planId', 'memberships.firstname', 'memberships.lastname'])
    .select([
      'memberships.latinName',
      'memberships.spouseFirstname',
      'memberships.familyMembers',
      'memberships.accountId',
    ])
    .select(['accounts.passwordHash', 'accounts.firstname as accountFirstname'])
    .select(['subscriptions.providerId', 'subscriptions.expiresAt', 'importedMemberships.externalNumber'])
    .where(sql<string>`lower(accounts.email)`, '=', String(email).toLowerCase())
    .execute();

describe('importing a member', () => {
  test('creates an account without a password, and a membership that ends after its last paid day', async () => {
    const row = newRow({
      plan: 'Family Membership',
      number: 'EC-000123',
      spouse_firstname: 'Luis',
      family_members: 'Ana Gomez; Leo Gomez',
    });
    expect(await run([row])).toEqual([{ line: 2, outcome: 'new' }]);
    expect(await findMembers(row.email)).toEqual([
      expect.objectContaining({
        planId: 1,
        firstname: 'Maria',
        spouseFirstname: 'Luis',
        familyMembers: ['Ana Gomez', 'Leo Gomez'],
        passwordHash: '!',
        providerId: null,
        externalNumber: 'EC-000123',
        // The last second of the day in Denver.
        expiresAt: new Date('2099-02-01T06:59:59Z'),
      }),
    ]);
  });

  test('accepts the headings of other systems in any case, and ignores unknown ones', async () => {
    const { email } = newRow();
    const file = `Email Address,First_Name,LAST NAME,Membership Level,End Date,Shoe size\n${email},Zoë,Smith,INDIVIDUAL,"Jan 31, 2099",9\n`;
    expect(await run(file)).toEqual([{ line: 2, outcome: 'new' }]);
    expect(await findMembers(email)).toMatchObject([{ firstname: 'Zoë', lastname: 'Smith' }]);
  });

  test('[D3] gives a new number that verifies; the old number does not, even if it has our format', async () => {
    const guessable = '00000000000G';
    const row = newRow({ number: guessable });
    await run([row]);
    const [member] = await findMembers(row.email);
    expect(member?.number).not.toBe(guessable);
    const verify = (number: string) => app.caller().verification.find({ number });
    expect(await verify(formatMembershipNumber(String(member?.number)))).toMatchObject({
      updatedStatus: 'active',
      firstname: 'Maria',
    });
    expect(await verify(guessable)).toBeNull();
  });

  test('gives the membership to the account that has the email', async () => {
    const account = await makeAccount(database.db, { password: 'long enough' });
    const row = newRow({ email: account.email.toUpperCase() });
    expect(await run([row])).toEqual([{ line: 2, outcome: 'new' }]);
    const [membership] = await app.caller(account).memberships.mine();
    expect(membership).toMatchObject({ canShowCard: true, nextChargeAt: null, isCurrent: true });
    // Nothing was paid here, so there is no receipt.
    expect((await app.caller(account).billing.receipts({})).receipts).toEqual([]);
  });

  test('keeps the past membership of someone who no longer pays', async () => {
    const row = newRow({ status: 'expired', paid_through: '2025-06-30', started: '2024-07-01' });
    expect(await run([row], { invite: 'new' })).toEqual([{ line: 2, outcome: 'new' }]);
    expect(await findMembers(row.email)).toMatchObject([{ expiresAt: new Date('2025-07-01T05:59:59Z') }]);
    expect(listMails(app.jobs, String(row.email))).toEqual([]);
  });
});

describe('a second import', () => {
  test('updates names and dates of the same id, and leaves the rest as it is', async () => {
    const row = newRow({ external_id: newId() });
    const other = newRow({ external_id: newId() });
    await run([row, other]);
    const changedRow = { ...row, lastname: 'Lopez', paid_through: '2099-03-31', email: 'other@example.com' };
    expect(await run([changedRow, other])).toEqual([
      { line: 2, outcome: 'changed' },
      { line: 3, outcome: 'unchanged' },
    ]);
    expect(await findMembers(row.email)).toMatchObject([
      { lastname: 'Lopez', expiresAt: new Date('2099-04-01T05:59:59Z') },
    ]);
    expect(await findMembers('other@example.com')).toEqual([]);
    expect(countOutcomes(await run([changedRow, other]))).toEqual({ unchanged: 2 });
  });

  test('finds a row without an id by email and plan', async () => {
    const row = newRow();
    await run([row]);
    const changedRow = { ...row, email: row.email?.toUpperCase() ?? '', plan: '0', firstname: 'Mary' };
    expect(await run([changedRow])).toEqual([{ line: 2, outcome: 'changed' }]);
    expect(await findMembers(row.email)).toMatchObject([{ firstname: 'Mary', accountFirstname: 'Mary' }]);
  });

  test('does not create a person again who deleted the account', async () => {
    const row = newRow({ external_id: newId(), number: '77', status: 'expired', paid_through: '2025-01-31' });
    await run([row]);
    const [member] = await findMembers(row.email);
    const account = await makeDeletable(String(member?.accountId));
    await app.caller(account).personalData.deleteAccount({ currentPassword: 'long enough' });
    expect(await run([row])).toMatchObject([{ line: 2, message: expect.stringContaining('deleted') }]);
    const keptMemberships = await database.db
      .selectFrom('importedMemberships')
      .select(['externalId', 'externalNumber'])
      .where('externalNumber', '=', '77')
      .execute();
    expect(keptMemberships).toEqual([]);
  });

  async function makeDeletable(id: string) {
    const { passwordHash } = await makeAccount(database.db, { password: 'long enough' });
    return database.db
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }
});

describe('a refused row', () => {
  const VALID = { email: 'refused@example.com', paid_through: '2099-01-31' };
  test.each<[string, Cells, string | null, RegExp]>([
    ['an email', { ...VALID, email: 'nobody' }, 'email', /Invalid Email/],
    ['a name', { ...VALID, firstname: ' ', lastname: ' ' }, 'firstname', /Required/],
    ['a known plan', { ...VALID, plan: 'gold' }, 'plan', /individual or family/],
    ['a plan that a person buys', { ...VALID, plan: 'corporate' }, 'plan', /individual or family/],
    ['a clear date', { ...VALID, paid_through: '03/04/2099' }, 'paid_through', /two different days/],
    ['an end', { ...VALID, paid_through: '' }, 'paid_through', /Required/],
    ['an end after its beginning', { ...VALID, started: '2099-02-01' }, 'started', /after the last paid day/],
    ['a known status', { ...VALID, status: 'gold' }, 'status', /active, past due/],
    ['a subscription to be past due', { ...VALID, status: 'past due' }, 'status', /Stripe/],
    [
      'a date that fits its status',
      { ...VALID, status: 'active', paid_through: '2020-01-31' },
      'paid_through',
      /past/,
    ],
    ['a date that fits its end', { ...VALID, status: 'expired' }, 'paid_through', /future/],
    ['a family plan to name a family', { ...VALID, family_members: 'Ana' }, 'plan', /family plan/],
    ['a Stripe ID', { ...VALID, stripe_subscription_id: '42' }, 'stripe_subscription_id', /sub_/],
  ])('needs %s', async (_name, cells, column, message) => {
    expect(await run([newRow(cells)])).toEqual([
      { line: 2, column, message: expect.stringMatching(message) },
    ]);
    expect(await findMembers(VALID.email)).toEqual([]);
  });

  test('never stops the others, and is not the second row of a person', async () => {
    const row = newRow({ external_id: newId() });
    const other = newRow({ external_id: newId() });
    const rows = [
      row,
      { ...row, external_id: newId() },
      { ...other, external_id: String(row.external_id) },
      { ...row, external_id: newId(), plan: '0' },
      other,
    ];
    expect(await run(rows)).toEqual([
      { line: 2, outcome: 'new' },
      { line: 3, column: 'email', message: expect.stringContaining('line 2') },
      { line: 4, column: 'external_id', message: expect.stringContaining('line 2') },
      { line: 5, column: 'email', message: expect.stringContaining('only once') },
      // Line 4 was the first with this email and plan.
      { line: 6, column: 'email', message: expect.stringContaining('line 4') },
    ]);
    expect(await findMembers(row.email)).toHaveLength(1);
  });

  test('belongs to an account that nobody has verified, or to someone who bought the plan here', async () => {
    const stranger = await makeAccount(database.db, { password: 'long enough', emailVerifiedAt: null });
    const buyer = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: buyer.id });
    const rows = [newRow({ email: stranger.email }), newRow({ email: buyer.email })];
    expect(await run(rows)).toMatchObject([
      { line: 2, column: 'email', message: expect.stringContaining('hasn’t confirmed') },
      { line: 3, column: 'email', message: expect.stringContaining('already has') },
    ]);
  });
});

describe('a dry run', () => {
  async function countRows(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    // The limits of earlier calls are counted in the background.
    const tables = Object.keys(TABLE_POLICIES).filter((table) => !table.startsWith('rateLimit'));
    for (const table of tables) {
      const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(name)}`.execute(database.db);
      counts[table] = rows[0]?.count ?? -1;
    }
    return counts;
  }

  test('reports what the import does and changes nothing', async () => {
    const knownRow = newRow();
    await run([knownRow]);
    const rows = [knownRow, { ...knownRow, plan: 'family' }, newRow(), newRow({ plan: 'gold' })];
    const before = await countRows();
    const mailsBefore = app.jobs.of('mail').length;
    const dryRun = await run(rows, { isDryRun: true, invite: 'all' });
    expect(await countRows()).toEqual(before);
    expect(app.jobs.of('mail')).toHaveLength(mailsBefore);
    expect(countOutcomes(dryRun)).toEqual({ unchanged: 1, new: 2, refused: 1 });
    expect(await run(rows)).toEqual(dryRun);
  });
});

describe('invitations', () => {
  test('are sent only if staff choose so, and once unless they choose to repeat them', async () => {
    const row = newRow();
    const countMails = () => listMails(app.jobs, String(row.email)).length;
    await run([row]);
    expect(countMails()).toBe(0);
    await run([row], { invite: 'new' });
    await run([row], { invite: 'new' });
    expect(countMails()).toBe(1);
    await run([row], { invite: 'all' });
    expect(countMails()).toBe(2);
  });

  test('are never sent to someone whose membership has ended', async () => {
    const row = newRow({ status: 'expired', paid_through: '2025-06-30' });
    await run([row]);
    await run([row], { invite: 'all' });
    expect(listMails(app.jobs, String(row.email))).toEqual([]);
  });

  test('let a member choose a password, which verifies the email, log in, and show the card', async () => {
    const row = newRow();
    const email = String(row.email);
    await run([row], { invite: 'new' });
    const link = await findMailLink(app, email, 'choosePasswordUrl');
    const token = String(new URLSearchParams(link.hash.slice(1)).get('token'));
    const password = 'a good long one';
    await app.caller().accounts.passwordReset.complete({ token, password, confirm: password });
    const { id } = await app.caller().accounts.login({ email, password });
    const account = await database.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(account.emailVerifiedAt).not.toBeNull();
    expect(await app.caller(account).memberships.mine()).toMatchObject([{ canShowCard: true }]);
    // The first link is used up, and the queued mail is obsolete.
    expect(await listSignedMails(app, email)).toEqual([
      expect.objectContaining({ mail: 'password-changed' }),
    ]);
    await run([row], { invite: 'all' });
    expect((await listSignedMails(app, email)).at(-1)).toMatchObject({
      mail: 'member-invitation',
      props: { choosePasswordUrl: null },
    });
  });
});
