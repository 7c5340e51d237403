// @vitest-environment jsdom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { listPlans } from '#server/catalog/plan.service.ts';
import { pageHead } from '#server/site/page-head.ts';
import { isPagePath } from '#server/site/page-paths.ts';
import { paths } from '#server/site/pages.shared.ts';
import { publicPages } from '#server/site/public-pages.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { type Head, readHead } from '#tests/helpers/page-head.ts';

const SITE_URL = 'https://cards.example';
const SOCIAL = join(import.meta.dirname, '../../../web/public/social');
const PUBLIC = Object.keys(publicPages);

const database = testDb();
const server = testApp(database, { settings: { PUBLIC_URL: `${SITE_URL}/` } });
beforeAll(() => seed(database.db));

async function headOf(path: string): Promise<Head> {
  return readHead(await pageHead(server.deps, path));
}

/** Every page that the web app can link to, by its path alone. */
function linkedPages(): string[] {
  const made = Object.entries(paths).flatMap(([name, path]) =>
    name === 'pricingPlan' ? [] : [String(Reflect.apply(path, null, ['1']))],
  );
  const plans = [paths.pricingPlan('individual'), paths.pricingPlan('family')];
  const pages = [...made, ...plans].map((link) => new URL(link, SITE_URL).pathname);
  return [...new Set(pages)].filter((path) => !path.startsWith('/api/'));
}

describe('[issue 7] a public page', () => {
  test('is every page of the specification that belongs to nobody', async () => {
    const pages = linkedPages();
    const listed = pages.filter((path) => publicPages[path]);
    expect(listed.toSorted()).toEqual(PUBLIC.toSorted());
    for (const path of pages.filter((page) => !publicPages[page] && page !== paths.legal())) {
      expect(await headOf(path), path).toMatchObject({ titles: ['Everything Card'], robots: ['noindex'] });
    }
  });

  test.each(PUBLIC)('%s has one title, one description, one address, one picture', async (path) => {
    expect(isPagePath(path)).toBe(true);
    const head = await headOf(path);
    const { title = '', canonical } = publicPages[path] ?? {};
    const url = `${SITE_URL}${canonical ?? path}`;
    expect(head).toMatchObject({ titles: [title], canonicals: [url], robots: [] });
    expect(title).toMatch(/^(?:[^|]+ \| )?Everything Card$/);
    const [description = '', ...others] = head.metas.description ?? [];
    expect(others).toEqual([]);
    expect(description.length).toBeGreaterThanOrEqual(120);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).not.toMatch(/[{}<>]|undefined/);
    const name = title.replace(' | Everything Card', '');
    const [picture] = head.metas['og:image'] ?? [];
    expect(head.metas).toEqual({
      description: [description],
      'og:type': ['website'],
      'og:site_name': ['Everything Card'],
      'og:title': [name],
      'og:description': [description],
      'og:url': [url],
      'og:image': [expect.stringMatching(/^https:\/\/cards\.example\/social\/[a-z]+\.png$/)],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [expect.stringMatching(/^[A-Z].{20,}$/)],
      'twitter:card': ['summary_large_image'],
      'twitter:title': [name],
      'twitter:description': [description],
      'twitter:image': [picture],
    });
  });

  test('shares its title and its description with no other', async () => {
    const heads = await Promise.all(PUBLIC.map(headOf));
    expect(new Set(heads.flatMap(({ titles }) => titles)).size).toBe(PUBLIC.length);
    expect(new Set(heads.flatMap(({ metas }) => metas.description ?? [])).size).toBe(PUBLIC.length);
  });

  test.each([...new Set(Object.values(publicPages).map(({ picture }) => picture))])(
    'shows messengers a picture that is there, of the size that it says: %s',
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
  ])('has one address: %s is %s', async (path, canonical) => {
    expect((await headOf(path)).canonicals).toEqual([`${SITE_URL}${canonical}`]);
  });

  test('[D1] has its figures from the catalog and the settings as they stand, and a plan’s name, too', async () => {
    const { db } = database;
    const family = (await listPlans(db)).find(({ slug }) => slug === 'family');
    const change = (priceCents: number, title: string) =>
      db
        .updateTable('plans')
        .set({ priceCents, copy: JSON.stringify({ ...family?.copy, title }) })
        .where('slug', '=', 'family')
        .execute();
    expect((await headOf('/pricing/family')).metas.description?.[0]).toContain('at $99.90 a month');
    await change(12_345, 'Household <plan>');
    await makeSetting(db, 'responseTime', '"2" days & <b>nights</b>');
    const [plan, contact] = await Promise.all([headOf('/pricing/family'), headOf('/contact')]);
    expect(plan.titles).toEqual(['Household <plan> | Everything Card']);
    expect(plan.metas.description?.[0]).toContain('at $123.45 a month');
    expect(contact.metas.description?.[0]).toContain('within "2" days & <b>nights</b>.');
    await change(9990, 'Family/Educator plan');
    await makeSetting(db, 'responseTime', '24-48 hours');
  });

  test('asks little of the database, and nothing for a page that is not public', async () => {
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

  test.each(['/', '/contact', '/pricing/family', '/faq'])(
    'has a title and an address also while the database does not answer: %s',
    async (path) => {
      const meter = metered(database.db);
      meter.failAfter(0);
      const head = readHead(await pageHead({ ...server.deps, db: meter.db }, path));
      expect(head).toMatchObject({ titles: [publicPages[path]?.title], canonicals: [`${SITE_URL}${path}`] });
      expect(head.data).toBeNull();
      expect(JSON.stringify(head)).not.toMatch(/[{]\w+\.?\w*[}]|undefined/);
    },
  );
});

describe('[D8 D11] search engines are asked to leave alone', () => {
  test.each(['/user', '/user/card/7K3M-94QX-2WFT', '/verify/card', '/verify/card/7K3M', '/secretloginpage'])(
    '%s, which says nothing of itself',
    async (path) => {
      expect(await headOf(path)).toEqual({
        titles: ['Everything Card'],
        robots: ['noindex'],
        canonicals: [],
        metas: {},
        data: null,
      });
    },
  );

  test.each(['/none', '/pricing/none', '/constructor', '/__proto__', '/pricing//'])(
    '%s, which is no page',
    async (path) => {
      expect(await headOf(path)).toEqual({
        titles: ['Page not found | Everything Card'],
        robots: ['noindex'],
        canonicals: [],
        metas: {},
        data: null,
      });
    },
  );
});
