import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createVerificationToken } from '#server/domains/accounts/email-verification.service.ts';
import { createResetToken } from '#server/domains/accounts/password-reset.service.ts';
import { issueIdToken, redeemIdToken } from '#server/domains/accounts/sessions/session.service.ts';
import { TABLE_POLICIES } from '#server/domains/personal-data/table-policy.ts';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makeCompany, makeEmployeeCard } from '#tests/helpers/factories/company.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { makeFullAccount, PASSWORD, TRACES } from './full-account.ts';

const database = testDb();
const server = testApp(database);

const remove = (account: TestAccount, currentPassword = PASSWORD) =>
  server.caller(account).personalData.deleteAccount({ currentPassword });
const standing = (account: TestAccount) => server.caller(account).personalData.deletionStanding();

/** Returns the tables with a row that still names the person. */
async function findTraces(): Promise<string[]> {
  const tablesWithTraces: string[] = [];
  for (const table of Object.keys(TABLE_POLICIES)) {
    const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from ${sql.table(name)} t`.execute(database.db);
    if (rows.some(({ text }) => TRACES.test(text))) tablesWithTraces.push(table);
  }
  return tablesWithTraces.toSorted();
}

describe('deleting an account', () => {
  test('leaves nothing in any table that names its owner, except tax forms and single words of a search index', async () => {
    const account = await makeFullAccount(server.deps);
    const visitor = await server.visitor(account);
    await visitor.get('/api/csrf');
    const before = await findTraces();
    const changedPolicies = Object.entries(TABLE_POLICIES).filter(
      ([, { deletion }]) => typeof deletion === 'string',
    );
    const withoutNames = [
      ...['sessions', 'staffTokens', 'favorites'],
      ...['referralVisits', 'referralLinks', 'referralLinkVisits'],
    ];
    expect(changedPolicies.map(([table]) => table).filter((table) => !before.includes(table))).toEqual(
      withoutNames,
    );

    const { status } = await visitor.trpc('mutation', 'personalData.deleteAccount', {
      currentPassword: PASSWORD,
    });
    expect(status).toBe(200);
    expect(await findTraces()).toEqual(['searchWords', 'taxForms', 'wordCounts']);
    for (const table of ['sessions', 'referralVisits'] as const) {
      const { rows } =
        await sql`select from ${sql.table(table === 'sessions' ? 'sessions' : 'referral_visits')}
        where ${sql.ref(table === 'sessions' ? 'account_id' : 'affiliate_id')} = ${account.id}`.execute(
          database.db,
        );
      expect(rows).toEqual([]);
    }
    expect((await visitor.trpc('query', 'viewer.user')).data).toBeNull();
    const businesses = await database.db
      .selectFrom('businesses')
      .select('isListed')
      .where('accountId', '=', account.id)
      .execute();
    expect(businesses).toEqual([{ isListed: false }]);
  });

  test('keeps what was paid and agreed, is audited, and mails the owner', async () => {
    const account = await makeFullAccount(server.deps);
    const count = async () =>
      (
        await sql`select (select count(*) from payments join purchases on purchases.id = purchase_id
            where purchases.account_id = ${account.id}) as payments,
          (select count(*) from agreements where account_id = ${account.id}) as agreements,
          (select count(*) from commissions where affiliate_id = ${account.id}) as commissions,
          (select count(*) from payouts where affiliate_id = ${account.id}) as payouts,
          (select count(*) from tax_forms where account_id = ${account.id}) as tax_forms`.execute(database.db)
      ).rows;
    const before = await count();
    await remove(account);
    expect(await count()).toEqual(before);
    const auditEntries = await database.db
      .selectFrom('auditLog')
      .select('actorId')
      .where('subject', '=', `account:${account.id}`)
      .where('action', '=', 'account.delete')
      .execute();
    expect(auditEntries).toEqual([{ actorId: account.id }]);
    const mail = { mail: 'account-deleted', to: account.email, props: { firstname: 'Zyxwyn' } };
    expect(server.jobs.of('mail')).toContainEqual(mail);
    // The queue doesn't keep the last email, which has the address too.
    expect(server.jobs.erased).toContainEqual(mail);
  });

  test('lets the same address register again, as a new account that has nothing of the old one', async () => {
    const account = await makeFullAccount(server.deps);
    const [reset, idToken] = [
      await createResetToken(server.deps, account),
      (await issueIdToken(server.deps, account)).idToken,
    ];
    const verify = await createVerificationToken(server.deps, account);
    await remove(account);
    const { accounts } = server.caller();
    await expect(accounts.login({ email: account.email, password: PASSWORD })).rejects.toThrow();
    const password = 'a newer password';
    await expect(
      accounts.passwordReset.complete({ token: reset, password, confirm: password }),
    ).rejects.toThrow('This link no longer works.');
    await expect(accounts.emailVerification.complete({ token: verify })).rejects.toThrow(
      'This link no longer works.',
    );
    await expect(redeemIdToken(server.deps, idToken)).rejects.toThrow('Your login has expired.');

    const person = { firstname: 'Zyxwyn', lastname: 'Zyxwyn', zip: '80202', email: account.email };
    const { id } = await accounts.register({ ...person, password });
    expect(id).not.toBe(account.id);
    const again = { ...account, id };
    expect(await server.caller(again).memberships.mine()).toEqual([]);
    expect(await server.caller(again).businesses.mine()).toBeNull();
    const data = JSON.parse((await (await server.visitor(again)).get('/api/account/data.json')).body);
    const { generatedAt: _, account: own, sessions, ...others } = data;
    expect([own.length, sessions.length]).toEqual([1, 1]);
    expect(Object.values(others).flat()).toEqual([]);
  });

  test('anonymizes the Stripe customers of guest purchases that the account claimed', async () => {
    const account = await makeAccount(database.db, { password: PASSWORD });
    const endedAt = new Date(Date.now() - 86_400_000);
    const ended = { status: 'canceled', periodEnd: endedAt, canceledAt: endedAt, endedAt } as const;
    // In older releases, a claim moved only the subscription to the account.
    const claims = [
      { accountId: account.id, providerCustomerId: 'cus_claimed' },
      { accountId: null, providerCustomerId: 'cus_claimed_earlier' },
    ];
    for (const columns of claims) {
      const { id: purchaseId } = await makePurchase(database.db, columns);
      await makeSubscription(database.db, { accountId: account.id, purchaseId, ...ended });
    }
    await remove(account);
    expect(server.jobs.of('anonymize-customer')).toEqual(
      expect.arrayContaining(claims.map(({ providerCustomerId: customerId }) => ({ customerId }))),
    );
  });

  test('needs the password', async () => {
    const account = await makeAccount(database.db, { password: PASSWORD });
    await expect(remove(account, 'wrong-1')).rejects.toThrow('That isn’t your current password.');
    expect(await server.caller(account).accounts.profile.get()).toMatchObject({ email: account.email });
  });
});

describe('an account can’t be deleted', () => {
  const SOON = new Date(Date.now() + 15 * 86_400_000);
  const refusal = 'Your account can’t be deleted yet.';

  test.each([
    ['that renews', {}, { renews: true, isOverdue: false }],
    ['that was canceled and still runs', { canceledAt: new Date() }, { renews: false, isOverdue: false }],
    [
      'with an unpaid bill',
      { status: 'past_due', pastDueSince: new Date() },
      { renews: true, isOverdue: true },
    ],
  ] as const)('while it has a membership %s', async (_, subscription, expected) => {
    const account = await makeAccount(database.db, { password: PASSWORD });
    await makeMembership(database.db, {
      accountId: account.id,
      subscription: { periodEnd: SOON, ...subscription },
    });
    expect(await standing(account)).toMatchObject({
      canDelete: false,
      plans: [{ name: 'Individual Membership', area: 'memberships', until: SOON, ...expected }],
    });
    await expect(remove(account)).rejects.toThrow(refusal);
    expect(await server.caller(account).memberships.mine()).toHaveLength(1);
  });

  test('while its company or its trial runs', async () => {
    await makePlans(database.db);
    const company = await makeAccount(database.db);
    await makeCompany(database.db, { accountId: company.id });
    expect((await standing(company)).plans).toMatchObject([{ area: 'company', renews: true }]);
    const owner = await makeAccount(database.db);
    const denver = { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.75, longitude: -105 };
    await makePlaces(database.db, [denver]);
    await makeTexts(database.db);
    await server.caller(owner).businessPlans.startTrial({ businessname: 'Bakery', type: 9, zip: '80202' });
    expect((await standing(owner)).plans).toMatchObject([{ area: 'business', renews: false }]);
  });

  test('while a purchase is open, or commissions are owed', async () => {
    const account = await makeAccount(database.db, { password: PASSWORD });
    await makeCommission(database.db, { affiliateId: account.id, amountCents: 999 });
    await makePurchase(database.db, { accountId: account.id, status: 'pending' });
    expect(await standing(account)).toMatchObject({
      canDelete: false,
      hasOpenPurchase: true,
      owedCents: 999,
    });
    await expect(remove(account)).rejects.toThrow(refusal);
  });
});

test('a deleted account’s claimed employee card goes back to the company, and stays valid', async () => {
  const company = await makeCompany(database.db, { accountId: (await makeAccount(database.db)).id });
  const employee = await makeAccount(database.db, { password: PASSWORD });
  const card = await makeEmployeeCard(database.db, company, {
    accountId: employee.id,
    claimedAt: new Date(),
    firstname: 'Ann',
  });
  await database.db
    .insertInto('physicalCardRequests')
    .values({
      id: newId(),
      membershipId: card.id,
      recipient: 'Ann Lee',
      email: employee.email,
      street1: '5 Home Street',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      country: 'US',
      requestedAt: new Date(),
    })
    .execute();
  await remove(employee);
  expect(await server.caller().verification.find({ number: card.number })).toMatchObject({
    firstname: 'Ann',
    updatedStatus: 'active',
  });
  const owner = await database.db
    .selectFrom('memberships')
    .select(['accountId', 'claimedAt'])
    .where('id', '=', card.id)
    .executeTakeFirst();
  expect(owner).toEqual({ accountId: null, claimedAt: null });
  const addresses = await database.db
    .selectFrom('physicalCardRequests')
    .select('street1')
    .where('membershipId', '=', card.id)
    .execute();
  expect(addresses).toEqual([]);
});

test('a claimed card keeps the employee’s name when the owner of the former company deletes the account', async () => {
  const owner = await makeAccount(database.db, { password: PASSWORD });
  const endedAt = new Date(Date.now() - 86_400_000);
  const company = await makeCompany(database.db, {
    accountId: owner.id,
    subscription: { status: 'canceled', periodEnd: endedAt, canceledAt: endedAt, endedAt },
  });
  const employee = await makeAccount(database.db);
  await makeEmployeeCard(database.db, company, {
    accountId: employee.id,
    claimedAt: endedAt,
    firstname: 'Ann',
    lastname: 'Lee',
  });
  await remove(owner);
  expect(await server.caller(employee).memberships.mine()).toMatchObject([
    { firstname: 'Ann', lastname: 'Lee' },
  ]);
});
