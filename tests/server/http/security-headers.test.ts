import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { setWebinarVideo } from '#tests/helpers/factories/webinar.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const server = testApp(testDb());
const folder = temporaryFolder();
const PRODUCTION = loadConfig(PRODUCTION_WITH_STANDINS);
let localApp: FastifyInstance;
let production: FastifyInstance;

beforeAll(async () => {
  const webRoot = folder();
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
  await writeFile(join(webRoot, 'assets/app.js'), 'export {};');
  localApp = await buildWholeApp(server.deps, { webRoot });
  production = await buildWholeApp({ ...server.deps, config: PRODUCTION }, { webRoot });
});
afterAll(() => Promise.all([localApp.close(), production.close()]));

/** One request for every kind of response: pages, files, endpoints, and errors. */
const REQUESTS: Array<InjectOptions & { url: string }> = [
  { url: '/' },
  { url: '/verify/card/ABCD-EFGH-JKMN' },
  { url: '/no/such/page' },
  { url: '/assets/app.js' },
  { url: '/assets/none.js' },
  { url: '/healthz' },
  { url: '/metrics' },
  { url: '/api/csrf' },
  { url: '/api/none' },
  { url: '/api/receipt?id=none' },
  { url: '/trpc/viewer.user' },
  { url: '/trpc/none' },
  { url: '/trpc/%25' },
  { url: '/graphql', headers: { accept: 'text/html' } },
  { method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } },
  { method: 'POST', url: '/graphql', payload: 'no json', headers: { 'content-type': 'application/json' } },
  { method: 'POST', url: '/trpc/accounts.logout', payload: 'a=1', headers: { 'content-type': 'text/plain' } },
  {
    method: 'POST',
    url: '/api/stripe/webhook',
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  },
  { method: 'POST', url: '/trpc/accounts.logout', payload: {}, cookies: { session: 'without a CSRF token' } },
  { method: 'OPTIONS', url: '/graphql', headers: { origin: 'https://evil.example' } },
  { method: 'POST', url: '/', payload: {} },
  { url: '/%E0%A4%A' },
  { url: '/trpc/%zz?batch=1' },
];
const namedRequests = REQUESTS.map((request) => ({
  name: `${request.method ?? 'GET'} ${request.url}`,
  request,
}));

function parsePolicy({ headers }: LightMyRequestResponse): Record<string, string[]> {
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values];
    }),
  );
}

describe.each(namedRequests)('[architecture] $name', ({ request }) => {
  test('allows only our scripts, no framing, and no leaking of referrers', async () => {
    const response = await localApp.inject(request);
    const policy = parsePolicy(response);
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    });
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      // The page that verifies cards scans them with the camera.
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(response.headers).not.toHaveProperty('x-powered-by');
    expect(response.headers).not.toHaveProperty('strict-transport-security');
  });

  test('in production requires HTTPS and allows only Stripe’s origins', async () => {
    const response = await production.inject(request);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const policy = parsePolicy(response);
    expect(policy['script-src']).toEqual(["'self'", 'https://js.stripe.com']);
    expect(policy['connect-src']).toEqual(["'self'", 'https://api.stripe.com']);
    expect(policy['frame-src']).toEqual(['https://js.stripe.com', 'https://hooks.stripe.com']);
    server.log.takeFaults();
  });
});

describe('the Google Wallet script', () => {
  test('is allowed, with its frame, only if Google Wallet is configured', async () => {
    const googleWallet = { issuerId: '1', serviceAccount: 'a@example.com', key: 'none' };
    const app = await buildWholeApp(
      { ...server.deps, config: { ...server.deps.config, googleWallet } },
      { webRoot: folder() },
    );
    const policy = parsePolicy(await app.inject({ url: '/' }));
    await app.close();
    expect(policy['script-src']).toEqual(["'self'", 'https://apis.google.com']);
    expect(policy['frame-src']).toEqual(['https://pay.google.com']);
    const policyWithoutGoogle = parsePolicy(await localApp.inject({ url: '/' }));
    expect(JSON.stringify(policyWithoutGoogle)).not.toContain('google');
  });
});

describe('[D14] the origins of videos and analytics in the settings', () => {
  const page = { url: '/', headers: { accept: 'text/html,application/xhtml+xml' } };
  const show = (link: string) => setWebinarVideo(server.deps.db, link);

  test.each([
    ['a file', 'https://videos.example/a.mp4', "'none'", "'self' https://videos.example"],
    ['a player', 'https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com', "'self'"],
    ['no video', '', "'none'", "'self'"],
    ['a link that is not supported', 'http://videos.example/a.mp4', "'none'", "'self'"],
  ])('are limited to the webinar video’s in a document: %s', async (_, link, frames, media) => {
    await show(link);
    const policy = parsePolicy(await localApp.inject(page));
    expect(policy['frame-src']).toEqual(frames.split(' '));
    expect(policy['media-src']).toEqual(media.split(' '));
    const { 'frame-src': stripeFrames } = parsePolicy(await production.inject(page));
    const stripe = ['https://js.stripe.com', 'https://hooks.stripe.com'];
    expect(stripeFrames).toEqual(frames === "'none'" ? stripe : [...stripe, frames]);
  });

  test('include those of the home page’s videos and the analytics link', async () => {
    await show('https://youtu.be/dQw4w9WgXcQ');
    const { db } = server.deps;
    await makeSetting(db, 'homeVideo1', 'https://videos.example/home.mp4');
    await makeSetting(db, 'homeVideo2', 'https://vimeo.com/123456789');
    await makeSetting(db, 'analyticsLink', 'https://count.example:8443/views?site=card');
    const policy = parsePolicy(await localApp.inject(page));
    expect(policy['frame-src']).toEqual(['https://www.youtube-nocookie.com', 'https://player.vimeo.com']);
    expect(policy['media-src']).toEqual(["'self'", 'https://videos.example']);
    expect(policy['connect-src']).toEqual(["'self'", 'https://count.example:8443']);
    for (const link of ['javascript:alert(1)', '//count.example', "https://a;script-src'unsafe-inline'/x"]) {
      await makeSetting(db, 'analyticsLink', link);
      expect(parsePolicy(await localApp.inject(page))['connect-src'], link).toEqual(["'self'"]);
    }
    for (const key of ['homeVideo1', 'homeVideo2', 'analyticsLink']) await makeSetting(db, key, '');
  });

  test('are allowed only in documents', async () => {
    await show('https://youtu.be/dQw4w9WgXcQ');
    expect(parsePolicy(await localApp.inject('/assets/app.js'))['frame-src']).toEqual(["'none'"]);
    await show('');
  });
});

test.each(['/%E0%A4%A', '/api/%', '/trpc/%zz?batch=1'])(
  '[architecture] a malformed path is refused: %s',
  async (url) => {
    const response = await localApp.inject(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: 'The request could not be read' });
  },
);

test('[architecture] each response has its own request id, whatever the caller sends', async () => {
  const headers = { 'x-request-id': 'mine' };
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await localApp.inject({ url: '/healthz', headers })).headers['x-request-id']),
  );
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain('mine');
});

test('[architecture] index.html has no inline script or handler that the policy would block', async () => {
  const html = await readFile(join(import.meta.dirname, '../../../web/index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, attributes, inline] of scripts) {
    expect(attributes).toMatch(/\bsrc="\.?\//);
    expect(inline).toBe('');
  }
  expect(html).not.toMatch(/\son\w+\s*=/);
});
