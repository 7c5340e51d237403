import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDb, type DbClient } from '#db/client.ts';
import { createReader } from '#db/reader.ts';
import { findPage } from '#server/app/site/page-lookup.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const server = testApp(testDb());
const folder = temporaryFolder();
const PAGE =
  '<!doctype html><head><!--head--><title>Everything Card</title><!--/head--></head><div id="root"></div>';
/** Matches a document in which the page's head replaced the default one. */
const DOCUMENT = /^<!doctype html><head>\s*<title>[^<]+<\/title>[\s\S]*<\/head><div id="root"><\/div>$/;
const SCRIPT = `console.log('${'card '.repeat(500)}');`;
let app: FastifyInstance;

beforeAll(async () => {
  const webRoot = join(folder(), 'web');
  await mkdir(join(webRoot, 'assets'), { recursive: true });
  await writeFile(join(webRoot, 'index.html'), PAGE);
  await writeFile(join(folder(), 'secrets.json'), 'not for the web');
  for (const [ending, text] of [
    ['', SCRIPT],
    ['.br', brotliCompressSync(SCRIPT)],
    ['.gz', gzipSync(SCRIPT)],
  ] as const) {
    await writeFile(join(webRoot, `assets/app-1a2b3c.js${ending}`), text);
  }
  await writeFile(join(webRoot, 'humans.txt'), 'A card');
  await mkdir(join(webRoot, 'store-logos'));
  await mkdir(join(webRoot, 'social'));
  await writeFile(join(webRoot, 'social', 'savings.png'), 'a picture');
  await writeFile(join(webRoot, 'store-logos', 'auto-1.svg'), '<svg/>');
  app = await buildWholeApp(server.deps, { webRoot });
});
afterAll(() => app.close());

describe('[architecture] pages', () => {
  test.each([
    ['/', 'no-cache'],
    ['/pricing', 'no-cache'],
    ['/pricing/individual?plan=family', 'no-cache'],
    ['/Pricing/', 'no-cache'],
    ['/user/card/ABCD-EFGH-JKMN', 'no-store'],
    ['/cancel', 'no-store'],
  ])('GET %s returns the web app with %s', async (url, cacheControl) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).toMatch(DOCUMENT);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe(cacheControl);
  });

  test.each(['/no/such/page', '/pricing/none', '/faqs', '/request/card'])(
    'GET %s returns the web app with status 404',
    async (url) => {
      const { headers } = await app.inject('/pricing');
      for (const condition of [{}, { 'if-none-match': String(headers.etag) }]) {
        const response = await app.inject({ url, headers: condition });
        expect(response.statusCode).toBe(404);
        expect(response.body).toMatch(DOCUMENT);
        expect(response.body).toContain('<title>Page not found | Everything Card</title>');
        expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      }
    },
  );

  test('every path in `paths` belongs to a page', () => {
    const allPaths = Object.values(paths)
      .map((path) => String(Reflect.apply(path, null, ['1'])))
      .filter((path) => !path.startsWith('/api/'));
    expect(allPaths.length).toBeGreaterThan(30);
    expect(allPaths.filter((path) => findPage(new URL(path, 'http://localhost').pathname) === null)).toEqual(
      [],
    );
  });

  test('an unchanged page is answered with 304', async () => {
    const { headers } = await app.inject('/pricing');
    const revalidatedResponse = await app.inject({
      url: '/pricing',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(revalidatedResponse.statusCode).toBe(304);
    expect(revalidatedResponse.body).toBe('');
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const { body } = await app.inject('/pricing');
    const response = await app.inject({ method: 'HEAD', url: '/pricing' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(response.body).toBe('');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])(
    'a document is compressed for a browser that accepts %s',
    async (acceptedEncodings, encoding, unpack) => {
      const uncompressed = await app.inject('/pricing');
      const response = await app.inject({
        url: '/pricing',
        headers: { 'accept-encoding': acceptedEncodings },
      });
      expect(response.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'text/html; charset=utf-8',
        etag: uncompressed.headers.etag,
      });
      expect(String(response.headers.vary)).toMatch(/accept-encoding/i);
      expect(String(unpack(response.rawPayload))).toBe(uncompressed.body);
    },
  );

  test('[S2] /legal redirects to the privacy policy, even without JavaScript', async () => {
    const response = await app.inject('/legal');
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe('/legal/privacy-policy');
  });

  test.each(['POST', 'PUT', 'DELETE'] as const)('%s on a page returns 404', async (method) => {
    const response = await app.inject({ method, url: '/pricing' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: 'Not Found' });
  });
});

describe('[D62] during a database outage', () => {
  let appWithoutDatabase: FastifyInstance;
  let client: DbClient;
  beforeAll(async () => {
    client = await createDb({ databaseUrl: `postgresql://card@127.0.0.1:${await freePort()}/card` });
    const { db } = client;
    const deps = { ...server.deps, db, reader: createReader({ writer: db }) };
    appWithoutDatabase = await buildWholeApp(deps, { webRoot: join(folder(), 'web') });
  });
  afterAll(async () => {
    await appWithoutDatabase?.close();
    await client?.close();
  });

  test.each([
    '/',
    '/pricing',
    '/savings?zip=80202',
    '/verify/card/ABCD-EFGH-JKMN',
    '/api/receipt?id=00000000-0000-4000-8000-000000000000',
  ])('GET %s returns a readable page with status 503', async (url) => {
    const response = await appWithoutDatabase.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toMatch(/<h1>[^<]+<\/h1>/);
    expect(response.body).toContain('We are having trouble right now. Please try again in a moment.');
    expect(response.body).toContain(`<a href="${url}">Try again</a>`);
    expect(server.log.takeFaults().every(({ level }) => level === 'warn')).toBe(true);
  });

  test.each(['/user', '/claim', '/assets/app-1a2b3c.js', '/healthz', '/robots.txt', '/sitemap.xml'])(
    'GET %s needs no database',
    async (url) => {
      const response = await appWithoutDatabase.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(response.statusCode).toBe(200);
    },
  );
});

describe('[D8 D11] search engines', () => {
  test.each([
    '/user',
    '/user/card/ABCD-EFGH-JKMN',
    '/verify/card',
    '/verify/card/ABCD-EFGH-JKMN',
    '/request/card/ABCD-EFGH-JKMN',
    '/resetpassword/1',
    '/setpassword',
    '/verifyemail',
    '/keepemail',
    '/secretloginpage',
    '/secretloginpage?x=1',
    '/cancel',
    '/claim',
    '/unsubscribe',
  ])('must not index %s', async (url) => {
    expect((await app.inject(url)).headers['x-robots-tag']).toBe('noindex');
  });

  test.each(['/', '/pricing', '/legal/privacy-policy', '/username', '/cancellation'])(
    'may index %s',
    async (url) => {
      expect((await app.inject(url)).headers['x-robots-tag']).toBeUndefined();
    },
  );
});

describe('[architecture] an unknown endpoint or file', () => {
  test.each([
    '/api',
    '/api/none',
    '/api/none?x=1',
    '/trpc',
    '/assets/none.js',
    '/assets',
    '/assets/',
    '/graphql/none',
    '/sandbox/none',
    '/store-logos/none.svg',
  ])('returns a JSON 404 for GET %s', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: 'Not Found' });
  });

  test('returns a JSON 404 for a procedure', async () => {
    const response = await app.inject('/trpc/no.such');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: { message: 'Not Found', data: { code: 'NOT_FOUND' } } });
  });
});

