import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb());
const ENDPOINTS = [
  '/trpc/accounts.login',
  '/api/identity/signIn',
  '/api/sessionLogin',
  '/api/contract',
  '/graphql',
];
const KILOBYTE = 1024;

async function post(url: string, type: string | undefined, payload: string | Buffer) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await server.app.inject({ method: 'POST', url, headers, payload });
  const { error, errors } = response.json();
  return { status: response.statusCode, message: error?.message ?? error ?? errors?.[0].message };
}

describe.each(ENDPOINTS)('[D47] POST %s', (url) => {
  test('accepts a body of 512 kB and explains why it refuses a larger one', async () => {
    const body = (size: number) => `{"query":"${'x'.repeat(size - 12)}"}`;
    const acceptedResponse = await post(url, 'application/json', body(512 * KILOBYTE));
    expect(acceptedResponse.message).not.toBe('The request is too large');
    const response = await post(url, 'application/json', body(512 * KILOBYTE + 1));
    expect(response).toEqual({ status: 400, message: 'The request is too large' });
  });

  test('refuses a body with more values than any order has, before it validates them', async () => {
    const body = (values: number) =>
      `{"query":"[,[,\\",[","list":[${Array(values - 2)
        .fill('[]')
        .join()}]}`;
    const acceptedResponse = await post(url, 'application/json', body(15_000));
    expect(acceptedResponse.message).not.toBe('The request is too large');
    const response = await post(url, 'application/json', body(40_000));
    expect(response).toEqual({ status: 400, message: 'The request is too large' });
  });

  // Content types that a form on another site can send without a CORS preflight.
  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'refuses %s',
    async (type) => {
      const response = await post(url, type, '{"email":"zoe@example.com","password":"secret-1"}');
      expect(response).toEqual({ status: 400, message: 'Please send JSON' });
    },
  );

  test.each([
    ['truncated JSON', '{"email":'],
    ['text that is not JSON', 'email=zoe'],
    ['an empty body', ''],
    ['binary data', Buffer.from([0xff, 0xfe, 0x00])],
    ['a __proto__ key', '{"__proto__":{"admin":true}}'],
  ])('refuses %s with a readable message', async (_kind, payload) => {
    const { status, message } = await post(url, 'application/json', payload);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(message).toMatch(/\w/);
    expect(message).not.toMatch(/JSON at position|SyntaxError|unexpected token/i);
  });
});
