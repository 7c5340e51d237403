import { beforeAll, describe, expect, test } from 'vitest';
import { issueIdToken } from '#server/domains/accounts/sessions/session.service.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const BACKOFFICE = 'https://backoffice.example.org';
const EXPIRED = { error: 'Your login has expired. Please log in again.' };
const UNCONFIRMED = {
  error: 'We couldn’t confirm your session. Please reload the page and try again.',
};
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS, settings: { CORS_ORIGINS: BACKOFFICE } });
let sara: TestAccount;

beforeAll(async () => {
  sara = await makeAccount(database.db, {
    email: 'sara@example.com',
    firstname: 'Sara',
    password: 'secret-1',
  });
});

const issueToken = async (account: TestAccount) => (await issueIdToken(app.deps, account)).idToken;
const getUser = async (visitor: Visitor) => (await visitor.get('/api/session')).json().user;
const getCsrfToken = (visitor: Visitor) => visitor.cookies.get('csrfToken') ?? '';

async function sessionLogin(visitor: Visitor, idToken: string, csrfToken = getCsrfToken(visitor)) {
  return visitor.post('/api/sessionLogin', { idToken, csrfToken });
}

describe('GET /api/csrf', () => {
  test('[rest csrf] returns a token and sets it as a cookie that scripts can read', async () => {
    const response = await (await app.visitor()).get('/api/csrf');
    expect(response.statusCode).toBe(200);
    const { csrfToken } = response.json();
    expect(csrfToken).toMatch(/^[\w-]{32,}$/);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: 'csrfToken', value: csrfToken, sameSite: 'Lax', path: '/' });
    expect(cookie?.httpOnly).toBeFalsy();
  });

  test('[rest csrf] keeps a valid token and replaces an invalid one', async () => {
    const visitor = await (await app.visitor()).fetchCsrfToken();
    expect((await visitor.get('/api/csrf')).json()).toEqual({ csrfToken: getCsrfToken(visitor) });
    visitor.setCookie({ name: 'csrfToken', value: '<script>' });
    expect((await visitor.get('/api/csrf')).json().csrfToken).toMatch(/^[\w-]{32,}$/);
  });
});

describe('POST /api/sessionLogin', () => {
  test('[rest sessionLogin] exchanges an idToken for a session', async () => {
    const visitor = await (await app.visitor()).fetchCsrfToken();
    const { idToken } = (
      await visitor.post('/api/identity/signIn', { email: 'sara@example.com', password: 'secret-1' })
    ).json();
    const response = await sessionLogin(visitor, idToken);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'success' });
    const cookie = response.cookies.find(({ name }) => name === 'session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(await getUser(visitor)).toMatchObject({ id: sara.id, firstname: 'Sara' });
  });

  test('[rest sessionLogin] ends the previous session of this browser', async () => {
    const visitor = await (await app.visitor(sara)).fetchCsrfToken();
    const former = visitor.cookies.get('session') ?? '';
    await sessionLogin(visitor, await issueToken(sara));
    const copy = await app.visitor();
    copy.setCookie({ name: 'session', value: former });
    expect(await getUser(copy)).toBeNull();
    expect(await getUser(visitor)).not.toBeNull();
  });

  test('[D10] accepts an idToken once, even with concurrent requests', async () => {
    const idToken = await issueToken(sara);
    const visitors = await Promise.all([1, 2, 3].map(async () => (await app.visitor()).fetchCsrfToken()));
    const responses = await Promise.all(visitors.map((visitor) => sessionLogin(visitor, idToken)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    const lateVisitor = await (await app.visitor()).fetchCsrfToken();
    const lateResponse = await sessionLogin(lateVisitor, idToken);
    expect(lateResponse.json()).toEqual(EXPIRED);
    expect(lateVisitor.cookies.has('session')).toBe(false);
  });

  test('[D10] accepts an idToken for five minutes', async () => {
    let time = new Date('2026-11-21T12:00:00Z');
    const laterApp = await buildTestApp(database.db, { limits: NO_LIMITS, now: () => time });
    const tokens = [await issueIdToken(laterApp.deps, sara), await issueIdToken(laterApp.deps, sara)];
    const statuses: number[] = [];
    for (const [index, useTime] of ['2026-11-21T12:04:59Z', '2026-11-21T12:05:00Z'].entries()) {
      time = new Date(useTime);
      const visitor = await (await laterApp.visitor()).fetchCsrfToken();
      statuses.push((await sessionLogin(visitor, tokens[index]?.idToken ?? '')).statusCode);
    }
    expect(statuses).toEqual([200, 401]);
    await laterApp.close();
  });

  test('[D10] refuses an idToken that is forged, or for another purpose or server', async () => {
    const otherServer = await buildTestApp(database.db, { limits: NO_LIMITS });
    const unsignedToken = [{ alg: 'none' }, { sub: sara.id, aud: 'id-token', exp: 4_000_000_000 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const tokens = [
      'nonsense',
      `${unsignedToken}.`,
      `${await issueToken(sara)}x`,
      (await issueIdToken(otherServer.deps, sara)).idToken,
      await app.deps.signer.signAccess('password-reset', sara, { seconds: 60 }),
      await app.deps.signer.signAccess('id-token', { ...sara, id: crypto.randomUUID() }, { seconds: 60 }),
    ];
    for (const idToken of tokens) {
      const visitor = await (await app.visitor()).fetchCsrfToken();
      const response = await sessionLogin(visitor, idToken);
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 401, body: EXPIRED });
      expect(visitor.cookies.has('session')).toBe(false);
    }
    await otherServer.close();
  });

  test('[rest sessionLogin] returns 403 if the token and the cookie differ, and leaves the idToken unused', async () => {
    const idToken = await issueToken(sara);
    const visitor = await (await app.visitor()).fetchCsrfToken();
    const ownCsrfToken = getCsrfToken(visitor);
    for (const csrfToken of ['', 'x', `${ownCsrfToken}x`, 'é'.repeat(ownCsrfToken.length), null, undefined]) {
      const response = await visitor.post('/api/sessionLogin', { idToken, csrfToken });
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 403,
        body: UNCONFIRMED,
      });
    }
    const visitorWithoutToken = await app.visitor();
    expect((await sessionLogin(visitorWithoutToken, idToken, 'made-up')).statusCode).toBe(403);
    expect((await sessionLogin(visitor, idToken)).statusCode).toBe(200);
  });

  test('[D47] refuses a page of another site', async () => {
    const visitor = await (await app.visitor()).fetchCsrfToken();
    const body = { idToken: await issueToken(sara), csrfToken: getCsrfToken(visitor) };
    const headers = { origin: 'https://evil.example' };
    expect((await visitor.post('/api/sessionLogin', body, { headers })).statusCode).toBe(403);
  });
});

