import { describe, expect, test } from 'vitest';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';

const BACKOFFICE = 'https://backoffice.example.org';
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS, settings: { CORS_ORIGINS: BACKOFFICE } });

const CHANGES = ['/trpc/accounts.logout', '/trpc/accounts.passwordReset.request'];
const body = { email: 'someone@example.com' };

async function signedIn() {
  return (await app.visitor(await makeAccount(database.db))).fetchCsrfToken();
}

describe.each(CHANGES)('a POST to %s', (url) => {
  test('[D47] with the session cookie requires the CSRF header', async () => {
    const visitor = await signedIn();
    for (const token of ['', 'x', `${visitor.cookies.get('csrfToken')}x`, '€'.repeat(32)]) {
      const headers = { 'x-csrf-token': encodeURI(token) };
      expect((await visitor.post(url, body, { headers })).statusCode).toBe(403);
    }
    expect((await visitor.post(url, body)).statusCode).toBe(200);
  });

  test('[D47] with non-Latin characters in the cookie is refused without a server error', async () => {
    const visitor = await signedIn();
    visitor.setCookie({ name: 'csrfToken', value: encodeURIComponent('€'.repeat(8)) });
    const headers = { 'x-csrf-token': 'x'.repeat(8) };
    expect((await visitor.post(url, body, { headers })).statusCode).toBe(403);
  });

  test('[D47] from another site, subdomain, or port is refused even with the header', async () => {
    const origins = ['https://evil.example', 'null', 'http://localhost:3000.evil.example'];
    for (const origin of [...origins, 'http://blog.localhost:3000', 'http://localhost:8080']) {
      const visitor = await signedIn();
      expect((await visitor.post(url, body, { headers: { origin } })).statusCode).toBe(403);
    }
  });

  test('[D47] from our own site or one of CORS_ORIGINS is allowed', async () => {
    for (const origin of ['http://localhost:3000', BACKOFFICE]) {
      const visitor = await signedIn();
      expect((await visitor.post(url, body, { headers: { origin } })).statusCode).toBe(200);
    }
  });

  test('[D47] without the session cookie requires no header', async () => {
    expect((await (await app.visitor()).post(url, body)).statusCode).toBe(200);
  });
});

const BUY = `mutation ($plan: Int) { BuyCard(plan: $plan) { id } }`;
const SEND_MESSAGE = `mutation ($name: String) { SendCorporateMessage(name: $name) }`;

async function withDeadSession(session: 'ended' | 'junk') {
  const visitor = await app.visitor(await makeAccount(database.db));
  const sessionId = visitor.cookies.get('session') ?? '';
  if (session === 'ended') await app.deps.sessions.end(sessionId);
  else visitor.setCookie({ name: 'session', value: 'junk' });
  return visitor;
}

describe.each(['ended', 'junk'] as const)('a cookie of a session that is %s', (session) => {
  test('[D47] doesn’t make a procedure require the header', async () => {
    const visitor = await withDeadSession(session);
    for (const url of CHANGES) expect((await visitor.post(url, body)).statusCode).toBe(200);
  });

  test('[D47] doesn’t make an older client’s mutation require the header', async () => {
    const visitor = await withDeadSession(session);
    const person = { firstname: 'Rita', lastname: 'Reyes', zip: '80202', password: 'secret-1' };
    const response = await visitor.graphql(
      `mutation ($firstname: String, $lastname: String, $email: String, $zip: String, $password: String) {
        registerBasicAccount(firstname: $firstname, lastname: $lastname, email: $email, zip: $zip,
          password: $password) { id } }`,
      { ...person, email: `${session}@example.com` },
    );
    expect(response.errors).toEqual([]);
    for (const document of [BUY, SEND_MESSAGE]) {
      const { errors } = await visitor.graphql(document, {});
      expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['INVALID_INPUT']);
    }
  });
});

describe('a REST call that doesn’t act for the session', () => {
  const credentials = { email: 'kim@example.com', password: 'secret-1' };

  test('[D47] requires no header', async () => {
    await makeTexts(database.db);
    const member = await makeAccount(database.db, credentials);
    const staff = await makeAccount(database.db, { accountType: 10 });
    const { token } = await createStaffToken(app.deps, staff);
    for (const [url, values] of [
      ['/api/contract', { type: 'MEMBER' }],
      ['/api/search/download', {}],
      ['/api/identity/signIn', credentials],
      ['/api/identity/signInWithCustomToken', { token }],
      ['/api/identity/sendPasswordReset', body],
    ] as const) {
      const visitor = await app.visitor(member);
      expect([url, (await visitor.post(url, values)).statusCode]).toEqual([url, 200]);
    }
  });
});
