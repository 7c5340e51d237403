import { beforeAll, describe, expect, test } from 'vitest';
import { toBusinessDate } from '#server/lib/dates.ts';
import { newId } from '#server/lib/ids.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeBusiness, makePhoto, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';

const database = testDb();
const server = testApp(database);
let member: TestAccount;

beforeAll(async () => {
  member = await makeAccount(database.db);
  await makeMembership(database.db, { accountId: member.id });
});

/** Creates a business with a location, and returns the slug that the search links to. */
async function createPage(business: Parameters<typeof makeBusiness>[1] = {}) {
  const { id, name } = await makeBusiness(database.db, {
    name: `Aldo’s Café ${newId().slice(-12)}`,
    ...business,
  });
  const store = await makeStore(database.db, { businessId: id });
  const { stores } = await server.caller().savings.search({ name });
  return { id, name, store, slug: stores[0]?.slug ?? '' };
}
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Not Found' };

describe('a business’s page', () => {
  test('has what its owner entered, and its valid promotions', async () => {
    const { id, name, slug, store } = await createPage({ description: 'Bread', url: 'https://aldo.example' });
    const promotion = await makePromotion(database.db, { businessId: id });
    await makePromotion(database.db, { businessId: id, validUntil: '2020-01-31' });
    const photo = await makePhoto(database.db, { businessId: id, alt: 'The oven' });
    const hours = [{ opens: '18:00', closes: '02:00' }, null, null, null, null, null, null];
    await database.db
      .updateTable('stores')
      .set({ hours: JSON.stringify(hours) })
      .where('id', '=', store.id)
      .execute();
    expect(slug).toMatch(/^aldos-cafe-[0-9a-f]{12}-[0-9a-z]{12}$/);
    expect(await server.caller().savings.business({ slug })).toMatchObject({
      id,
      slug,
      name,
      type: 'Food & Drink',
      description: 'Bread',
      url: 'https://aldo.example',
      photos: [{ id: photo.id, alt: 'The oven' }],
      locations: [{ id: store.id, street1: '1600 Curtis St', hours }],
      locationsCount: 1,
      promotions: [{ id: promotion.id }],
      promotionsCount: 1,
      promotionsDisabled: false,
      isFavorite: false,
    });
  });

  test('keeps its URL when the business is renamed', async () => {
    const { id, slug } = await createPage();
    const newName = { name: 'Berta’s', nameKey: 'berta’s', searchName: 'bertas' };
    await database.db.updateTable('businesses').set(newName).where('id', '=', id).execute();
    const page = await server.caller().savings.business({ slug });
    expect(page).toMatchObject({ id, name: 'Berta’s' });
    expect(page.slug).toBe(`bertas-${slug.split('-').at(-1)}`);
    expect(await server.caller().savings.business({ slug: page.slug })).toMatchObject({ id });
  });

  test('exists only while the business is listed', async () => {
    const { id, slug } = await createPage();
    await database.db.updateTable('businesses').set({ isListed: false }).where('id', '=', id).execute();
    const { savings } = server.caller(member);
    for (const unknown of [slug, slug.toUpperCase(), '', 'x', 'aldo-000000000000', '-zzzzzzzzzzzz']) {
      await expect(savings.business({ slug: unknown })).rejects.toMatchObject(NOT_FOUND);
    }
  });

  test('[D32] has members-only promotions for members alone', async () => {
    const { id, slug } = await createPage({ isMembersOnly: true });
    await makePromotion(database.db, { businessId: id, info: 'SECRET' });
    const stranger = await makeAccount(database.db);
    for (const caller of [server.caller(), server.caller(stranger)]) {
      const page = await caller.savings.business({ slug });
      expect(page).toMatchObject({ promotions: [], promotionsCount: 1, promotionsDisabled: true });
    }
    expect(await server.caller(member).savings.business({ slug })).toMatchObject({
      promotions: [{ info: 'SECRET' }],
      promotionsDisabled: false,
    });
  });

  test('begins with the location that the visitor chose, and has at most 50', async () => {
    const { id, slug } = await createPage();
    const stores = [];
    for (let count = 0; count < 51; count++) stores.push(await makeStore(database.db, { businessId: id }));
    const last = stores.at(-1);
    const page = await server.caller().savings.business({ slug, locationId: last?.id });
    expect(page.locations).toHaveLength(50);
    expect(page.locations[0]?.id).toBe(last?.id);
    expect(page.locationsCount).toBe(52);
  });
});

describe('favorites', () => {
  test('are added and removed by members, and listed newest first', async () => {
    const [first, second] = [await createPage(), await createPage()];
    await makePromotion(database.db, { businessId: second.id, validUntil: toBusinessDate(new Date()) });
    const { favorites, savings } = server.caller(member);
    for (const { id } of [first, second, second]) await favorites.add({ businessId: id });
    expect(await favorites.list()).toMatchObject([
      { id: second.id, slug: second.slug, type: 'Food & Drink', city: 'Denver', promotionsCount: 1 },
      { id: first.id, promotionsCount: 0 },
    ]);
    expect(await savings.business({ slug: first.slug })).toMatchObject({ isFavorite: true });
    await favorites.remove({ businessId: first.id });
    await favorites.remove({ businessId: first.id });
    expect(await favorites.list()).toMatchObject([{ id: second.id }]);
    expect(await savings.business({ slug: first.slug })).toMatchObject({ isFavorite: false });
  });

  test('belong to one account, and only members add them', async () => {
    const { id, slug } = await createPage();
    await server.caller(member).favorites.add({ businessId: id });
    const stranger = server.caller(await makeAccount(database.db));
    await expect(stranger.favorites.add({ businessId: id })).rejects.toThrow('Favorites are for members.');
    await stranger.favorites.remove({ businessId: id });
    expect(await stranger.favorites.list()).toEqual([]);
    expect(await stranger.savings.business({ slug })).toMatchObject({ isFavorite: false });
    expect(await server.caller(member).savings.business({ slug })).toMatchObject({ isFavorite: true });
  });

  test('are listed businesses, and at most 100', async () => {
    const hiddenBusiness = await makeBusiness(database.db, { isListed: false });
    const account = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: account.id });
    const { favorites } = server.caller(account);
    await expect(favorites.add({ businessId: hiddenBusiness.id })).rejects.toMatchObject(NOT_FOUND);
    await expect(favorites.add({ businessId: newId() })).rejects.toMatchObject(NOT_FOUND);
    for (let count = 0; count < 100; count++) {
      await favorites.add({ businessId: (await makeBusiness(database.db)).id });
    }
    const [first] = await favorites.list();
    await favorites.add({ businessId: first?.id ?? '' });
    const { id } = await makeBusiness(database.db);
    await expect(favorites.add({ businessId: id })).rejects.toThrow('the most favorites you can save');
    await database.db
      .updateTable('businesses')
      .set({ isListed: false })
      .where('id', '=', first?.id ?? '')
      .execute();
    expect(await favorites.list()).toHaveLength(99);
  });
});
