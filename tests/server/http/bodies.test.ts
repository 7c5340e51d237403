import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb());
const DOORS = [
  '/trpc/accounts.login',
  '/api/identity/signIn',
  '/api/sessionLogin',
  '/api/contract',
  '/graphql',
];
const KILOBYTE = 1024;

async function post(url: string, type: string | undefined, payload: string | Buffer) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  const { error, errors } = answer.json();
  return { status: answer.statusCode, says: error?.message ?? error ?? errors?.[0].message };
}

describe.each(DOORS)('[D47] POST %s', (url) => {
  test('takes a body of 512 kB and refuses a larger one, saying so', async () => {
    const body = (size: number) => `{"query":"${'x'.repeat(size - 12)}"}`;
    const taken = await post(url, 'application/json', body(512 * KILOBYTE));
    expect(taken.says).not.toBe('The request is too large');
    const refused = await post(url, 'application/json', body(512 * KILOBYTE + 1));
    expect(refused).toEqual({ status: 400, says: 'The request is too large' });
  });

  // What a form of another site can send without being asked first.
  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'refuses %s',
    async (type) => {
      const answer = await post(url, type, '{"email":"zoe@example.com","password":"secret-1"}');
      expect(answer).toEqual({ status: 400, says: 'Please send JSON' });
    },
  );

  test.each([
    ['half of it', '{"email":'],
    ['no JSON', 'email=zoe'],
    ['nothing', ''],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00])],
    ['names that would change every object', '{"__proto__":{"admin":true}}'],
  ])('refuses %s with a sentence', async (_kind, payload) => {
    const { status, says } = await post(url, 'application/json', payload);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(says).toMatch(/\w/);
    expect(says).not.toMatch(/JSON at position|SyntaxError|unexpected token/i);
  });
});
