import { describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const BACKOFFICE = 'https://backoffice.example.org';
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS, settings: { CORS_ORIGINS: BACKOFFICE } });

/** One mutation through tRPC and one through REST. */
const CHANGES = ['/trpc/accounts.logout', '/api/identity/sendPasswordReset'];
const body = { email: 'someone@example.com' };

async function signedIn() {
  return (await app.visitor(await makeAccount(database.db))).takeCsrfToken();
}

describe.each(CHANGES)('a change at %s', (url) => {
  test('[D47] with the session cookie needs the header', async () => {
    const visitor = await signedIn();
    for (const token of ['', 'x', `${visitor.cookies.get('csrfToken')}x`, '€'.repeat(32)]) {
      const headers = { 'x-csrf-token': encodeURI(token) };
      expect((await visitor.post(url, body, { headers })).statusCode).toBe(403);
    }
    expect((await visitor.post(url, body)).statusCode).toBe(200);
  });

  test('[D47] refuses a cookie with wide characters without a fault', async () => {
    const visitor = await signedIn();
    visitor.setCookie({ name: 'csrfToken', value: encodeURIComponent('€'.repeat(8)) });
    const headers = { 'x-csrf-token': 'x'.repeat(8) };
    expect((await visitor.post(url, body, { headers })).statusCode).toBe(403);
  });

  test('[D47] is refused to a page of another site, also with the header', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      const visitor = await signedIn();
      expect((await visitor.post(url, body, { headers: { origin } })).statusCode).toBe(403);
    }
  });

  test('[D47] is allowed to our own site, and to one of CORS_ORIGINS', async () => {
    for (const origin of ['http://localhost:3000', BACKOFFICE]) {
      const visitor = await signedIn();
      expect((await visitor.post(url, body, { headers: { origin } })).statusCode).toBe(200);
    }
  });

  test('[D47] without a session cookie needs none', async () => {
    expect((await (await app.visitor()).post(url, body)).statusCode).toBe(200);
  });
});
