import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteSessionsEndedBefore } from '#server/platform/security/session.repository.ts';
import { buildTestApp, NO_LIMITS, type TestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const DAY_MS = 86_400_000;
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const credentials = { email: 'sam@example.com', password: 'secret-1' };
let sam: TestAccount;

beforeAll(async () => {
  sam = await makeAccount(database.db, credentials);
});

async function login(targetApp: TestApp = app, visitor?: Visitor) {
  const signedIn = visitor ?? (await targetApp.visitor());
  const response = await signedIn.post('/trpc/accounts.login', credentials);
  expect(response.statusCode).toBe(200);
  const cookie = response.cookies.find(({ name }) => name === 'session');
  return { visitor: signedIn, cookie, id: cookie?.value ?? '' };
}

const getUser = async (visitor: Visitor) => (await visitor.trpc('query', 'viewer.user')).data;
const hashSessionId = (id: string) => createHash('sha256').update(id).digest('hex');

describe('the session cookie', () => {
  test('[D10] is HttpOnly and SameSite', async () => {
    const { cookie } = await login();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.secure).toBeFalsy();
    expect(cookie?.domain).toBeUndefined();
  });

  test('[D10] is Secure in production, and has the configured domain', async () => {
    const production = await buildTestApp(database.db, {
      limits: NO_LIMITS,
      settings: {
        ...PRODUCTION_WITH_STANDINS,
        PUBLIC_URL: 'https://cards.example.com',
        COOKIE_DOMAIN: 'example.com',
      },
    });
    const { cookie, visitor } = await login(production);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: true, domain: 'example.com' });
    const csrf = (await visitor.get('/api/csrf')).cookies.find(({ name }) => name === 'csrfToken');
    expect(csrf).toMatchObject({ sameSite: 'Lax', secure: true, domain: 'example.com' });
    expect(csrf?.httpOnly).toBeFalsy();
    await production.close();
  });
});

describe('a session', () => {
  test('[D10] is stored as a hash, so reading the database gives no access', async () => {
    const { id } = await login();
    const rows = await database.db
      .selectFrom('sessions')
      .selectAll()
      .where('accountId', '=', sam.id)
      .execute();
    expect(rows.map(({ idHash }) => idHash)).toContain(hashSessionId(id));
    expect(JSON.stringify(rows)).not.toContain(id);
    const attacker = await app.visitor();
    attacker.setCookie({ name: 'session', value: hashSessionId(id) });
    expect(await getUser(attacker)).toBeNull();
  });

  test('[S4 session] ends in the database at logout, so that a copied cookie stops working', async () => {
    const { visitor, id } = await login();
    await visitor.fetchCsrfToken();
    expect((await visitor.trpc('mutation', 'accounts.logout')).status).toBe(200);
    expect(visitor.cookies.has('session')).toBe(false);
    const attacker = await app.visitor();
    attacker.setCookie({ name: 'session', value: id });
    expect(await getUser(attacker)).toBeNull();
  });

  test('[S4 session] is replaced by a new login in the same browser only', async () => {
    const otherBrowser = await login();
    const firstLogin = await login();
    await firstLogin.visitor.fetchCsrfToken();
    const secondLogin = await login(app, firstLogin.visitor);
    expect(secondLogin.id).not.toBe(firstLogin.id);
    firstLogin.visitor.setCookie({ name: 'session', value: firstLogin.id });
    expect(await getUser(firstLogin.visitor)).toBeNull();
    expect(await getUser(otherBrowser.visitor)).toMatchObject({ id: sam.id });
  });

  test('expires 30 days after its last use', async () => {
    const { visitor } = await login();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * DAY_MS + 1 });
    expect(await getUser(visitor)).toBeNull();
    vi.useRealTimers();
  });

  test('is extended, with a new cookie, if used in the second half of its lifetime', async () => {
    const { visitor, id } = await login();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * DAY_MS });
    const earlyResponse = await visitor.get('/trpc/viewer.user');
    expect(earlyResponse.cookies.map(({ name, value }) => [name, value])).toContainEqual(['session', id]);
    vi.setSystemTime(Date.now() + 20 * DAY_MS);
    expect(await getUser(visitor)).toMatchObject({ id: sam.id });
    vi.useRealTimers();
  });

  test('ends after 90 days even if it is in use, and is no longer listed', async () => {
    const { visitor } = await login();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let day = 10; day < 90; day += 10) {
      vi.setSystemTime(start + day * DAY_MS);
      expect(await getUser(visitor)).toMatchObject({ id: sam.id });
    }
    vi.setSystemTime(start + 90 * DAY_MS + 1_000);
    const { visitor: newVisitor } = await login();
    const { data: listedSessions } = await newVisitor.trpc('query', 'accounts.profile.sessions');
    expect(listedSessions).toMatchObject([{ isCurrent: true }]);
    expect(await getUser(visitor)).toBeNull();
    vi.useRealTimers();
  });

  test('is deleted once it has expired, although it could have been extended', async () => {
    const idHash = hashSessionId((await login()).id);
    const isStored = async () =>
      (await database.db.selectFrom('sessions').select('idHash').where('idHash', '=', idHash).execute())
        .length > 0;
    expect(await isStored()).toBe(true);
    await deleteSessionsEndedBefore(database.db, new Date(Date.now() + 31 * DAY_MS));
    expect(await isStored()).toBe(false);
  });

  test.each(['', 'x', 'a'.repeat(5_000), '%00', "' or 1=1"])(
    'is not found by the invalid id %j',
    async (id) => {
      const visitor = await app.visitor();
      const response = await visitor.get('/trpc/viewer.user', { headers: { authorization: `Bearer ${id}` } });
      expect(response.statusCode).toBe(200);
      expect(response.json().result.data).toBeNull();
    },
  );
});
