import { beforeAll, describe, expect, test } from 'vitest';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const credentials = { email: 'rita@example.com', password: 'secret-1' };
let rita: TestAccount;

beforeAll(async () => {
  rita = await makeAccount(database.db, credentials);
});

describe('POST /api/identity/signIn', () => {
  test('[rest signIn] returns an idToken for 300 seconds and creates no session', async () => {
    const visitor = await app.visitor();
    const response = await visitor.post('/api/identity/signIn', credentials);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ idToken: expect.any(String), expiresIn: 300 });
    expect(response.cookies).toEqual([]);
    expect(response.headers['cache-control']).toBe('no-store');
    const sessions = await database.db.selectFrom('sessions').select('idHash').execute();
    expect(sessions).toEqual([]);
  });

  test('[rest signIn] returns the same message for an unknown email address and a wrong password', async () => {
    const visitor = await app.visitor();
    for (const invalidBody of [
      { ...credentials, password: 'secret-2' },
      { ...credentials, email: 'nobody@example.com' },
    ]) {
      const response = await visitor.post('/api/identity/signIn', invalidBody);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({
        error: 'Please check your username and password. If you need help, contact customer support.',
      });
    }
  });

  test("[S5 login] returns 'Required Field' for a missing field", async () => {
    const response = await (await app.visitor()).post('/api/identity/signIn', { email: 'rita@example.com' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: 'Required Field' });
  });
});

describe('POST /api/identity/signInWithCustomToken', () => {
  test('[rest signInWithCustomToken] accepts a staff token once', async () => {
    const staff = await makeAccount(database.db, { accountType: 10 });
    const { token } = await createStaffToken(app.deps, staff);
    const visitor = await app.visitor();
    const first = await visitor.post('/api/identity/signInWithCustomToken', { token });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ idToken: expect.any(String), expiresIn: 300 });
    const second = await visitor.post('/api/identity/signInWithCustomToken', { token });
    expect(second.statusCode).toBe(401);
    expect(second.json()).toEqual({ error: 'This token isn’t valid, was already used, or has expired.' });
  });
});

describe('POST /api/identity/sendPasswordReset', () => {
  test('[rest sendPasswordReset] returns 200 whether or not the account exists', async () => {
    const visitor = await app.visitor();
    for (const body of [
      { email: rita.email },
      { email: 'nobody@example.com' },
      { email: 'no address' },
      { id: rita.id },
      { id: 'nonsense' },
    ]) {
      const response = await visitor.post('/api/identity/sendPasswordReset', body);
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 200,
        body: { status: 'success' },
      });
      expect(app.jobs.of('password-reset').at(-1)).toEqual(body);
    }
  });
});

describe('a REST call with an unreadable body', () => {
  const calls = [
    '/api/identity/signIn',
    '/api/identity/signInWithCustomToken',
    '/api/identity/sendPasswordReset',
    '/api/sessionLogin',
    '/api/contract',
  ];
  const json = { 'content-type': 'application/json' };
  const bodies: Array<[string, Record<string, string>, string]> = [
    ['no JSON', json, '{"email":'],
    ['nothing', json, ''],
    ['null', json, 'null'],
    ['a list', json, '[]'],
    ['a text', json, '"text"'],
    ['an empty object', json, '{}'],
    [
      'wrong kinds',
      json,
      '{"email":1,"password":[],"token":{},"idToken":7,"type":null,"id":false,"csrfToken":3}',
    ],
    ['a poisoned prototype', json, '{"__proto__":{"isStaff":true},"type":"MEMBER"}'],
    [
      'a zero byte',
      json,
      '{"email":"a\\u0000@example.com","password":"x","token":"\\u0000","type":"\\u0000"}',
    ],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a&password=b'],
    ['plain text', { 'content-type': 'text/plain' }, '{"type":"MEMBER"}'],
    ['no content type', {}, 'x'],
    ['too much', json, JSON.stringify({ type: 'MEMBER', more: 'x'.repeat(600_000) })],
    ['endless fields', json, JSON.stringify({ email: 'x'.repeat(10_000), password: 'x'.repeat(10_000) })],
    ['endless tokens', json, JSON.stringify({ idToken: 'x'.repeat(10_000), token: 'x'.repeat(10_000) })],
    ['a bearer that is no yes or no', json, '{"idToken":"x","bearer":"true"}'],
  ];

  test.each(
    calls.flatMap((call) => bodies.map(([name, headers, payload]) => ({ call, name, headers, payload }))),
  )('[rest] returns 400 with a readable message: $call with $name', async ({ call, headers, payload }) => {
    const response = await (await app.visitor()).send('POST', call, { headers, payload });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['error']);
    expect(response.json().error).not.toMatch(/expected|invalid input|unexpected token|undefined|FST_/i);
  });

  test.each(['GET', 'PUT', 'DELETE'] as const)(
    '[rest] returns 404 with an error for an unknown call: %s',
    async (method) => {
      const response = await (await app.visitor()).send(method, '/api/identity/signOut');
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ error: 'Not Found' });
    },
  );
});
