import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { seedPlaces } from '#db/seed/seed.ts';
import { makeDemoBusinesses } from '#server/app/demo/stores/businesses.ts';
import { KIND_TEXTS } from '#server/app/demo/stores/kinds.ts';
import { TRADES } from '#server/app/demo/stores/trades.ts';
import { seedDemoStores } from '#server/app/demo/stores.ts';
import { businessDraft, locationDraft } from '#server/domains/stores/business-draft.schema.ts';
import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { weekHours } from '#server/domains/stores/hours.schema.ts';
import { sanitizeRichText } from '#server/domains/stores/promotion.service.ts';
import { findOffersNear } from '#server/domains/stores/search/nearby-offers.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const now = () => new Date('2026-11-21T12:00:00Z');
const webFolder = join(import.meta.dirname, '..', '..', '..', 'web', 'public');

const rowsByName = () =>
  database.db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .selectAll('businesses')
    .select(['stores.latitude', 'stores.state'])
    .orderBy('stores.nameKey')
    .orderBy('stores.id')
    .execute();

describe('the demo stores', () => {
  let rows: Awaited<ReturnType<typeof rowsByName>> = [];

  beforeAll(async () => {
    await seedDemoStores({ db: database.db, now });
    rows = await rowsByName();
  });

  test('include thousands of locations in every category, all over the country', () => {
    expect(rows.length).toBeGreaterThan(3_000);
    expect(rows.length).toBeLessThan(4_000);
    expect(new Set(rows.map(({ id }) => id)).size).toBeGreaterThan(600);
    expect(new Set(rows.map(({ categories }) => categories[0])).size).toBe(
      Object.keys(BUSINESS_CATEGORIES).length,
    );
    expect(new Set(rows.map(({ state }) => state)).size).toBeGreaterThan(45);
    expect(rows.some(({ isPremier }) => isPremier)).toBe(true);
    expect(rows.some(({ isNational, latitude }) => isNational && latitude === null)).toBe(true);
    expect(rows.some(({ isNational, latitude }) => isNational && latitude !== null)).toBe(true);
    expect(rows.filter(({ isNational, latitude }) => !isNational && latitude === null)).toEqual([]);
  });

  test('have no owner', () => {
    expect(rows.filter(({ accountId }) => accountId !== null)).toEqual([]);
  });

  test('[D32] sometimes restrict promotions to members, even on the first page', () => {
    const membersOnlyRows = rows.slice(0, 10).filter(({ isMembersOnly }) => isMembersOnly);
    expect(membersOnlyRows.length).toBeGreaterThan(0);
    expect(rows.some(({ isMembersOnly }) => !isMembersOnly)).toBe(true);
  });

  test('have current, past, local, and online promotions', async () => {
    const promotions = await database.db.selectFrom('promotions').selectAll().execute();
    expect(promotions.length).toBeGreaterThan(500);
    expect(promotions.some(({ validUntil }) => validUntil === null)).toBe(true);
    expect(promotions.some(({ validUntil }) => validUntil !== null && validUntil < '2026-11-21')).toBe(true);
    expect(promotions.some(({ validUntil }) => validUntil !== null && validUntil > '2026-11-21')).toBe(true);
    for (const key of ['isOnline', 'code', 'url'] as const) {
      expect(promotions.some((promotion) => promotion[key])).toBe(true);
      expect(promotions.some((promotion) => !promotion[key])).toBe(true);
    }
  });

  test('[D64] include offers near Denver: with savings, without, and for members only', async () => {
    await inTransaction(database.db, seedPlaces);
    const visitor = { isMember: false, now: now() };
    const { businesses } = await findOffersNear(database.db, '80202', visitor);
    const offers = businesses.flatMap((business) => business.offers);
    expect(offers.length).toBeGreaterThan(6);
    expect(offers.filter(({ savesCents }) => savesCents !== null).length).toBeGreaterThan(3);
    expect(offers.some(({ savesCents }) => savesCents === null)).toBe(true);
    expect(businesses.some(({ isHidden }) => isHidden)).toBe(true);
    expect(businesses.some(({ type, offers }) => type === 'Dental' && offers.length > 0)).toBe(true);
  });

  test('sometimes have a description and hours', async () => {
    const stores = await database.db.selectFrom('stores').select('hours').execute();
    for (const [count, all] of [
      [new Set(rows.flatMap(({ description }) => description ?? [])).size, 712],
      [stores.filter((store) => store.hours !== null).length, stores.length],
    ] as const) {
      expect(count).toBeGreaterThan(0.2 * all);
      expect(count).toBeLessThan(0.9 * all);
    }
    for (const store of stores) if (store.hours !== null) weekHours.parse(store.hours);
    for (const { kinds } of TRADES) for (const kind of kinds) expect(KIND_TEXTS).toHaveProperty([kind]);
  });

  test('have existing logos', async () => {
    const logos = new Set(rows.flatMap(({ logo }) => logo ?? []));
    expect(logos.size).toBeGreaterThan(40);
    for (const logo of logos) await expect(access(join(webFolder, logo))).resolves.toBeUndefined();
  });

  test('are created once, and a second start changes and restores nothing', async () => {
    await database.db
      .updateTable('businesses')
      .set({ url: null })
      .where('importKey', '=', 'demo-5')
      .execute();
    await database.db.deleteFrom('businesses').where('importKey', '=', 'demo-6').execute();
    const rowsBefore = await rowsByName();
    await seedDemoStores({ db: database.db, now });
    expect(await rowsByName()).toEqual(rowsBefore);
  });

  test('are deterministic and can be imported', async () => {
    const businesses = await makeDemoBusinesses(now());
    expect(await makeDemoBusinesses(now())).toEqual(businesses);
    for (const { business, locations } of businesses) {
      expect(businessDraft.parse(business)).toEqual(business);
      for (const { location } of locations) expect(locationDraft.parse(location)).toEqual(location);
      for (const { info } of business.promotions) expect(await sanitizeRichText(info)).toBe(info);
    }
  });
});
