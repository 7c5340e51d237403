import { describe, expect, test } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { createVerificationToken } from '#server/domains/accounts/email-verification.service.ts';
import { unlistUncoveredBusinesses } from '#server/domains/business-plans/business-plan.service.ts';
import { newId } from '#server/lib/ids.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';

const database = testDb();
let now = new Date();
const server = testApp(database, { limits: NO_LIMITS, now: () => now });
let trialCount = 0;

async function startTrial({ verified, email }: { verified: boolean; email?: string }) {
  if (trialCount === 0) {
    await makePlans(database.db);
    await makeTexts(database.db);
    await makePlaces(database.db, [
      { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    ]);
  }
  const businessname = `Trial ${++trialCount} Studio`;
  const account = await makeAccount(database.db, {
    ...(email ? { email } : {}),
    ...(verified ? {} : { emailVerifiedAt: null }),
  });
  const caller = server.caller(account);
  const trial = await caller.businessPlans.startTrial({ businessname, type: 12, zip: '80202' });
  // A search that finds nothing finds similar names.
  const isFound = async () => {
    const { stores } = await server.caller().savings.search({ name: businessname });
    return stores.some((store) => store.businessname === businessname);
  };
  return { account, caller, trial, isFound };
}

async function verify(account: TestAccount): Promise<void> {
  const token = await createVerificationToken(server.deps, account);
  await server.caller().accounts.emailVerification.complete({ token });
  const jobs = server.jobs.of('list-trial');
  if (JSON.stringify(jobs).includes(account.id))
    await createJobHandlers(server.deps)['list-trial']({ accountId: account.id }, 'job');
}

describe('[D58] a trial', () => {
  test('is listed immediately if the owner’s email is verified', async () => {
    const { trial, isFound } = await startTrial({ verified: true });
    expect([trial.isListed, await isFound()]).toEqual([true, true]);
  });

  test('with an unverified email is not listed until the owner opens the link', async () => {
    const { account, caller, trial, isFound } = await startTrial({ verified: false });
    expect([trial.isListed, await isFound()]).toEqual([false, false]);
    expect(await caller.businesses.mine()).toMatchObject({ isListed: false, isOwnerVerified: false });
    await verify(account);
    expect(await isFound()).toBe(true);
    expect(await caller.businesses.mine()).toMatchObject({ isListed: true, isOwnerVerified: true });
    await unlistUncoveredBusinesses(server.deps);
    expect(await isFound()).toBe(true);
    await verify(account);
  });

  test('is listed if the owner verifies the email after the trial’s week, within its year', async () => {
    const { account, isFound } = await startTrial({ verified: false });
    now = new Date(now.getTime() + 30 * 86_400_000);
    await verify(account);
    expect(await isFound()).toBe(true);
  });

  test('is listed if the owner changes an unverified email and verifies the new one', async () => {
    const { account, isFound } = await startTrial({ verified: false });
    const email = `new.${account.email}`;
    await database.db
      .updateTable('accounts')
      .set({ pendingEmail: email })
      .where('id', '=', account.id)
      .execute();
    await verify({ ...account, email });
    expect(await isFound()).toBe(true);
  });

  test('stays unlisted if the owner opens a link that was sent to a previous email', async () => {
    const { account, isFound } = await startTrial({ verified: false });
    await expect(verify({ ...account, email: 'earlier@example.com' })).rejects.toMatchObject({
      cause: { code: 'BAD_VERIFICATION_LINK' },
    });
    expect(await isFound()).toBe(false);
  });

  test('[D69] is refused if the mailbox already had one with another account', async () => {
    await startTrial({ verified: true, email: 'cora@example.com' });
    await expect(startTrial({ verified: true, email: 'Cora+shop@example.com' })).rejects.toMatchObject({
      cause: { code: 'TRIAL_USED' },
      message: 'Your email address already had its free trial with another account.',
    });
  });

  test('[D69] ends when the address is verified, and not before, if its mailbox already had one', async () => {
    const squatter = await startTrial({ verified: false, email: 'dora+first@example.com' });
    await startTrial({ verified: true, email: 'dora@example.com' });
    const { account, caller, isFound } = await startTrial({
      verified: false,
      email: 'dora+second@example.com',
    });
    expect(await caller.businessPlans.mine()).toMatchObject({ kind: 'trial', state: 'active' });
    await verify(account);
    expect(await isFound()).toBe(false);
    expect(await caller.businessPlans.mine()).toMatchObject({ kind: 'trial', state: 'ended' });
    await verify(squatter.account);
    expect(await squatter.isFound()).toBe(false);
    const mails = server.jobs.of('mail').filter((mail) => JSON.stringify(mail).includes('trial-repeated'));
    expect(mails).toHaveLength(2);
  });

  test('has room for 5 promotions with a total of 5,000 characters', async () => {
    const { caller } = await startTrial({ verified: true });
    const list = (count: number, length: number) => ({
      promotions: Array.from({ length: count }, () => ({ info: 'x'.repeat(length) })),
    });
    const fieldErrors = { promotions: expect.stringMatching(/^During the trial, you can have 5 promotions/) };
    for (const promotions of [list(6, 10), list(2, 2_501)]) {
      await expect(caller.businesses.changePromotions(promotions)).rejects.toMatchObject({
        cause: { code: 'INVALID_INPUT', fieldErrors },
      });
    }
    expect((await caller.businesses.changePromotions(list(5, 1_000))).promotions).toHaveLength(5);
  });
});

describe('[D58] the verification link', () => {
  test('is emailed to a new account, which can log in immediately', async () => {
    const email = 'new@example.com';
    const person = { firstname: 'Zoë', lastname: 'Gomez', zip: '80202', email, password: 'a long password' };
    const { id } = await server.caller().accounts.register(person);
    expect(await server.caller().accounts.login({ email, password: person.password })).toEqual({ id });
    expect(server.jobs.of('verify-email')).toEqual([{ accountId: id }]);
    await createJobHandlers(server.deps)['verify-email']({ accountId: id }, 'job');
    const { text = '' } = server.mailer.sent.find(({ to }) => to === email) ?? {};
    const token = /\/verifyemail#token=(\S+)/.exec(text)?.[1] ?? '';
    await server.caller().accounts.emailVerification.complete({ token });
    const { emailVerifiedAt } = await database.db
      .selectFrom('accounts')
      .select('emailVerifiedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(emailVerifiedAt).not.toBeNull();
  });

  test('can be sent again until the email is verified', async () => {
    const account = await makeAccount(database.db, { emailVerifiedAt: null });
    const resends = () =>
      server.jobs.of('verify-email').filter((job) => JSON.stringify(job).includes(account.id));
    await server.caller(account).accounts.emailVerification.resend();
    expect(resends()).toHaveLength(1);
    await verify(account);
    await server.caller(account).accounts.emailVerification.resend();
    expect(resends()).toHaveLength(1);
  });
});

describe('[D67] the owner of a trial', () => {
  const listNotices = async (account: TestAccount) => {
    for (const job of server.jobs.of('trial-notice')) {
      const notice: { accountId: string; stage: 'ending' | 'ended' } = JSON.parse(JSON.stringify(job));
      if (notice.accountId === account.id)
        await createJobHandlers(server.deps)['trial-notice'](notice, 'job');
    }
    return listMails(server.jobs, account.email)
      .filter(({ mail }) => mail === 'trial-ending')
      .map(({ props }) => props.isOver);
  };

  test('is emailed before and at its end', async () => {
    const { account } = await startTrial({ verified: true });
    expect(await listNotices(account)).toEqual([false, true]);
    expect(await listNotices(account)).toEqual([false, true]);
  });

  test('isn’t if it became a plan', async () => {
    const { account, trial } = await startTrial({ verified: true });
    const { id: purchaseId } = await makePurchase(database.db, { accountId: account.id });
    const plan = { id: newId(), planId: 4, purchaseId, businessId: trial.businessId, programs: '{}' };
    await database.db
      .insertInto('businessPlans')
      .values({ ...plan, accountId: account.id, kind: 'subscription', startedAt: now })
      .execute();
    expect(await listNotices(account)).toEqual([]);
  });
});