describe('a bearer session', () => {
  const bearerLogin = async (headers: Record<string, string> = {}) =>
    (await app.visitor()).post(
      '/api/sessionLogin',
      { idToken: await issueToken(sara), bearer: true },
      { headers },
    );

  test('[D48] is returned in the body, without a cookie, to a server and to an allowed site', async () => {
    const site: Record<string, string> = { origin: BACKOFFICE, 'sec-fetch-site': 'cross-site' };
    for (const headers of [{}, site]) {
      const response = await bearerLogin(headers);
      expect(response.statusCode).toBe(200);
      expect(response.cookies).toEqual([]);
      expect(response.json()).toEqual({ status: 'success', sessionId: expect.any(String) });
      const authorization = `Bearer ${response.json().sessionId}`;
      const session = await (await app.visitor()).get('/api/session', { headers: { authorization } });
      expect(session.json()).toMatchObject({ user: { id: sara.id } });
    }
  });

  test('replaces the client’s previous bearer session, but not the session of the browser that it runs in', async () => {
    const browser = await (await app.visitor(sara)).fetchCsrfToken();
    const login = async (headers: Record<string, string> = {}) => {
      const body = { idToken: await issueToken(sara), bearer: true };
      const { sessionId } = (await browser.post('/api/sessionLogin', body, { headers })).json();
      return { authorization: `Bearer ${sessionId}` };
    };
    const first = await login();
    expect(await getUser(browser)).toMatchObject({ id: sara.id });
    const second = await login(first);
    const readUser = async (headers: Record<string, string>) =>
      (await (await app.visitor()).get('/api/session', { headers })).json().user;
    expect([await readUser(first), await readUser(second)]).toEqual([
      null,
      expect.objectContaining({ id: sara.id }),
    ]);
  });

  test('[D48] is refused to any other site', async () => {
    const response = await bearerLogin({ origin: 'https://evil.example' });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(UNCONFIRMED);
  });

  test('[D47] needs no CSRF token for mutations, and ends only by its own logout', async () => {
    const { sessionId } = (await bearerLogin()).json();
    const headers = {
      authorization: `Bearer ${sessionId}`,
      origin: BACKOFFICE,
      'sec-fetch-site': 'cross-site',
    };
    const server = await app.visitor();
    const browser = await app.visitor(sara);
    const response = await server.get('/api/logout', { headers });
    expect(response.statusCode).toBe(200);
    expect(response.cookies).toEqual([]);
    expect((await server.get('/api/session', { headers })).json()).toEqual({ user: null });
    expect(await getUser(browser)).toMatchObject({ id: sara.id });
  });
});

describe('GET /api/session', () => {
  test('[rest session] returns null without a session and the contract’s user with one', async () => {
    expect((await (await app.visitor()).get('/api/session')).json()).toEqual({ user: null });
    const response = await (await app.visitor(sara)).get('/api/session');
    expect(response.json()).toEqual({
      user: {
        id: sara.id,
        firstname: 'Sara',
        lastname: 'Gomez',
        email: 'sara@example.com',
        accountType: 0,
        businessSearchList: false,
        hasBusinessPlan: false,
        hasValidMembership: false,
        influencer: false,
        friend: false,
        hasW9: false,
        hasW8: false,
        w9: null,
      },
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('GET /api/logout', () => {
  test('[rest logout] ends the session in the database and clears the cookie', async () => {
    const visitor = await app.visitor(sara);
    const former = visitor.cookies.get('session') ?? '';
    const response = await visitor.get('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(response.statusCode).toBe(200);
    expect(response.cookies).toContainEqual(
      expect.objectContaining({ name: 'session', value: '', maxAge: 0 }),
    );
    const copy = await app.visitor();
    copy.setCookie({ name: 'session', value: former });
    expect(await getUser(copy)).toBeNull();
  });

  test('[rest logout] returns 403 to another site and keeps the session', async () => {
    const visitor = await app.visitor(sara);
    const response = await visitor.get('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(UNCONFIRMED);
    expect(await getUser(visitor)).not.toBeNull();
  });

  test('[rest logout] returns 200 without a session', async () => {
    expect((await (await app.visitor()).get('/api/logout')).statusCode).toBe(200);
  });
});
