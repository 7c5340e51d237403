import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DUMMY_HASH, hashPassword } from '#server/domains/accounts/password.ts';
import { sendPasswordReset } from '#server/domains/accounts/password-reset.service.ts';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import { newId } from '#server/lib/ids.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

vi.mock('@node-rs/argon2', { spy: true });

const BAD_CREDENTIALS =
  'Please check your username and password. If you need help, contact customer support.';
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
let account: TestAccount;

beforeAll(async () => {
  account = await makeAccount(database.db, { email: 'Maria@example.com', password: 'secret-1' });
});

describe('accounts.login', () => {
  test('[S4 login] starts a session for the correct password, with the email address in any case', async () => {
    const visitor = await app.visitor();
    const { status, data } = await visitor.trpc('mutation', 'accounts.login', {
      email: ' mARIA@example.COM ',
      password: 'secret-1',
    });
    expect(status).toBe(200);
    expect(data).toEqual({ id: account.id });
    expect((await visitor.trpc('query', 'viewer.user')).data).toMatchObject({ id: account.id });
  });

  test.each([
    ['a wrong password', 'maria@example.com', 'secret-2'],
    ['a password in another case', 'maria@example.com', 'SECRET-1'],
    ['an unknown address', 'nobody@example.com', 'secret-1'],
    ['a malformed email address', 'maria', 'secret-1'],
    ['an account without a password', 'nopassword@example.com', '!'],
  ])('[S8 login] refuses %s with the same message', async (_case, email, password) => {
    await makeAccount(database.db, { email: `other-${crypto.randomUUID()}@example.com` });
    const visitor = await app.visitor();
    const { status, error } = await visitor.trpc('mutation', 'accounts.login', { email, password });
    expect(status).toBe(401);
    expect(error.message).toBe(BAD_CREDENTIALS);
    expect(error.data.fieldErrors).toBeUndefined();
    expect(visitor.cookies.has('session')).toBe(false);
  });

  test("[S5 login] returns 'Required Field' for an empty email or password", async () => {
    const visitor = await app.visitor();
    const { status, error } = await visitor.trpc('mutation', 'accounts.login', { email: ' ', password: '' });
    expect(status).toBe(400);
    expect(error.data.fieldErrors).toEqual({ email: 'Required Field', password: 'Required Field' });
  });

  test('[D10] hashes the password even for an unknown address', async () => {
    const hashes: unknown[] = [];
    for (const email of ['maria@example.com', 'nobody@example.com']) {
      vi.mocked(verify).mockClear();
      await expect(app.caller().accounts.login({ email, password: 'wrong-1' })).rejects.toThrow(
        BAD_CREDENTIALS,
      );
      expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
      hashes.push(vi.mocked(verify).mock.calls[0]?.[0]);
    }
    expect(hashes).toEqual([account.passwordHash, DUMMY_HASH]);
  });

  test('[D10] verifies against a dummy hash that takes as long as a real one', async () => {
    const cost = (hash: string) => hash.split('$').slice(0, 4);
    expect(cost(DUMMY_HASH)).toEqual(cost(await hashPassword('whatever')));
    expect(DUMMY_HASH).toHaveLength((await hashPassword('whatever')).length);
  });

  test('normalizes Unicode in passwords', async () => {
    await makeAccount(database.db, { email: 'compose@example.com', password: 'cafe\u0301-123' });
    const credentials = { email: 'compose@example.com', password: 'caf\u00e9-123' };
    await expect(app.caller().accounts.login(credentials)).resolves.toHaveProperty('id');
  });

  test('[D24] refuses the house account', async () => {
    await ensureHouseAccount(database.db);
    await ensureHouseAccount(database.db);
    const houses = await database.db.selectFrom('accounts').selectAll().where('isHouse', '=', true).execute();
    expect(houses.map(({ firstname, lastname }) => `${firstname} ${lastname}`)).toEqual(['Everything Card']);
    const [houseAccount] = houses;
    // The house account must not sign in even if it has a password.
    await database.db
      .updateTable('accounts')
      .set({ passwordHash: await hashPassword('secret-1') })
      .where('isHouse', '=', true)
      .execute();
    const credentials = { email: houseAccount?.email ?? '', password: 'secret-1' };
    await expect(app.caller().accounts.login(credentials)).rejects.toThrow(BAD_CREDENTIALS);
  });
});

