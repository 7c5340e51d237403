// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { pageHead } from '#server/app/site/page-head.ts';
import { pageMetadata } from '#server/app/site/page-metadata.ts';
import { centsToDollars } from '#server/lib/money.ts';
import { isPublic, pageNames, pages } from '#server/lib/pages.shared.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { readHead } from '#tests/helpers/page-head.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';

const SITE_URL = 'https://cards.example';

const database = seededTestDb();
const server = testApp(database, { settings: { PUBLIC_URL: SITE_URL } });

async function readItems(path: string): Promise<Record<string, unknown>[]> {
  return readHead(await pageHead(server.deps, path)).data ?? [];
}

async function findItem(path: string, type: string): Promise<Record<string, unknown> | undefined> {
  const [item, ...otherItems] = (await readItems(path)).filter((each) => each['@type'] === type);
  expect(otherItems).toEqual([]);
  return item;
}

const listItemTypes = async (path: string) => (await readItems(path)).map((item) => item['@type']);

describe('structured data', () => {
  test('has the expected types on each page', async () => {
    const crumbs = 'BreadcrumbList';
    const kindsByPath = new Map(
      await Promise.all(
        PUBLIC_PATHS.map(async (path) => [path, (await listItemTypes(path)).join()] as const),
      ),
    );
    const expected: Record<string, string> = {
      '/': 'Organization,WebSite',
      '/trial': '',
      '/affiliates': `Product,Product,Product,Product,${crumbs}`,
      '/pricing': `Product,Product,${crumbs}`,
      '/pricing/individual': `Product,${crumbs}`,
      '/pricing/family': `Product,${crumbs}`,
      '/pricing/corporate': `Product,${crumbs}`,
      '/faq': `FAQPage,${crumbs}`,
    };
    for (const [path, kinds] of kindsByPath) expect(kinds, path).toBe(expected[path] ?? crumbs);
  });

  test('describes the organization with the contact settings that are set', async () => {
    const { db } = database;
    const organization = () => findItem('/', 'Organization');
    expect(await organization()).toEqual({
      '@type': 'Organization',
      '@id': `${SITE_URL}/#organization`,
      name: 'Everything Card',
      url: `${SITE_URL}/`,
      logo: `${SITE_URL}/wallet-logo.png`,
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        telephone: '(555) 010-0199',
        email: 'support@everythingcard.example',
      },
    });
    await makeSetting(db, 'supportPhone', '');
    await makeSetting(db, 'youtubeLink', 'https://youtube.example/card');
    expect(await organization()).toMatchObject({
      contactPoint: { email: 'support@everythingcard.example' },
      sameAs: ['https://youtube.example/card'],
    });
    await makeSetting(db, 'supportEmail', '');
    expect(Object.keys((await organization()) ?? {})).not.toContain('contactPoint');
    expect(await findItem('/', 'WebSite')).toMatchObject({ name: 'Everything Card', url: `${SITE_URL}/` });
  });

  test('has breadcrumbs from the home page to the current page', async () => {
    const findTrail = async (path: string) => (await findItem(path, 'BreadcrumbList'))?.itemListElement;
    const step = (position: number, name: string, path: string) => ({
      '@type': 'ListItem',
      position,
      name,
      item: `${SITE_URL}${path}`,
    });
    expect(await findTrail('/pricing/family')).toEqual([
      step(1, 'Home', '/'),
      step(2, 'Member Sign-Up', '/pricing'),
      step(3, 'Family/Educator plan', '/pricing/family'),
    ]);
    expect(await findTrail('/Business/Signup/')).toEqual([
      step(1, 'Home', '/'),
      step(2, 'Business Networking Program', '/business/signup'),
    ]);
  });
});

describe('[D1] the products on a page', () => {
  const pricedPages = pageNames.filter(isPublic).flatMap((name) => {
    const { products } = pageMetadata[name];
    return products ? [{ path: pages[name].path, slugs: Object.values(products).flat() }] : [];
  });

  async function readOffers(path: string): Promise<unknown[]> {
    const products = (await readItems(path)).filter((item) => item['@type'] === 'Product');
    return products.flatMap(({ offers }) => offers);
  }

  async function catalogOffers(path: string, slugs: string[]): Promise<unknown[]> {
    const plans = await server.caller().catalog.plans();
    return slugs.map((slug) => {
      const plan = plans.find((each) => each.slug === slug);
      const price = centsToDollars(plan?.priceCents ?? 0);
      const unitCode = plan?.billingInterval === 'year' ? 'ANN' : 'MON';
      return {
        '@type': 'Offer',
        name: plan?.copy.title,
        url: `${SITE_URL}${path}`,
        price,
        priceCurrency: 'USD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: 'USD',
          billingIncrement: 1,
          unitCode,
          referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode },
        },
      };
    });
  }

  test.each(pricedPages)('have the catalog’s current prices on $path', async ({ path, slugs }) => {
    const seededOffers = await catalogOffers(path, slugs);
    expect(await readOffers(path)).toEqual(seededOffers);
    await database.db
      .updateTable('plans')
      .set(({ eb }) => ({ priceCents: eb('priceCents', '+', 105) }))
      .where('priceCents', '>', 0)
      .execute();
    const changedOffers = await catalogOffers(path, slugs);
    expect(changedOffers).not.toEqual(seededOffers);
    expect(await readOffers(path)).toEqual(changedOffers);
  });

  test('include every plan that is for sale', async () => {
    const plans = await server.caller().catalog.plans();
    const soldSlugs = plans.filter(({ kind, priceCents }) => kind !== 'addon' && priceCents > 0);
    const offeredSlugs = new Set(pricedPages.flatMap(({ slugs }) => slugs));
    expect(soldSlugs.map(({ slug }) => slug).toSorted()).toEqual([...offeredSlugs].toSorted());
  });

  test('[S3] include the corporate plan’s two cards with yearly prices', async () => {
    expect(await findItem('/pricing/corporate', 'Product')).toMatchObject({
      name: 'Corporate plan',
      offers: [
        { name: 'Personal card', priceSpecification: { unitCode: 'ANN' } },
        { name: 'Family card', priceSpecification: { unitCode: 'ANN' } },
      ],
    });
  });
});

describe('[S2 faq] questions and answers', () => {
  test('match the page and have absolute links', async () => {
    const { sections } = await server.caller().content.faq();
    const entries = sections.flatMap((section) => section.entries);
    expect(entries.length).toBeGreaterThan(20);
    const faqItem = await findItem('/faq', 'FAQPage');
    expect(faqItem?.mainEntity).toEqual(
      entries.map(({ id, question, html }) => ({
        '@type': 'Question',
        '@id': `${SITE_URL}/faq#${id}`,
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: html.replaceAll('href="/', `href="${SITE_URL}/`) },
      })),
    );
    expect(JSON.stringify(faqItem)).toContain(`href=\\"${SITE_URL}/savings\\"`);
    expect(JSON.stringify(faqItem)).not.toContain('href=\\"/');
  });

  test('cannot close their script element', async () => {
    await makeSetting(database.db, 'responseTime', '</script><script>alert(1)</script><!--');
    const markup = await pageHead(server.deps, '/faq');
    const [, block = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(markup) ?? [];
    expect(block).not.toContain('<');
    expect(readHead(markup).data).toHaveLength(2);
    const text = JSON.stringify(await findItem('/faq', 'FAQPage'));
    expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  });
});
