import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { World } from './conformance-case.ts';
import { type LegacyClient, record } from './legacy-client.ts';
import { expectRefusal, MEMBER, parseBody } from './rest-answers.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

const signIn = (client: LegacyClient, credentials: unknown = MEMBER) =>
  client.send('POST', '/api/identity/signIn', credentials);

async function createStaffToken({ dataDir }: World): Promise<string> {
  const { PATH, HOME } = process.env;
  const { stdout } = await run(
    process.execPath,
    ['server/app/cli/main.ts', 'staff-token', 'staff@example.com'],
    {
      cwd: ROOT,
      env: { DATA_DIR: dataDir, PATH, HOME },
    },
  );
  return /^Token\s+(\S+)$/m.exec(stdout)?.[1] ?? stdout;
}

/** Tests the REST calls for sign-in and sessions, as an existing client makes them. */
export function testRestSessionCalls(world: () => World): void {
  describe('[rest csrf] GET /api/csrf', () => {
    test('returns a token and sets a cookie with the same value, which scripts can read', async () => {
      const response = await world().visitor().send('GET', '/api/csrf');
      const { csrfToken } = parseBody(response);
      expect(csrfToken).toMatch(/^[\w-]{20,}$/);
      const [cookie = ''] = response.headers.getSetCookie();
      expect(cookie).toMatch(new RegExp(`^csrfToken=${csrfToken};`));
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).not.toMatch(/HttpOnly/i);
    });

    test('a mutation with the session cookie requires the token as x-csrf-token, over GraphQL and tRPC', async () => {
      const client = await world().demo(MEMBER.email);
      const emptyToken = { 'x-csrf-token': '' };
      const query = 'mutation { cancelMembershipForUser(membershipID: "none") }';
      const byGraphql = await client.send('POST', '/graphql', { query }, emptyToken);
      expect(byGraphql.text).toContain('couldn’t confirm your session');
      const byTrpc = await client.send('POST', '/trpc/memberships.cancel', { number: 'none' }, emptyToken);
      expect(byTrpc.status).toBe(403);
      expect((await client.graphql(query, {})).errors[0]?.message).toBe('No Membership Found');
    });
  });

  describe('[rest signIn] POST /api/identity/signIn', () => {
    test('returns an idToken for 300 seconds and creates no session', async () => {
      const client = world().visitor();
      const response = await signIn(client);
      expect(response.status).toBe(200);
      expect(parseBody(response)).toEqual({ idToken: expect.stringMatching(/./), expiresIn: 300 });
      expect(client.cookieNames()).toEqual([]);
    });

    test('returns the same message for an unknown address and a wrong password', async () => {
      const client = world().visitor();
      const wrongPassword = await signIn(client, { ...MEMBER, password: 'another password' });
      const unknownAddress = await signIn(client, { ...MEMBER, email: 'nobody@example.com' });
      expectRefusal(wrongPassword, 401);
      expect(unknownAddress.text).toBe(wrongPassword.text);
    });
  });

  test('[rest signInWithCustomToken] accepts a staff token once, and its idToken opens a session', async () => {
    const client = world().visitor();
    const csrfToken = await client.csrfToken();
    const token = await createStaffToken(world());
    const path = '/api/identity/signInWithCustomToken';
    const { idToken, expiresIn } = await client.json('POST', path, { token });
    expect(expiresIn).toBe(300);
    const login = await client.send('POST', '/api/sessionLogin', { idToken, csrfToken });
    expect(login.status).toBe(200);
    expect(record((await client.json('GET', '/api/session')).user).accountType).toBe(10);
    expectRefusal(await world().visitor().send('POST', path, { token }), 401);
  });

  test('[rest sendPasswordReset] returns 200 for an email address or account id, whether or not the account exists', async () => {
    const client = await world().demo(MEMBER.email);
    const { id } = await client.answerOf('query', 'viewer.user');
    const path = '/api/identity/sendPasswordReset';
    for (const body of [
      { email: MEMBER.email },
      { email: 'nobody@example.com' },
      { id },
      { id: randomUUID() },
    ]) {
      expect((await client.send('POST', path, body)).status).toBe(200);
    }
  });

  describe('[rest sessionLogin] POST /api/sessionLogin', () => {
    test('exchanges an idToken once for a session cookie that scripts can’t read', async () => {
      const client = world().visitor();
      const csrfToken = await client.csrfToken();
      const { idToken } = parseBody(await signIn(client));
      const response = await client.send('POST', '/api/sessionLogin', { idToken, csrfToken });
      expect({ status: response.status, body: parseBody(response) }).toEqual({
        status: 200,
        body: { status: 'success' },
      });
      const session = response.headers.getSetCookie().find((cookie) => !cookie.startsWith('csrfToken='));
      expect(session).toMatch(/HttpOnly/i);
      expect(session).toMatch(/SameSite=Lax/i);
      expectRefusal(await client.send('POST', '/api/sessionLogin', { idToken, csrfToken }), 401);
    });

    test('returns 401 for an invalid idToken, and 403 if the token and the cookie differ', async () => {
      const client = world().visitor();
      const csrfToken = await client.csrfToken();
      const badTokenResponse = await client.send('POST', '/api/sessionLogin', { idToken: 'bad', csrfToken });
      expectRefusal(badTokenResponse, 401);
      const { idToken } = parseBody(await signIn(client));
      const wrongCsrfResponse = await client.send('POST', '/api/sessionLogin', {
        idToken,
        csrfToken: 'another',
      });
      expectRefusal(wrongCsrfResponse, 403);
    });

    test('ends the previous session', async () => {
      const client = world().visitor();
      const csrfToken = await client.csrfToken();
      const login = async (credentials: unknown) => {
        const { idToken } = parseBody(await signIn(client, credentials));
        return client.send('POST', '/api/sessionLogin', { idToken, csrfToken });
      };
      const former = (await login(MEMBER)).headers.getSetCookie().join('; ').split(';')[0] ?? '';
      await login({ ...MEMBER, email: 'family@example.com' });
      expect(record((await client.json('GET', '/api/session')).user).email).toBe('family@example.com');
      const replayed = await world().visitor().send('GET', '/api/session', undefined, { cookie: former });
      expect(parseBody(replayed)).toEqual({ user: null });
    });

    test('returns a bearer session to a server that requests one, and sets no cookie', async () => {
      const client = world().visitor();
      const { idToken } = parseBody(await signIn(client));
      const { sessionId } = await client.json('POST', '/api/sessionLogin', { idToken, bearer: true });
      expect(client.cookieNames()).toEqual([]);
      const bearer = world().visitor().carry(String(sessionId));
      expect(record((await bearer.json('GET', '/api/session')).user).email).toBe(MEMBER.email);
    });
  });

  test('[rest session] returns the same as the procedure for the signed-in person, and null for a visitor', async () => {
    expect(await world().visitor().json('GET', '/api/session')).toEqual({ user: null });
    const client = await world().demo(MEMBER.email);
    const user = await client.answerOf('query', 'viewer.user');
    expect(user.email).toBe(MEMBER.email);
    expect(await client.json('GET', '/api/session')).toEqual({ user });
  });

  test('[rest logout] ends the session and clears the cookie, and returns 403 to another site', async () => {
    const client = await world().demo(MEMBER.email);
    const crossSiteHeaders = { 'sec-fetch-site': 'cross-site' };
    expectRefusal(await client.send('GET', '/api/logout', undefined, crossSiteHeaders), 403);
    expect(record((await client.json('GET', '/api/session')).user).email).toBe(MEMBER.email);
    expect((await client.send('GET', '/api/logout')).status).toBe(200);
    expect(client.cookieNames()).not.toContain('session');
    expect(await client.json('GET', '/api/session')).toEqual({ user: null });
  });
}
