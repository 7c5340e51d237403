// @vitest-environment jsdom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pageHead } from '#server/app/site/page-head.ts';
import { findPage, findPublicPage } from '#server/app/site/page-lookup.ts';
import { pageMetadata } from '#server/app/site/page-metadata.ts';
import { listPlans } from '#server/domains/catalog/plan.service.ts';
import {
  documentTitle,
  isIndexed,
  pageNames,
  pages,
  pageUnder,
  pathWithoutId,
} from '#server/lib/pages.shared.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { type Head, readHead } from '#tests/helpers/page-head.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';

const SITE_URL = 'https://cards.example';
const SOCIAL = join(import.meta.dirname, '../../../web/public/social');

const database = seededTestDb();
const server = testApp(database, { settings: { PUBLIC_URL: `${SITE_URL}/` } });

async function renderHead(path: string): Promise<Head> {
  return readHead(await pageHead(server.deps, path));
}

describe('a public page', () => {
  test('is the only kind of page with a description', async () => {
    const privatePages = pageNames.filter((name) => !isIndexed(name) && name !== 'legal');
    expect(privatePages.length).toBeGreaterThan(10);
    for (const name of privatePages) {
      const path = pathWithoutId(pages[name]);
      const knownPath = findPage(path) === null ? `${path}/1` : path;
      expect(await renderHead(knownPath), name).toMatchObject({
        metas: {},
        robots: ['noindex'],
      });
    }
  });

  test.each(PUBLIC_PATHS)('%s has one title, description, URL, and picture', async (path) => {
    const name = findPublicPage(path);
    if (name === null) throw new Error(`${path} is not public`);
    const head = await renderHead(path);
    const title = documentTitle(pages[name].title);
    const url = `${SITE_URL}${pages[pageUnder(name)].path}`;
    expect(head).toMatchObject({ titles: [title], canonicals: [url], robots: [] });
    expect(title).toMatch(/^(?:[^|]+ \| )?Everything Card$/);
    const [description = '', ...privatePages] = head.metas.description ?? [];
    expect(privatePages).toEqual([]);
    expect(description.length).toBeGreaterThanOrEqual(120);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).not.toMatch(/[{}<>]|undefined/);
    const [picture] = head.metas['og:image'] ?? [];
    expect(head.metas).toEqual({
      description: [description],
      'og:type': ['website'],
      'og:site_name': ['Everything Card'],
      'og:title': [pages[name].title],
      'og:description': [description],
      'og:url': [url],
      'og:image': [expect.stringMatching(/^https:\/\/cards\.example\/social\/[a-z]+\.png$/)],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [expect.stringMatching(/^[A-Z].{20,}$/)],
      'twitter:card': ['summary_large_image'],
      'twitter:title': [pages[name].title],
      'twitter:description': [description],
      'twitter:image': [picture],
    });
  });

  test('has its own title and description', async () => {
    const heads = await Promise.all(PUBLIC_PATHS.map(renderHead));
    expect(new Set(heads.flatMap(({ titles }) => titles)).size).toBe(PUBLIC_PATHS.length);
    expect(new Set(heads.flatMap(({ metas }) => metas.description ?? [])).size).toBe(PUBLIC_PATHS.length);
  });

  test.each([...new Set(Object.values(pageMetadata).map(({ picture }) => picture))])(
    'has an existing preview picture of the stated size: %s',
    async (picture) => {
      const bytes = await readFile(join(SOCIAL, `${picture}.png`));
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      expect(bytes.length).toBeLessThan(60_000);
    },
  );

  test.each([
    ['/Pricing/', '/pricing'],
    ['/EDUCATORS/Friend', '/educators/friend'],
    ['/trial', '/'],
    ['/legal', '/legal/privacy-policy'],
    ['/legal/', '/legal/privacy-policy'],
  ])('has one canonical URL: %s is %s', async (path, canonical) => {
    expect((await renderHead(path)).canonicals).toEqual([`${SITE_URL}${canonical}`]);
  });

  test('[D1] takes prices, settings, and plan names from the database', async () => {
    const { db } = database;
    const family = (await listPlans(db)).find(({ slug }) => slug === 'family');
    const change = (priceCents: number, title: string) =>
      db
        .updateTable('plans')
        .set({ priceCents, copy: JSON.stringify({ ...family?.copy, title }) })
        .where('slug', '=', 'family')
        .execute();
    expect((await renderHead('/pricing/family')).metas.description?.[0]).toContain('at $99.90 a month');
    await change(12_345, 'Household <plan>');
    await makeSetting(db, 'responseTime', '"2" days & <b>nights</b>');
    const [plan, contact] = await Promise.all([renderHead('/pricing/family'), renderHead('/contact')]);
    expect(plan.titles).toEqual(['Household <plan> | Everything Card']);
    expect(plan.metas.description?.[0]).toContain('at $123.45 a month');
    expect(contact.metas.description?.[0]).toContain('within "2" days & <b>nights</b>.');
    await change(9990, 'Family/Educator plan');
    await makeSetting(db, 'responseTime', '24-48 hours');
  });

  test('runs few statements, and none for a page that is not public', async () => {
    const meter = metered(database.db);
    for (const [path, statements] of [
      ['/', 2],
      ['/pricing', 2],
      ['/faq', 4],
      ['/user', 0],
      ['/none', 0],
    ] as const) {
      meter.reset();
      await pageHead({ ...server.deps, db: meter.db }, path);
      expect(meter.statements, path).toBe(statements);
    }
  });
});

describe('[D8 D11] a page without a description, marked noindex', () => {
  test.each([
    ['/user', 'Account Settings and Managment | Everything Card'],
    ['/user/card/7K3M-94QX-2WFT', 'Account Settings and Managment | Everything Card'],
    ['/verify/card', 'Verify a card | Everything Card'],
    ['/verify/card/7K3M', 'Verify a card | Everything Card'],
    ['/secretloginpage', 'Everything Card'],
  ])('%s has the title %s, and no description', async (path, title) => {
    expect(await renderHead(path)).toEqual({
      titles: [title],
      robots: ['noindex'],
      canonicals: [],
      metas: {},
      data: null,
    });
  });

  test.each(['/none', '/pricing/none', '/constructor', '/__proto__', '/pricing//'])(
    'is the unknown page %s',
    async (path) => {
      expect(await renderHead(path)).toEqual({
        titles: ['Page not found | Everything Card'],
        robots: ['noindex'],
        canonicals: [],
        metas: {},
        data: null,
      });
    },
  );
});
