import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { DUMMY_HASH, hashPassword } from '#server/accounts/password.ts';
import { ensureHouseAccount } from '#server/accounts/provided-account.service.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

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
  test('[S4 login] starts a session for the right password, with the address in any case', async () => {
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
    ['what is no address', 'maria', 'secret-1'],
    ['an account without a password', 'nopassword@example.com', '!'],
  ])('[S8 login] %s is refused in the same words', async (_case, email, password) => {
    await makeAccount(database.db, { email: `other-${crypto.randomUUID()}@example.com` });
    const visitor = await app.visitor();
    const { status, error } = await visitor.trpc('mutation', 'accounts.login', { email, password });
    expect(status).toBe(401);
    expect(error.message).toBe(BAD_CREDENTIALS);
    expect(error.data.fieldErrors).toBeUndefined();
    expect(visitor.cookies.has('session')).toBe(false);
  });

  test("[S5 login] e-mail and password are 'Required Field'", async () => {
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

  test('[D10] uses a dummy hash that is as slow as a real one', async () => {
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
    // Even if it had a password.
    await database.db
      .updateTable('accounts')
      .set({ passwordHash: await hashPassword('secret-1') })
      .where('isHouse', '=', true)
      .execute();
    const credentials = { email: houseAccount?.email ?? '', password: 'secret-1' };
    await expect(app.caller().accounts.login(credentials)).rejects.toThrow(BAD_CREDENTIALS);
  });
});

describe('with rate limits', () => {
  const now = () => new Date('2026-11-21T12:00:00Z');
  const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment and try again.';

  async function attempts(email: (n: number) => string, ip: (n: number) => string): Promise<string[]> {
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

  test('[D49] allows twenty logins a minute from one IP address', async () => {
    const outcomes = await attempts(
      (n) => `person-${n}@example.com`,
      () => '10.1.0.1',
    );
    expect(outcomes).toEqual([...Array(20).fill(BAD_CREDENTIALS), TOO_MANY_REQUESTS]);
  });

  test('[D49] allows twenty attempts a minute per account, from any number of IP addresses', async () => {
    const outcomes = await attempts(
      (n) => (n % 2 ? 'Maria@example.com' : 'maria@EXAMPLE.com'),
      (n) => `10.2.0.${n}`,
    );
    expect(outcomes).toEqual([...Array(20).fill(BAD_CREDENTIALS), TOO_MANY_REQUESTS]);
  });

  test('[D49] stores no e-mail addresses in the counters', async () => {
    const rows = await database.db.selectFrom('rateLimits').select('key').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
  });
});
