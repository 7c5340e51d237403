import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeBusiness } from '#tests/helpers/factories/store.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';

const SITE_URL = 'https://cards.example';
const settings = { PUBLIC_URL: SITE_URL };
const database = seededTestDb();
const server = testApp(database, { settings });

/** Returns the sitemap's URLs, each with its date, or '' if it has none. */
function parseEntries(xml: string): Map<string, string> {
  const entries = [...xml.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g)];
  expect(entries.length).toBe(xml.split('<loc>').length - 1);
  return new Map(entries.map(([, url = '', day = '']) => [url, day]));
}

/** The trial is a dialog over the home page, so the sitemap doesn't list it. */
const LISTED = PUBLIC_PATHS.filter((path) => path !== '/trial').map((path) => `${SITE_URL}${path}`);

describe('/sitemap.xml', () => {
  const listSitemaps = async () => {
    const { body } = await server.app.inject('/sitemap.xml');
    return [...body.matchAll(/<sitemap><loc>([^<]*)<\/loc><\/sitemap>/g)].map(([, url = '']) =>
      url.replace(SITE_URL, ''),
    );
  };
  const setEstimate = (rows: number) =>
    sql`update pg_class set reltuples = ${rows} where oid = 'businesses'::regclass`.execute(database.db);

  test('lists the sitemaps of the pages and of the businesses', async () => {
    await setEstimate(-1);
    expect(await listSitemaps()).toEqual(['/sitemap-pages.xml', '/sitemap-businesses-1-of-1.xml']);
  });

  test('has every listed business in one of its parts, however many there are', async () => {
    const businesses = [];
    for (let count = 0; count < 38; count++) businesses.push(await makeBusiness(database.db));
    // The parts divide the range of these three digits.
    for (const digits of ['000', 'fff']) {
      const id = newId().replace(/^(.{20})\w{3}/, `$1${digits}`);
      businesses.push(await makeBusiness(database.db, { id }));
    }
    const hiddenBusiness = await makeBusiness(database.db, { isListed: false });
    await setEstimate(180_000);
    const parts = (await listSitemaps()).slice(1);
    expect(parts).toHaveLength(8);
    expect(parts.at(-1)).toBe('/sitemap-businesses-8-of-8.xml');
    const bodies = await Promise.all(parts.map(async (url) => (await server.app.inject(url)).body));
    const urls = bodies.flatMap((body) => [...parseEntries(body).keys()]);
    expect(urls).toHaveLength(40);
    const slugs = urls.map((url) => url.replace(`${SITE_URL}/savings/`, ''));
    const businessPages = await Promise.all(slugs.map((slug) => server.caller().savings.business({ slug })));
    expect(businessPages.map((page) => page.id).toSorted()).toEqual(
      businesses.map(({ id }) => id).toSorted(),
    );
    expect(businessPages.map(({ slug }) => slug)).toEqual(slugs);
    expect(slugs.join()).not.toContain(hiddenBusiness.searchName);
    await setEstimate(-1);
  });

  test.each(['0-of-1', '2-of-1', '1-of-3', '1-of-8192', 'x'])('has no part %s', async (part) => {
    expect((await server.app.inject(`/sitemap-businesses-${part}.xml`)).statusCode).toBe(404);
  });
});

describe('/sitemap-pages.xml', () => {
  test('lists every public page once', async () => {
    const response = await server.app.inject('/sitemap-pages.xml');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(response.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
    expect([...parseEntries(response.body).keys()].toSorted()).toEqual(LISTED.toSorted());
    expect(LISTED).toHaveLength(17);
  });

  test('has dates for the FAQ and the policies only', async () => {
    const { db } = database;
    const publishedAt = new Date('2026-12-24T18:30:00Z');
    await db
      .insertInto('helpTexts')
      .values({ type: 'FAQ', version: 2, html: '<h2>A</h2><h3>B?</h3><p>C</p>', publishedAt })
      .execute();
    const entries = parseEntries((await server.app.inject('/sitemap-pages.xml')).body);
    const datedEntries = [...entries].filter(([, day]) => day !== '');
    expect(datedEntries.map(([url]) => url.replace(SITE_URL, '')).toSorted()).toEqual([
      '/faq',
      '/legal/cookie-policy',
      '/legal/privacy-policy',
    ]);
    expect(entries.get(`${SITE_URL}/faq`)).toBe(publishedAt.toISOString());
    const policy = await server.caller().content.policy({ type: 'COOKIE' });
    expect(entries.get(`${SITE_URL}/legal/cookie-policy`)).toBe(policy.publishedAt.toISOString());
  });

  test('has no dates if the database does not respond', async () => {
    const meter = metered(database.db);
    const appUnderTest = await buildTestApp(meter.db, { settings });
    meter.failAfter(0);
    const response = await appUnderTest.app.inject('/sitemap-pages.xml');
    expect(response.statusCode).toBe(200);
    expect(new Set(parseEntries(response.body).values())).toEqual(new Set(['']));
    await appUnderTest.close();
  });
});

describe('/robots.txt', () => {
  const readRules = async () => (await server.app.inject('/robots.txt')).body.split('\n');

  test('contains the sitemap’s URL and disallows endpoints', async () => {
    const response = await server.app.inject('/robots.txt');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(await readRules()).toEqual([
      'User-agent: *',
      'Allow: /api/csrf',
      'Allow: /api/session',
      'Disallow: /graphql',
      'Disallow: /api/',
      '',
      `Sitemap: ${SITE_URL}/sitemap.xml`,
      '',
    ]);
  });

  test('[D8 D11] disallows no page, because search engines must fetch a page to see its noindex', async () => {
    const disallowedPaths = (await readRules()).flatMap((line) => /^Disallow: (.*)$/.exec(line)?.[1] ?? []);
    const pages = ['/secretloginpage', '/user', '/verify/card/1', ...PUBLIC_PATHS];
    expect(pages.filter((path) => disallowedPaths.some((rule) => path.startsWith(rule)))).toEqual([]);
  });
});
