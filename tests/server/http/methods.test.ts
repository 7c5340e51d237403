import { expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb());

test.each([
  ['/trpc/catalog.plans', 'DELETE, GET, HEAD, OPTIONS, POST, PUT'],
  ['/graphql', 'GET, HEAD, POST'],
  ['/api/logout', 'GET, HEAD'],
  ['/api/sessionLogin', 'POST'],
  ['/files/logos/a.webp', 'GET, HEAD'],
  ['/sitemap.xml', 'GET, HEAD'],
  ['/api/nope', undefined],
  ['/nope', undefined],
])('[D76] TRACE, PATCH, and unknown methods are not allowed at %s', async (url, allow) => {
  for (const method of ['TRACE', 'PATCH', 'PROPFIND', 'MKCOL'] as const) {
    const response = await server.app.inject({ method, url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(response.json()).toEqual({ error: 'This address doesn’t support that kind of request.' });
  }
});
