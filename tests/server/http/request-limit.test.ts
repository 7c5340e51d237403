import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const { hits } = RATE_LIMITS.general;
/** 15 seconds before the end of a minute. */
const NOW = new Date(Date.UTC(2026, 10, 21, 12, 0, 45));
const server = testApp(testDb(), { now: () => NOW });
const SENTENCE = 'Too many requests. Please wait a moment and try again.';
const webRoot = temporaryFolder();
let app: FastifyInstance;
let addresses = 0;

beforeAll(async () => {
  await mkdir(join(webRoot(), 'assets'));
  await writeFile(join(webRoot(), 'assets/app-3f9c.js'), '1');
  app = await buildWholeApp(server.deps, { webRoot: webRoot(), refusalDelayMs: 10 });
});
afterAll(() => app.close());

/** Returns a function that sends requests from a new address, which has used this much of its limit. */
async function useLimit(used: number) {
  addresses += 1;
  const remoteAddress = `203.0.113.${addresses}`;
  if (used > 0) await server.deps.limits.takeRequest(remoteAddress, used);
  return (request: InjectOptions) => app.inject({ remoteAddress, ...request });
}

const json = { 'content-type': 'application/json' };
const REQUESTS: Array<[string, InjectOptions]> = [
  ['a procedure', { url: '/trpc/catalog.plans' }],
  ['an unknown procedure', { url: '/trpc/nope' }],
  ['a path under /trpc', { url: '/trpc/nope/nope' }],
  ['a malformed body', { method: 'POST', url: '/trpc/accounts.login', payload: '{', headers: json }],
  ['GraphQL', { method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } }],
  ['malformed GraphQL', { method: 'POST', url: '/graphql', payload: '{', headers: json }],
  ['GraphQL by GET', { url: '/graphql?query=%7B__typename%7D' }],
  ['a CSRF token', { url: '/api/csrf' }],
  ['an unknown call', { url: '/api/nope' }],
  ['the home page', { url: '/' }],
  ['an unknown page', { url: '/nope' }],
  ['the sitemap', { url: '/sitemap.xml' }],
  ['robots.txt', { url: '/robots.txt' }],
  ['a missing picture', { url: '/files/logos/nope.webp' }],
  ['a missing hashed file', { url: '/assets/nope.js' }],
  ['a malformed name of a hashed file', { url: '/assets/%00.js' }],
  ['a HEAD request', { method: 'HEAD', url: '/pricing' }],
  ['TRACE', { method: 'TRACE', url: '/trpc/catalog.plans' }],
  ['a webhook without a signature', { method: 'POST', url: '/api/stripe/webhook', payload: {} }],
  [
    'a webhook with a wrong signature',
    { method: 'POST', url: '/api/stripe/webhook', payload: {}, headers: { 'stripe-signature': 't=1,v1=00' } },
  ],
];

describe('[D76] above the general limit of its address', () => {
  test.each(REQUESTS)('%s is refused with Retry-After', async (_, request) => {
    const send = await useLimit(hits);
    const response = await send(request);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('15');
  });

  test('tRPC, GraphQL, plain calls, and pages are refused in their own formats', async () => {
    const send = await useLimit(hits);
    const error = { message: SENTENCE, data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } };
    expect((await send({ url: '/trpc/catalog.plans,catalog.plans?batch=1' })).json()).toMatchObject({
      error,
    });
    const graphql = await send({ method: 'POST', url: '/graphql', payload: { query: '{ user { id } }' } });
    expect(graphql.json().errors).toEqual([
      { message: SENTENCE, extensions: expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }) },
    ]);
    expect((await send({ url: '/api/csrf' })).json()).toEqual({ error: SENTENCE });
    const page = await send({ url: '/pricing', headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain(SENTENCE);
    expect(page.body).toContain('Try again');
  });

  test('hashed files, uploaded pictures, health checks, and signed webhooks still get their responses', async () => {
    const send = await useLimit(hits);
    const picture = `logos/${'0f'.repeat(16)}.webp`;
    await server.deps.files.put(picture, new Uint8Array(1));
    for (const url of ['/assets/app-3f9c.js', `/files/${picture}`, '/healthz', '/readyz'])
      expect((await send({ url })).statusCode).toBe(200);
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } });
    const secret = server.deps.webhookSecret;
    const signature = server.deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { ...json, 'stripe-signature': signature };
    const response = await send({ method: 'POST', url: '/api/stripe/webhook', payload, headers });
    expect(response.statusCode).toBe(200);
  });

  test('only the first refusal is logged', async () => {
    const send = await useLimit(hits);
    const countLines = () => server.log.readAll().split('TOO_MANY_REQUESTS').length;
    const linesBefore = countLines();
    for (let i = 0; i < 3; i++) await send({ url: '/api/csrf' });
    expect(countLines() - linesBefore).toBe(1);
  });
});

test('[D76] a repeated refusal waits, and only for its own address', async () => {
  const slowApp = await buildWholeApp(server.deps, { webRoot: null, refusalDelayMs: 600_000 });
  onTestFinished(() => slowApp.close());
  const [flooder, visitor] = ['203.0.113.250', '203.0.113.251'];
  await server.deps.limits.takeRequest(flooder, hits);
  const send = (remoteAddress: string) => slowApp.inject({ url: '/api/csrf', remoteAddress });
  expect((await send(flooder)).statusCode).toBe(429);
  let isAnswered = false;
  void send(flooder).finally(() => {
    isAnswered = true;
  });
  expect((await send(visitor)).statusCode).toBe(200);
  expect(isAnswered).toBe(false);
});

test('[D76] a batch counts as its calls, and a refused one costs nothing', async () => {
  const send = await useLimit(hits - 40);
  const url = `/trpc/${Array.from({ length: 20 }, () => 'nope').join('%2C')}?batch=1`;
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await send({ url })).statusCode);
  expect(statuses).toEqual([404, 404, 429]);
});

test('[D76] a hundred people at one address use the site for a minute', async () => {
  const send = await useLimit(0);
  const visit = [
    '/',
    '/app/manifest.webmanifest',
    '/app/apple-touch-icon.png',
    '/api/csrf',
    ...Array.from({ length: 20 }, (_, n) => `/files/logos/${n}.webp`),
    '/trpc/nope,nope,nope,nope,nope,nope,nope,nope?batch=1',
    '/trpc/nope,nope,nope,nope,nope,nope?batch=1',
    '/savings',
    '/pricing',
  ];
  for (let person = 0; person < 100; person++) {
    const responses = await Promise.all(visit.map((url) => send({ url })));
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
  }
});
