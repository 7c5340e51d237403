import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createReader } from '#db/reader.ts';
import { seed } from '#db/seed/seed.ts';
import { newId } from '#server/lib/ids.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = seededTestDb();
const server = testApp(database);
const folder = temporaryFolder();
const TEMPLATE = '<!doctype html><head><!--head--><!--/head--></head><div id="root"></div>';
/** A renderer that outputs what a page reads, and how many pages were rendered so far. */
const RENDERER = `
let renderings = 0;
export async function renderPage(path, runQuery) {
  renderings += 1;
  const data = { plans: await runQuery('catalog.plans'), settings: await runQuery('content.settings') };
  if (path === '/faq') data.faq = await runQuery('content.faq');
  if (path === '/legal/privacy-policy') data.policy = await runQuery('content.policy', { type: 'PRIVACY' });
  if (path === '/savings') data.stores = await runQuery('savings.search', {});
  return { html: '<p>rendering ' + renderings + '</p>', preloadedQueries: [{ key: ['data'], state: { status: 'success', data } }] };
}`;
/** Two processes share a database; the first one's statements are counted. */
let first: FastifyInstance;
let second: FastifyInstance;
let meter: ReturnType<typeof metered>;

beforeAll(async () => {
  const webRoot = join(folder(), 'web');
  await mkdir(webRoot);
  await mkdir(join(folder(), 'render'));
  await writeFile(join(webRoot, 'index.html'), TEMPLATE);
  await writeFile(join(folder(), 'render', 'render.js'), RENDERER);
  meter = metered(database.db);
  first = await buildWholeApp(
    { ...server.deps, db: meter.db, reader: createReader({ writer: meter.db }) },
    { webRoot },
  );
  second = await buildWholeApp(server.deps, { webRoot });
});
afterAll(() => Promise.all([first.close(), second.close()]));

const publishText = (table: 'policies' | 'helpTexts', type: string, html: string) =>
  database.db.insertInto(table).values({ type, version: 99, html, publishedAt: new Date() }).execute();

test.each<[string, string, string, () => Promise<unknown>]>([
  [
    'a setting',
    '/',
    '"contactHours":"Sundays too"',
    () => makeSetting(database.db, 'contactHours', 'Sundays too'),
  ],
  [
    'a price',
    '/pricing',
    '"priceCents":1234',
    () =>
      database.db.updateTable('plans').set({ priceCents: 1234 }).where('slug', '=', 'individual').execute(),
  ],
  [
    'a policy',
    '/legal/privacy-policy',
    'We know nothing',
    () => publishText('policies', 'PRIVACY', '<p>We know nothing</p>'),
  ],
  [
    'the FAQ',
    '/faq',
    'Is it new?',
    () => publishText('helpTexts', 'FAQ', '<h2>News</h2><h3>Is it new?</h3><p>Yes</p>'),
  ],
])(
  '[architecture] a change of %s appears in the next document of every process',
  async (_, url, text, change) => {
    for (const app of [first, second]) expect((await app.inject(url)).body).not.toContain(text);
    await change();
    for (const app of [first, second]) expect((await app.inject(url)).body).toContain(text);
  },
);

test('[architecture] a change in a transaction shows only after its commit', async () => {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: written, resolve: finishWriting } = Promise.withResolvers<void>();
  const change = server.deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('settings')
      .set({ value: 'later@example.com' })
      .where('key', '=', 'supportEmail')
      .execute();
    finishWriting();
    await mayCommit;
  });
  await written;
  expect((await first.inject('/')).body).not.toContain('later@example.com');
  commit();
  await change;
  expect((await first.inject('/')).body).toContain('later@example.com');
});

test('[architecture] documents are composed once, with one statement per request, whatever the query string', async () => {
  const { body } = await first.inject('/pricing');
  meter.reset();
  const before = meter.statements;
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) => first.inject(`/pricing?utm_source=${i}&ref=${newId()}`)),
  );
  expect(new Set(responses.map((response) => response.body))).toEqual(new Set([body]));
  expect(meter.statements - before).toBe(30);
});

test('[architecture] a statement that changes nothing causes no new document', async () => {
  const { body } = await first.inject('/');
  await seed(database.db);
  expect((await first.inject('/')).body).toBe(body);
});

test('[architecture] a document contains nothing of another visitor’s', async () => {
  const account = await makeAccount(database.db, { email: 'private@example.com', firstname: 'Secretia' });
  const { cookie } = await server.deps.sessions.create(account);
  // Change a setting, so that this visitor's request renders the page.
  await makeSetting(database.db, 'contactHours', newId());
  const visit = (headers: Record<string, string>, query = '') =>
    first.inject({
      url: `/${query}`,
      headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...headers },
    });
  const personal = await visit(
    {
      cookie: `${cookie.name}=${cookie.value}; csrfToken=${'t'.repeat(32)}; buyer=secret-guest`,
      host: 'evil.example',
      origin: 'https://evil.example',
      'x-request-id': 'secret-request',
      'user-agent': 'secret-agent',
    },
    '?ref=secret-referrer&utm_source=secret-campaign',
  );
  const anonymous = await visit({});
  const uncached = await second.inject({ url: '/', headers: { accept: 'text/html' } });
  const { 'x-request-id': personalId, date: _, ...personalHeaders } = personal.headers;
  const { 'x-request-id': anonymousId, date: __, ...anonymousHeaders } = anonymous.headers;
  expect(personal.rawPayload.equals(anonymous.rawPayload)).toBe(true);
  expect(personalHeaders).toEqual(anonymousHeaders);
  expect(personalId).not.toBe(anonymousId);
  expect(anonymous.headers).not.toHaveProperty('set-cookie');
  const text = String(gunzipSync(anonymous.rawPayload)) + JSON.stringify(anonymousHeaders);
  expect(text).not.toMatch(/secret|evil|private@|tttttttt/i);
  expect(text.replace(/rendering \d+/, '')).toContain(uncached.body.replace(/rendering \d+/, ''));
});

test('pages are measured by their pattern, and unknown paths as one', async () => {
  const app = await buildWholeApp(server.deps, { webRoot: join(folder(), 'web') });
  onTestFinished(() => app.close());
  for (const url of ['/', '/Pricing/', '/user/card/ABCD-EFGH-JKMN', '/no/such/page', '/nor/this']) {
    await app.inject(url);
  }
  const { body } = await app.inject('/metrics');
  const counts = [...body.matchAll(/^http_request_duration_seconds_count\{method="GET",(.*)$/gm)];
  expect(counts.map(([, rest]) => rest)).toEqual([
    'route="/",status="200"} 1',
    'route="/pricing",status="200"} 1',
    'route="/user/card/:id",status="200"} 1',
    'route="no page",status="404"} 2',
  ]);
});