describe('[architecture] a file', () => {
  const script = (encoding?: string) =>
    app.inject({
      url: '/assets/app-1a2b3c.js',
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    });

  test('with a hash in its name is cached for a year', async () => {
    const response = await script();
    expect(response.body).toBe(SCRIPT);
    expect(response.headers['content-type']).toMatch(/javascript; charset=utf-8$/);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('with a store’s logo is cached for a week', async () => {
    const response = await app.inject('/store-logos/auto-1.svg');
    expect(response.headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(response.headers['cache-control']).toBe('public, max-age=604800');
  });

  test('with a link preview is cached for a week, and other sites can embed it', async () => {
    const { headers } = await app.inject('/social/savings.png');
    expect(headers['content-type']).toBe('image/png');
    expect(headers['cache-control']).toBe('public, max-age=604800');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await script()).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('of any other kind must be revalidated each time', async () => {
    const response = await app.inject('/humans.txt');
    expect(response.body).toBe('A card');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['br, gzip', 'br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip', gzipSync(SCRIPT)],
  ])('is sent precompressed to a browser that accepts %s', async (acceptedEncodings, encoding, bytes) => {
    const response = await script(acceptedEncodings);
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    // Without this header, a shared cache could send the compressed file to a browser that can't decompress
    // it.
    expect(String(response.headers.vary)).toMatch(/accept-encoding/i);
    expect(response.rawPayload.equals(bytes)).toBe(true);
  });

  test.each([
    '/../secrets.json',
    '/..%2fsecrets.json',
    '/assets/..%2f..%2fsecrets.json',
    '/%2e%2e/secrets.json',
  ])('outside the web app is not served: %s', async (url) => {
    expect((await app.inject(url)).body).not.toContain('not for the web');
  });
});

test('[architecture] without a build, the response explains how to build the web app', async () => {
  const appWithoutBuild = await buildWholeApp(server.deps, { webRoot: folder() });
  const response = await appWithoutBuild.inject('/');
  expect(response.statusCode).toBe(503);
  expect(response.json().error).toContain('npm run build');
  expect(server.log.takeFaults()).toEqual([]);
  await appWithoutBuild.close();
});
