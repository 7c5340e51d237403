import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb());

describe('[D47] calls at /trpc', () => {
  test.each([
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/jsonx',
  ])('refuse the content type %s before reading the body', async (type) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/trpc/accounts.logout',
      headers: { 'content-type': type },
      payload: `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--`,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: 'Please send JSON' });
  });

  test('accept JSON with a charset', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/trpc/accounts.passwordReset.request',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: '{"email":"nobody@example.com"}',
    });
    expect(response.statusCode).toBe(200);
  });

  test.each(['%25', 'viewer.user%252', '%25E0%25A4%25A'])(
    'return 404 for a path that cannot be decoded twice: %s',
    async (path) => {
      expect((await server.app.inject(`/trpc/${path}`)).statusCode).toBe(404);
    },
  );
});