describe('login limits', () => {
  const now = () => new Date('2026-11-21T12:00:00Z');
  const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment and try again.';

  async function tryLogins(email: (n: number) => string, ip: (n: number) => string): Promise<string[]> {
    const limitedApp = await buildTestApp(database.db, { now });
    const outcomes: string[] = [];
    for (let n = 0; n < 21; n++) {
      const caller = limitedApp.caller(null, { ip: ip(n) });
      const attempt = caller.accounts.login({ email: email(n), password: 'wrong-1' });
      outcomes.push(await attempt.then(() => 'in').catch((error: Error) => error.message));
    }
    await limitedApp.close();
    return outcomes;
  }

  test('[D49] allow twenty logins a minute from one IP address', async () => {
    const outcomes = await tryLogins(
      (n) => `person-${n}@example.com`,
      () => '10.1.0.1',
    );
    expect(outcomes).toEqual([...Array(20).fill(BAD_CREDENTIALS), TOO_MANY_REQUESTS]);
  });

  test('[D49] allow hardly more than twenty if many are sent at once', async () => {
    const limitedApp = await buildTestApp(database.db, { now });
    onTestFinished(() => limitedApp.close());
    const { accounts } = limitedApp.caller(null, { ip: '10.1.0.2' });
    const attempts = Array.from({ length: 40 }, (_, n) =>
      accounts
        .login({ email: `at-once-${n}@example.com`, password: 'wrong-1' })
        .catch((error) => error.message),
    );
    const outcomes = await Promise.all(attempts);
    const guesses = outcomes.filter((outcome) => outcome === BAD_CREDENTIALS).length;
    expect(guesses).toBeGreaterThanOrEqual(20);
    // Up to four are checked at the same time.
    expect(guesses).toBeLessThan(24);
  });

  test('[D57] make an email address’s owner wait 10 s in a new browser after twenty failures a minute from any IP addresses', async () => {
    const account = await makeAccount(database.db, { password: 'a long password' });
    const limitedApp = await buildTestApp(database.db, { now });
    onTestFinished(() => limitedApp.close());
    for (let n = 0; n < 20; n++) {
      const caller = limitedApp.caller(null, { ip: `10.2.0.${n}` });
      const email = n % 2 ? account.email : account.email.toUpperCase();
      await expect(caller.accounts.login({ email, password: 'wrong-1' })).rejects.toThrow(BAD_CREDENTIALS);
    }
    const signIn = async (overrides: object) => {
      const startedAt = performance.now();
      const caller = limitedApp.caller(null, overrides);
      await caller.accounts.login({ email: account.email, password: 'a long password' });
      return performance.now() - startedAt;
    };
    const knownBrowser = { id: newId(), accountIds: [account.id] };
    expect(await signIn({ ip: '10.2.1.1', knownBrowser })).toBeLessThan(5_000);
    const newBrowserWaitMs = await signIn({ ip: '10.2.1.1' });
    expect(newBrowserWaitMs).toBeGreaterThan(9_900);
    expect(newBrowserWaitMs).toBeLessThan(20_000);
  });

  test('[D57] count only failures, and count a browser that has signed in before separately', async () => {
    const account = await makeAccount(database.db, { password: 'a long password' });
    const limitedApp = await buildTestApp(database.db, { now });
    onTestFinished(() => limitedApp.close());
    const send = async (visitor: Visitor, password: string) =>
      (await visitor.post('/trpc/accounts.login', { email: account.email, password })).statusCode;
    const owner = await (await limitedApp.visitor()).fetchCsrfToken();
    for (let n = 0; n < 21; n++) expect(await send(owner, 'a long password')).toBe(200);
    owner.cookies.delete('session');
    const stranger = await limitedApp.visitor();
    // Use up the limit for this IP address, which the owner shares.
    for (let n = 0; n < 20; n++)
      await stranger.post('/trpc/accounts.login', { email: `${n}@x.co`, password: 'x' });
    expect(await send(stranger, 'a long password')).toBe(429);
    for (let n = 0; n < 20; n++) expect(await send(owner, 'wrong-1')).toBe(401);
    expect(await send(owner, 'a long password')).toBe(429);
    owner.cookies.set('browser', `${owner.cookies.get('browser')}x`);
    expect(await send(owner, 'a long password')).toBe(429);
  });

  test('[D57] don’t let strangers who register with an address use up its password reset emails', async () => {
    const owner = await makeAccount(database.db, { password: 'a long password' });
    const limitedApp = await buildTestApp(database.db, { now });
    onTestFinished(() => limitedApp.close());
    const person = { firstname: 'A', lastname: 'B', zip: '80202', email: owner.email, password: 'secret-1' };
    for (let n = 0; n < 4; n++) {
      const caller = limitedApp.caller(null, { ip: `10.3.0.${n}` });
      await expect(caller.accounts.register(person)).rejects.toMatchObject({
        cause: { code: 'EMAIL_TAKEN' },
      });
    }
    expect(limitedApp.jobs.of('mail')).toHaveLength(3);
    await sendPasswordReset(limitedApp.deps, { email: owner.email }, 'job');
    expect(limitedApp.jobs.of('password-reset')).toEqual([{ accountId: owner.id }]);
  });

  test('[D49] store no email addresses in the counters', async () => {
    const rows = await database.db.selectFrom('rateLimits').select('key').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
  });
});
