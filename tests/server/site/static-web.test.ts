import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { findPage } from '#server/site/page-lookup.ts';
import { paths } from '#server/site/pages.shared.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const server = testApp(testDb());
const folder = temporaryFolder();
const PAGE =
  '<!doctype html><head><!--head--><title>Everything Card</title><!--/head--></head><div id="root"></div>';
/** As a page's document begins: with the page's own head in place of the general one. */
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
  app = await buildApp(server.deps, { webRoot });
});
afterAll(() => app.close());

describe('[DESIGN 6] pages', () => {
  test.each(['/', '/pricing', '/pricing/individual?plan=family', '/user/card/ABCD-EFGH-JKMN', '/Pricing/'])(
    'GET %s is the web app, looked for afresh each time',
    async (url) => {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toMatch(DOCUMENT);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test.each(['/no/such/page', '/pricing/none', '/faqs', '/request/card'])(
    'GET %s is the web app, too, which says that there is no such page; programs read 404',
    async (url) => {
      const { headers } = await app.inject('/pricing');
      for (const seen of [{}, { 'if-none-match': String(headers.etag) }]) {
        const answer = await app.inject({ url, headers: seen });
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toMatch(DOCUMENT);
        expect(answer.body).toContain('<title>Page not found | Everything Card</title>');
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      }
    },
  );

  test('every address of the web app is a page', () => {
    const named = Object.values(paths)
      .map((path) => String(Reflect.apply(path, null, ['1'])))
      .filter((path) => !path.startsWith('/api/'));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => findPage(new URL(path, 'http://localhost').pathname) === null)).toEqual([]);
  });

  test('a page that has not changed is not sent again', async () => {
    const { headers } = await app.inject('/pricing');
    const again = await app.inject({ url: '/pricing', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test('HEAD is answered as GET is, without the page', async () => {
    const { body } = await app.inject('/pricing');
    const answer = await app.inject({ method: 'HEAD', url: '/pricing' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(answer.body).toBe('');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('a browser that takes %s gets its document compressed', async (accepted, encoding, unpack) => {
    const plain = await app.inject('/pricing');
    const answer = await app.inject({ url: '/pricing', headers: { 'accept-encoding': accepted } });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/html; charset=utf-8',
      etag: plain.headers.etag,
    });
    expect(String(answer.headers.vary)).toMatch(/accept-encoding/i);
    expect(String(unpack(answer.rawPayload))).toBe(plain.body);
  });

  test('[S2] /legal leads to the privacy policy, also without JavaScript', async () => {
    const answer = await app.inject('/legal');
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/legal/privacy-policy');
  });

  test.each(['POST', 'PUT', 'DELETE'] as const)('%s of a page is not found', async (method) => {
    const answer = await app.inject({ method, url: '/pricing' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ error: 'Not Found' });
  });
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
    '/secretloginpage',
    '/secretloginpage?x=1',
    '/cancel',
    '/claim',
  ])('leave %s alone', async (url) => {
    expect((await app.inject(url)).headers['x-robots-tag']).toBe('noindex');
  });

  test.each(['/', '/pricing', '/legal/privacy-policy', '/username', '/cancellation'])(
    'find %s',
    async (url) => {
      expect((await app.inject(url)).headers['x-robots-tag']).toBeUndefined();
    },
  );
});

describe('[DESIGN 3 errors] an unknown address of a program is an error for programs', () => {
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
  ])('GET %s', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ error: 'Not Found' });
  });

  test('and so is an unknown procedure', async () => {
    const answer = await app.inject('/trpc/no.such');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { message: 'Not Found', data: { code: 'NOT_FOUND' } } });
  });
});

describe('[DESIGN 6] files', () => {
  const script = (encoding?: string) =>
    app.inject({
      url: '/assets/app-1a2b3c.js',
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    });

  test('those whose name changes with what is in them are kept for a year', async () => {
    const answer = await script();
    expect(answer.body).toBe(SCRIPT);
    expect(answer.headers['content-type']).toMatch(/javascript; charset=utf-8$/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('the drawings of stores are kept for a week', async () => {
    const answer = await app.inject('/store-logos/auto-1.svg');
    expect(answer.headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(answer.headers['cache-control']).toBe('public, max-age=604800');
  });

  test('the pictures beside a link are kept for a week, and other sites may show them', async () => {
    const { headers } = await app.inject('/social/savings.png');
    expect(headers['content-type']).toBe('image/png');
    expect(headers['cache-control']).toBe('public, max-age=604800');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await script()).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('others are asked for again each time', async () => {
    const answer = await app.inject('/humans.txt');
    expect(answer.body).toBe('A card');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['br, gzip', 'br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip', gzipSync(SCRIPT)],
  ])('a browser that takes %s gets what was compressed beforehand', async (accepted, encoding, bytes) => {
    const answer = await script(accepted);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    // A cache in between must not give it to a browser that cannot read it.
    expect(String(answer.headers.vary)).toMatch(/accept-encoding/i);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  });

  test.each([
    '/../secrets.json',
    '/..%2fsecrets.json',
    '/assets/..%2f..%2fsecrets.json',
    '/%2e%2e/secrets.json',
  ])('nothing outside the web app is served: %s', async (url) => {
    expect((await app.inject(url)).body).not.toContain('not for the web');
  });
});

test('[DESIGN 5] where the web app was not built, it says what to do', async () => {
  const unbuilt = await buildApp(server.deps, { webRoot: folder() });
  const answer = await unbuilt.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().error).toContain('npm run build');
  expect(server.log.takeFaults()).toMatchObject([{ level: 'warn' }]);
  await unbuilt.close();
});
