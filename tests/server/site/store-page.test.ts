import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toPageSlug } from '#server/domains/stores/page/page-slug.shared.ts';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeBusiness, makePhoto, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { makeRenderedSite } from '#tests/helpers/rendered-site.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { Visitor } from '#tests/helpers/visitor.ts';

const SITE_URL = 'https://cards.example';
const database = seededTestDb();
const server = testApp(database, { settings: { PUBLIC_URL: SITE_URL } });
const folder = temporaryFolder();
let app: FastifyInstance;

beforeAll(async () => {
  const webRoot = await makeRenderedSite(folder());
  app = await buildWholeApp(server.deps, { webRoot });
});
afterAll(() => app.close());

const HOURS = [{ opens: '09:00', closes: '17:00' }, null, null, null, null, null, null];

async function makePage(business: Parameters<typeof makeBusiness>[1] = {}) {
  const { id, searchName } = await makeBusiness(database.db, { name: 'Aldo’s Café', ...business });
  await makeStore(database.db, { businessId: id, hours: JSON.stringify(HOURS) });
  return { id, path: `/savings/${toPageSlug({ id, searchName })}` };
}

const get = (path: string) => new Visitor(app).get(path);

describe('a business’s page', () => {
  test('arrives with its content, head, and structured data', async () => {
    const { id, path } = await makePage({ description: 'Bread & <b>cake</b>', url: 'https://aldo.example' });
    await makePromotion(database.db, { businessId: id, info: 'Ten percent off' });
    const photo = await makePhoto(database.db, { businessId: id, alt: 'The oven' });
    const { statusCode, headers, body } = await get(path);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers).not.toHaveProperty('x-robots-tag');
    const root = body.slice(body.indexOf('<div id="root">'));
    for (const text of [
      'Aldo’s Café',
      '1600 Curtis St',
      'Ten percent off',
      'alt="The oven"',
      '9:00 AM – 5:00 PM',
    ]) {
      expect(root).toContain(text);
    }
    expect(root).toContain('Bread &amp; &lt;b&gt;cake&lt;/b&gt;');
    expect(root).toContain('https://www.google.com/maps/dir/?api=1&amp;destination=1600%20Curtis%20St');
    expect(root).toContain('href="tel:5550100111"');

    for (const tag of [
      '<title>Aldo’s Café, Denver, CO | Everything Card</title>',
      '<meta name="description" content="Bread &amp; &lt;b&gt;cake&lt;/b&gt;" />',
      `<link rel="canonical" href="${SITE_URL}${path}" />`,
      `<meta property="og:image" content="${SITE_URL}${photo.file}" />`,
      '<meta property="og:image:alt" content="The oven" />',
    ]) {
      expect(body).toContain(tag);
    }
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    const [business, breadcrumbs] = JSON.parse(data)['@graph'];
    expect(business).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Aldo’s Café',
      url: SITE_URL + path,
      sameAs: 'https://aldo.example',
      telephone: '(555) 010-0111',
      address: { streetAddress: '1600 Curtis St', addressLocality: 'Denver', postalCode: '80202' },
      openingHoursSpecification: [{ dayOfWeek: 'Monday', opens: '09:00', closes: '17:00' }],
    });
    expect(business).not.toHaveProperty('geo');
    expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  });

  test('[D32] shows members-only offers to members alone', async () => {
    const { id, path } = await makePage({ isMembersOnly: true });
    await makePromotion(database.db, { businessId: id, info: 'SECRET', headline: 'SECRET' });
    const visitor = await get(path);
    expect(visitor.body).toContain('Members see this offer.');
    expect(visitor.body).not.toContain('SECRET');
    const account = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: account.id });
    const member = new Visitor(app);
    member.setCookie((await server.deps.sessions.create(account)).cookie);
    expect((await member.get(path)).body).toContain('SECRET');
  });

  test('is redirected to from its URL of before a new name', async () => {
    const { path } = await makePage();
    const key = path.split('-').at(-1);
    for (const outdated of [`/savings/old-name-${key}`, `/savings/${key}`, path.toUpperCase(), `${path}/`]) {
      const { statusCode, headers } = await get(`${outdated}?location=x`);
      expect([statusCode, headers.location]).toEqual([301, `${path}?location=x`]);
    }
  });

  test('has status 404 unless the business is listed', async () => {
    const hiddenPage = await makePage({ isListed: false });
    for (const path of [hiddenPage.path, '/savings/unknown', '/savings/a-000000000000']) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(body).toContain('<meta name="robots" content="noindex" />');
      expect(body).toContain('<title>Page not found | Everything Card</title>');
    }
    expect((await get(hiddenPage.path)).body).toContain('This business isn’t listed');
  });
});
