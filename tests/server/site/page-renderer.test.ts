import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createReader } from '#db/reader.ts';
import { createEditionReader, type Edition } from '#server/app/site/edition.ts';
import { composeDocument } from '#server/app/site/page-documents.ts';
import { createPageRenderer, type FindRenderedPage } from '#server/app/site/page-renderer.ts';
import type { WebBuild } from '#server/app/site/web-build.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';
import { renderPage } from '#web/render.tsx';

const database = seededTestDb();
let now = new Date('2026-11-22T18:00:00Z');
const server = testApp(database, { now: () => now });
const render = vi.fn(renderPage);
const build: WebBuild = {
  version: '1',
  template: '',
  pageFiles: {},
  criticalAssets: { styles: new Map(), bootScript: null },
  renderPage: render,
};
let findRenderedPage: FindRenderedPage;

const readEdition = (): Promise<Edition> => createEditionReader(server.deps)(build);

beforeEach(() => {
  findRenderedPage = createPageRenderer(server.deps);
});

const extractText = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ');

async function renderPath(path: string): Promise<string> {
  const page = await findRenderedPage(path, await readEdition());
  if (page === null) throw new Error(`${path} was not rendered`);
  return page.html;
}

describe('a rendered page', () => {
  test.each(PUBLIC_PATHS)('at %s is complete, without a loading state', async (path) => {
    const html = await renderPath(path);
    expect(html).toMatch(/<h1[\s>]/);
    expect(html).not.toContain('Loading...');
    expect(html).toContain('<footer');
    // Progressive chunks need an inline script, which the Content-Security-Policy forbids.
    expect(html).not.toMatch(/<script|<template/);
    expect(extractText(html).length).toBeGreaterThan(800);
  });

  test('contains prices, answers, policies, and hours', async () => {
    expect(extractText(await renderPath('/pricing'))).toContain('$49.95');
    expect(extractText(await renderPath('/affiliates'))).toContain('$249.75');
    expect(extractText(await renderPath('/faq'))).toContain('10 business days');
    expect(extractText(await renderPath('/legal/cookie-policy'))).toContain('privacyack');
    expect(extractText(await renderPath('/contact'))).toContain('Mon-Fri 9am-5pm MST');
  });

  test('contains businesses as a visitor sees them', async () => {
    await makeStore(database.db, { business: { name: 'Aardvark & Sons' } });
    expect(extractText(await renderPath('/savings'))).toContain('Aardvark &amp; Sons');
    expect(await renderPath('/savings')).toContain('aria-busy="false"');
  });
});

describe('the cache of rendered pages', () => {
  test('renders a page again only after staff change its content', async () => {
    expect(await renderPath('/contact')).not.toContain('Sundays too');
    render.mockClear();
    await renderPath('/contact');
    expect(render).not.toHaveBeenCalled();

    await makeSetting(database.db, 'contactHours', 'Sundays too');
    expect(await renderPath('/contact')).toContain('Sundays too');
    expect(render).toHaveBeenCalledOnce();
  });

  test('renders a page again on a new day, because a sample card shows an expiry date', async () => {
    await renderPath('/pricing/individual');
    render.mockClear();
    now = new Date('2026-11-23T18:00:00Z');
    await renderPath('/pricing/individual');
    expect(render).toHaveBeenCalledOnce();
  });

  test('renders a page again after a price changes', async () => {
    await renderPath('/pricing');
    await database.db
      .updateTable('plans')
      .set({ priceCents: 1234 })
      .where('slug', '=', 'individual')
      .execute();
    expect(extractText(await renderPath('/pricing'))).toContain('$12.34');
  });

  test('sends each query result to the browser once', async () => {
    const page = await findRenderedPage('/contact', await readEdition());
    const keys = page?.preloadedQueries.map(({ key }) => JSON.stringify(key[0])) ?? [];
    expect(keys).toContain('["content","settings"]');
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('rendering a page', () => {
  test('leaves a page that fails to render to the browser and logs a warning', async () => {
    render.mockRejectedValueOnce(new Error('no'));
    expect(await findRenderedPage('/educators', await readEdition())).toBeNull();
    expect(server.log.takeFaults()).toMatchObject([{ level: 'warn' }]);
    expect(await renderPath('/educators')).toContain('<h1');
  });

  test('[D62] throws during a database outage, because the browser could not render the page either', async () => {
    const { db, failAfter } = metered(database.db);
    const edition = await readEdition();
    failAfter(0);
    await expect(
      createPageRenderer({ ...server.deps, db, reader: createReader({ writer: db }) })('/savings', edition),
    ).rejects.toThrow('We are having trouble right now.');
    expect(new Set(server.log.takeFaults().map(({ level }) => level))).toEqual(new Set(['warn']));
  });

  test('renders once for concurrent requests', async () => {
    render.mockClear();
    const edition = await readEdition();
    const pages = await Promise.all(Array.from({ length: 20 }, () => findRenderedPage('/faq', edition)));
    expect(pages.every((page) => page?.html.includes('<h1'))).toBe(true);
    expect(render).toHaveBeenCalledOnce();
  });
});

test('a query result cannot add markup to the document', () => {
  const template = '<head><!--head-->x<!--/head--></head><div id="root"></div>';
  const page = {
    html: '<p>$& $1</p>',
    preloadedQueries: [
      { key: ['a'], state: { status: 'success' as const, data: '</script><script>x()</script>' } },
    ],
  };
  const document = composeDocument(template, { head: '<title>$&</title>', files: undefined, page });
  expect(document).toContain('<title>$&</title>');
  expect(document).toContain('<p>$& $1</p>');
  expect(document.match(/<\/script>/g)).toHaveLength(1);
  expect(document).not.toContain('<script>x()');
});
