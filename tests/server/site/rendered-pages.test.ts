import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import type { BuiltSite } from '#server/site/built-site.ts';
import { composeDocument } from '#server/site/document.ts';
import { publicPages } from '#server/site/public-pages.ts';
import { type FindPage, renderedPages } from '#server/site/rendered-pages.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { PAGE_MODULES } from '#web/build-plugins/page-files.ts';
import { renderPage } from '#web/render.tsx';
import { arrivals } from '#web/routes.tsx';

const database = testDb();
let now = new Date('2026-11-22T18:00:00Z');
const server = testApp(database, { now: () => now });
const render = vi.fn(renderPage);
const site: BuiltSite = {
  version: '1',
  template: '',
  pageFiles: {},
  firstPaint: { styles: new Map(), boot: null },
  renderPage: render,
};
let findPage: FindPage;

beforeAll(() => seed(database.db));
beforeEach(() => {
  findPage = renderedPages(server.deps);
});

const PUBLIC = Object.keys(publicPages);
/** The words of some HTML, as somebody reads them. */
const wordsOf = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ');

async function htmlOf(path: string): Promise<string> {
  const page = await findPage(path, site);
  if (page === null) throw new Error(`${path} was not rendered`);
  return page.html;
}

describe('[issue 7] public pages as HTML', () => {
  test('every one is rendered, and taken over by a browser that has its script', () => {
    expect(PUBLIC.filter((path) => arrivals[path] === undefined)).toEqual([]);
    // The build knows the files of each, by a table of its own.
    expect(Object.keys(PAGE_MODULES).toSorted()).toEqual(Object.keys(arrivals).toSorted());
  });

  test.each(PUBLIC)('%s says what it is about, with nothing left to load', async (path) => {
    const html = await htmlOf(path);
    expect(html).toMatch(/<h1[\s>]/);
    expect(html).not.toContain('Loading...');
    expect(html).toContain('<footer');
    // What is put aside needs an inline script to come back, and the content security policy runs none.
    expect(html).not.toMatch(/<script|<template/);
    expect(wordsOf(html).length).toBeGreaterThan(800);
  });

  test('prices, answers, policies and hours are there to be read', async () => {
    expect(wordsOf(await htmlOf('/pricing'))).toContain('$49.95');
    expect(wordsOf(await htmlOf('/affiliates'))).toContain('$249.75');
    expect(wordsOf(await htmlOf('/faq'))).toContain('10 business days');
    expect(wordsOf(await htmlOf('/legal/cookie-policy'))).toContain('privacyack');
    expect(wordsOf(await htmlOf('/contact'))).toContain('Mon-Fri 9am-5pm MST');
  });

  test('businesses are there to be read, as a visitor sees them', async () => {
    await makeStore(database.db, { business: { name: 'Aardvark & Sons' } });
    expect(wordsOf(await htmlOf('/savings'))).toContain('Aardvark &amp; Sons');
    // Nothing is left to be looked for, and nothing says so.
    expect(await htmlOf('/savings')).toContain('aria-busy="false"');
  });
});

describe('[issue 7] what staff change', () => {
  test('is on the page with the next request, and until then nothing is made again', async () => {
    expect(await htmlOf('/contact')).not.toContain('Sundays too');
    render.mockClear();
    await htmlOf('/contact');
    expect(render).not.toHaveBeenCalled();

    await makeSetting(database.db, 'contactHours', 'Sundays too');
    expect(await htmlOf('/contact')).toContain('Sundays too');
    expect(render).toHaveBeenCalledOnce();
  });

  test('and so is another day: a sample of a card says when it would end', async () => {
    await htmlOf('/pricing/individual');
    render.mockClear();
    now = new Date('2026-11-23T18:00:00Z');
    await htmlOf('/pricing/individual');
    expect(render).toHaveBeenCalledOnce();
  });

  test('of prices, too', async () => {
    await htmlOf('/pricing');
    await database.db
      .updateTable('plans')
      .set({ priceCents: 1234 })
      .where('slug', '=', 'individual')
      .execute();
    expect(wordsOf(await htmlOf('/pricing'))).toContain('$12.34');
  });

  test('comes to the browser with the page, so that nothing is asked for twice', async () => {
    const page = await findPage('/contact', site);
    const keys = page?.answers.map(({ key }) => JSON.stringify(key[0])) ?? [];
    expect(keys).toContain('["content","settings"]');
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('[issue 7] a page that cannot be rendered', () => {
  test('is left to the browser, and the fault is told', async () => {
    render.mockRejectedValueOnce(new Error('no'));
    expect(await findPage('/educators', site)).toBeNull();
    expect(server.log.takeFaults()).toMatchObject([{ level: 'warn' }]);
    expect(await htmlOf('/educators')).toContain('<h1');
  });

  test('many who ask at once are served by one rendering', async () => {
    render.mockClear();
    const pages = await Promise.all(Array.from({ length: 20 }, () => findPage('/faq', site)));
    expect(pages.every((page) => page?.html.includes('<h1'))).toBe(true);
    expect(render).toHaveBeenCalledOnce();
  });
});

test('[DESIGN 7] whatever an answer holds, it stays data in the document', () => {
  const template = '<head><!--head-->x<!--/head--></head><div id="root"></div>';
  const page = { html: '<p>$& $1</p>', answers: [{ key: ['a'], data: '</script><script>x()</script>' }] };
  const made = composeDocument(template, { head: '<title>$&</title>', files: undefined, page });
  expect(made).toContain('<title>$&</title>');
  expect(made).toContain('<p>$& $1</p>');
  expect(made.match(/<\/script>/g)).toHaveLength(1);
  expect(made).not.toContain('<script>x()');
});
