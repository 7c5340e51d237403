import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePlaces, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const findNearbyOffers = async (account: TestAccount | null = null, zip = '80202') =>
  server.caller(account).savings.offersNear({ zip });

const ROLES: Record<string, TestAccount | null> = { visitor: null };

beforeAll(async () => {
  const { db } = database;
  await makePlaces(db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    { zip: '59715', city: 'Bozeman', state: 'MT', latitude: 45.6693, longitude: -111.0429 },
  ]);
  const farther = await makeStore(db, { business: { name: 'Lark Coffee' }, latitude: 39.9 });
  const { businessId } = farther;
  await makeStore(db, { businessId, latitude: 40.2 });
  await makePromotion(db, { businessId, info: 'No headline' });
  await makePromotion(db, { businessId, headline: 'Over', validUntil: '2020-01-01' });
  for (const headline of ['First', 'Second', 'Third', 'Fourth']) {
    await makePromotion(db, { businessId, headline, savesCents: headline === 'Second' ? 450 : null });
  }
  const membersOnlyStore = await makeStore(db, {
    business: { name: 'Secret Spa', categories: [8], isMembersOnly: true },
  });
  await makePromotion(db, { businessId: membersOnlyStore.businessId, headline: 'Hush', savesCents: 4_321 });
  const unlistedStore = await makeStore(db, { business: { isListed: false } });
  await makePromotion(db, { businessId: unlistedStore.businessId, headline: 'Unlisted' });
  const plainStore = await makeStore(db, { business: { name: 'Plain Paints' } });
  await makePromotion(db, { businessId: plainStore.businessId });

  const endedPeriod = { periodStart: new Date('2020-01-01'), periodEnd: new Date('2020-02-01') };
  const [none, member, expired] = [await makeAccount(db), await makeAccount(db), await makeAccount(db)];
  await makeMembership(db, { accountId: member.id });
  await makeMembership(db, { accountId: expired.id, subscription: { status: 'canceled', ...endedPeriod } });
  Object.assign(ROLES, { 'account without a membership': none, member, 'expired member': expired });
});

describe('[D64] the offers near a ZIP code', () => {
  test('are those of the nearest businesses, three of each, at their nearest location', async () => {
    const { place, businesses } = await findNearbyOffers();
    expect(place).toEqual({ zip: '80202', city: 'Denver', state: 'CO' });
    expect(businesses.map(({ businessname }) => businessname)).toEqual(['Secret Spa', 'Lark Coffee']);
    const [, coffee] = businesses;
    expect(coffee?.slug).toMatch(/^lark-coffee-/);
    expect(coffee).toMatchObject({ type: 'Food & Drink', isHidden: false });
    expect(coffee?.distanceMiles).toBeCloseTo(10.4, 1);
    expect(coffee?.offers).toMatchObject([
      { headline: 'First', savesCents: null },
      { headline: 'Second', savesCents: 450 },
      { headline: 'Third' },
    ]);
  });

  test.each([
    ['visitor', true],
    ['account without a membership', true],
    ['expired member', true],
    ['member', false],
  ])('[D32] of a business that shows them to members only, for a %s: hidden %s', async (role, isHidden) => {
    const response = await findNearbyOffers(ROLES[role]);
    expect(response.businesses[0]).toMatchObject({
      businessname: 'Secret Spa',
      type: 'Health & Beauty',
      isHidden,
      offers: isHidden ? [] : [{ headline: 'Hush', savesCents: 4_321 }],
    });
    expect(JSON.stringify(response).includes('Hush')).toBe(!isHidden);
    expect(JSON.stringify(response).includes('4321')).toBe(!isHidden);
  });

  test('are none where no business has any, and an unknown ZIP code is refused', async () => {
    expect((await findNearbyOffers(null, '59715')).businesses).toEqual([]);
    await expect(findNearbyOffers(null, '99999')).rejects.toMatchObject({
      cause: { code: 'PLACE_NOT_FOUND', fieldErrors: { zip: 'We don’t recognize this ZIP code' } },
    });
    await expect(findNearbyOffers(null, '09012')).rejects.toThrow('A military address isn’t on the map');
    await expect(findNearbyOffers(null, '8020')).rejects.toThrow('Please enter a 5-digit ZIP code');
  });
});
