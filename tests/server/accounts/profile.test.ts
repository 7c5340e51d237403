import { beforeEach, describe, expect, test } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { createVerificationToken } from '#server/domains/accounts/email-verification.service.ts';
import { listSubscribers } from '#server/domains/content/messages/newsletter.service.ts';
import { insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const PASSWORD = 'a long password';

const database = testDb();
const server = testApp(database);
let account: TestAccount;

beforeEach(async () => {
  account = await makeAccount(database.db, { password: PASSWORD, firstname: 'Mia', lastname: 'Reyes' });
});

const profile = (person: TestAccount = account) => server.caller(person).accounts.profile;

async function logIn(userAgent: string, person: TestAccount = account): Promise<Visitor> {
  const visitor = await server.visitor();
  const input = { email: person.email, password: PASSWORD };
  const response = await visitor.post('/trpc/accounts.login', input, {
    headers: { 'user-agent': userAgent },
  });
  expect(response.statusCode).toBe(200);
  await visitor.get('/api/csrf');
  return visitor;
}

const isLoggedIn = async (visitor: Visitor) => (await visitor.trpc('query', 'viewer.user')).data !== null;

describe('the name', () => {
  test('changes for the account, and a missing part gets an error at its field', async () => {
    await profile().changeName({ firstname: ' Ana ', lastname: 'Ortiz' });
    expect(await profile().get()).toMatchObject({
      firstname: 'Ana',
      lastname: 'Ortiz',
      email: account.email,
    });
    await expect(profile().changeName({ firstname: '', lastname: 'Ortiz' })).rejects.toThrow(
      'Required Field',
    );
  });
});

describe('the password', () => {
  const change = (input: { currentPassword?: string; password?: string }) => {
    const { currentPassword = PASSWORD, password = 'another long password' } = input;
    return profile().changePassword({ currentPassword, password, confirm: password });
  };

  test('changes with the current password, which ends other sessions and notifies the owner by email', async () => {
    const [currentVisitor, otherVisitor] = [await logIn(CHROME), await logIn(SAFARI)];
    const stranger = await makeAccount(database.db, { password: PASSWORD });
    const strangerVisitor = await logIn(CHROME, stranger);
    const password = 'another long password';
    const { status } = await currentVisitor.trpc('mutation', 'accounts.profile.changePassword', {
      currentPassword: PASSWORD,
      password,
      confirm: password,
    });
    expect(status).toBe(200);
    expect([await isLoggedIn(currentVisitor), await isLoggedIn(otherVisitor)]).toEqual([true, false]);
    expect(await isLoggedIn(strangerVisitor)).toBe(true);
    const caller = server.caller();
    await expect(caller.accounts.login({ email: account.email, password: PASSWORD })).rejects.toThrow();
    await expect(caller.accounts.login({ email: account.email, password })).resolves.toEqual({
      id: account.id,
    });
    expect(server.jobs.of('mail')).toContainEqual({
      mail: 'password-changed',
      to: account.email,
      props: { firstname: 'Mia' },
    });
  });

  test.each([
    ['a wrong current password', { currentPassword: 'wrong-1' }, 'That isn’t your current password.'],
    ['a common new password', { password: 'Password1' }, 'Please choose a password that is harder to guess.'],
    ['a new password that is too short', { password: '12345' }, 'Password must be at least 6 characters!'],
  ])('does not change with %s', async (_, input, message) => {
    await expect(change(input)).rejects.toThrow(message);
    await expect(
      server.caller().accounts.login({ email: account.email, password: PASSWORD }),
    ).resolves.toEqual({ id: account.id });
  });

  test('[D57] can’t be guessed with a stolen session, because failures count as failed logins', async () => {
    const at = new Date();
    const limitedApp = await buildTestApp(database.db, { now: () => at });
    const guess = () =>
      limitedApp
        .caller(account, { ip: '203.0.113.9' })
        .accounts.profile.changePassword({ currentPassword: 'guess', password: PASSWORD, confirm: PASSWORD });
    for (let count = 0; count < 20; count++) {
      await expect(guess()).rejects.toThrow('That isn’t your current password.');
    }
    await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await limitedApp.close();
  });
});

describe('[D58] the email', () => {
  const change = (email: string, currentPassword = PASSWORD) =>
    profile().changeEmail({ email, currentPassword });

  /** Sends the verification email, and returns its recipient and its link's token. */
  async function receiveLink(): Promise<{ to: string; token: string }> {
    await createJobHandlers(server.deps)['verify-email']({ accountId: account.id }, crypto.randomUUID());
    const mail = server.mailer.sent.at(-1);
    const token = /verifyemail#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return { to: mail?.to ?? '', token };
  }

  const confirm = (token: string) => server.caller().accounts.emailVerification.complete({ token });

  test('changes when the link sent to the new address is opened, and the old address is notified', async () => {
    const newEmail = `new.${account.email}`;
    await change(newEmail);
    expect(await profile().get()).toMatchObject({ email: account.email, pendingEmail: newEmail });
    const { to, token } = await receiveLink();
    expect(to).toBe(newEmail);
    await confirm(token);
    expect(await profile().get()).toMatchObject({
      email: newEmail,
      isEmailVerified: true,
      pendingEmail: null,
    });
    await expect(confirm(token)).rejects.toThrow('This link no longer works.');
    expect(server.jobs.of('update-customer')).toContainEqual({ accountId: account.id });
    expect(server.jobs.of('mail')).toContainEqual({
      mail: 'email-changed',
      to: account.email,
      props: { firstname: 'Mia', newEmail: `n•••@example.com` },
    });
    await expect(server.caller().accounts.login({ email: newEmail, password: PASSWORD })).resolves.toEqual({
      id: account.id,
    });
  });

  test('does not change when the link of an earlier request is opened', async () => {
    await change('first@example.org');
    const { token } = await receiveLink();
    await change('second@example.org');
    await expect(confirm(token)).rejects.toThrow('This link no longer works.');
    expect(await profile().get()).toMatchObject({ email: account.email });
  });

  test('stays the same if the owner withdraws the change, and the link is refused', async () => {
    await change(`new.${account.email}`);
    const { token } = await receiveLink();
    await profile().withdrawEmailChange();
    await expect(confirm(token)).rejects.toThrow('This link no longer works.');
    expect(await profile().get()).toMatchObject({ email: account.email, pendingEmail: null });
  });

  test('does not change to another account’s address, and the response does not reveal that account', async () => {
    const other = await makeAccount(database.db);
    await expect(change(other.email.toUpperCase())).resolves.toBeUndefined();
    const { token } = await receiveLink();
    await expect(confirm(token)).rejects.toThrow('Another account has this email address.');
    expect(await profile(other).get()).toMatchObject({ email: other.email });
  });

  test('does not change without the password, or to the same address', async () => {
    await expect(change('new@example.org', 'wrong-1')).rejects.toThrow('That isn’t your current password.');
    await expect(change(account.email.toUpperCase())).rejects.toThrow('That’s already your email address.');
    expect(await profile().get()).toMatchObject({ pendingEmail: null });
  });

  test('[D49] can be changed by at most three links in 15 minutes', async () => {
    const at = new Date();
    const limitedApp = await buildTestApp(database.db, { now: () => at });
    const requestLink = (name: string) =>
      limitedApp
        .caller(account)
        .accounts.profile.changeEmail({ email: `${name}.${account.email}`, currentPassword: PASSWORD });
    for (const name of ['one', 'two', 'three']) await requestLink(name);
    await expect(requestLink('four')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await limitedApp.close();
  });

  test('[D49] gets at most three links in 15 minutes, even if different accounts request them', async () => {
    const at = new Date();
    const limitedApp = await buildTestApp(database.db, { now: () => at });
    const requestLink = async (ip: string) => {
      const person = await makeAccount(database.db, { password: PASSWORD });
      const input = { email: `target.${account.email}`, currentPassword: PASSWORD };
      await limitedApp.caller(person, { ip }).accounts.profile.changeEmail(input);
    };
    for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await requestLink(ip);
    await expect(requestLink('198.51.100.4')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await limitedApp.close();
  });
});

describe('the optional emails', () => {
  const ALL = { newsletter: true, shippingNotices: true, renewalReceipts: true, receiptPdf: false };
  const isSubscribed = async (email: string) =>
    (await listSubscribers(database.db, { suspected: false })).some((row) => row.email === email);

  test('can be switched on and off separately', async () => {
    expect(await profile().mailPreferences()).toEqual({ ...ALL, newsletter: false });
    for (const choice of [
      { ...ALL, shippingNotices: false },
      { ...ALL, renewalReceipts: false, receiptPdf: true },
    ]) {
      await profile().saveMailPreferences(choice);
      expect(await profile().mailPreferences()).toEqual(choice);
    }
    expect(await isSubscribed(account.email)).toBe(true);
    await profile().saveMailPreferences({ ...ALL, newsletter: false });
    expect(await isSubscribed(account.email)).toBe(false);
  });

  test('[S5 newsletter] can’t be changed by an account that hasn’t verified its address', async () => {
    const email = `unsubscribed.${account.email}`;
    const stranger = await makeAccount(database.db, { email, emailVerifiedAt: null });
    await insertSuppression(database.db, { email, reason: 'unsubscribed', suppressedAt: new Date() });
    const save = () => profile(stranger).saveMailPreferences(ALL);
    expect((await captureError(save())).code).toBe('EMAIL_NOT_VERIFIED');
    expect(await isSubscribed(email)).toBe(false);
    const token = await createVerificationToken(server.deps, stranger);
    await server.caller().accounts.emailVerification.complete({ token });
    await save();
    expect(await isSubscribed(email)).toBe(true);
  });

  test('follow the account to its new address', async () => {
    const choice = { ...ALL, shippingNotices: false, renewalReceipts: false, receiptPdf: true };
    await profile().saveMailPreferences(choice);
    const moved = { ...account, email: `moved.${account.email}` };
    await profile().changeEmail({ email: moved.email, currentPassword: PASSWORD });
    const token = await createVerificationToken(server.deps, moved);
    await server.caller().accounts.emailVerification.complete({ token });
    expect(await profile(moved).mailPreferences()).toEqual(choice);
    expect(await isSubscribed(account.email)).toBe(false);
  });
});

describe('the sessions', () => {
  const listOf = async (visitor: Visitor) => (await visitor.trpc('query', 'accounts.profile.sessions')).data;

  test('are listed with device and last use, and can be ended one by one or all at once', async () => {
    const [laptop, phone, tablet] = [await logIn(CHROME), await logIn(SAFARI), await logIn(SAFARI)];
    const sessions = await listOf(laptop);
    expect(sessions).toHaveLength(3);
    expect(sessions).toContainEqual(
      expect.objectContaining({
        device: 'Chrome on Windows',
        isCurrent: true,
        lastUsedAt: expect.stringMatching(/^\d{4}-/),
      }),
    );
    const [ownOfPhone] = (await listOf(phone)).filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(ownOfPhone.device).toBe('Safari on iOS');

    await laptop.trpc('mutation', 'accounts.profile.endSession', { id: ownOfPhone.id });
    expect([await isLoggedIn(laptop), await isLoggedIn(phone), await isLoggedIn(tablet)]).toEqual([
      true,
      false,
      true,
    ]);
    await laptop.trpc('mutation', 'accounts.profile.endOtherSessions');
    expect([await isLoggedIn(laptop), await isLoggedIn(tablet)]).toEqual([true, false]);
  });

  test('of another account are neither listed nor ended', async () => {
    const [mine, theirs] = [
      await logIn(CHROME),
      await logIn(CHROME, await makeAccount(database.db, { password: PASSWORD })),
    ];
    const [session] = await listOf(mine);
    expect(await listOf(theirs)).toHaveLength(1);
    await theirs.trpc('mutation', 'accounts.profile.endSession', { id: session.id });
    await theirs.trpc('mutation', 'accounts.profile.endOtherSessions');
    expect(await isLoggedIn(mine)).toBe(true);
  });

  test('show when they were last used', async () => {
    let now = new Date();
    const laterApp = await buildTestApp(database.db, { now: () => now });
    const visitor = await laterApp.visitor(account);
    const started = now.getTime();
    now = new Date(started + 2 * 3_600_000);
    await visitor.trpc('query', 'viewer.user');
    const [session] = await listOf(visitor);
    expect(new Date(session.lastUsedAt).getTime()).toBe(started + 2 * 3_600_000);
    await laterApp.close();
  });
});
