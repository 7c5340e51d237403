import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePlaces, makePromotion } from '#tests/helpers/factories/store.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
let owner: TestAccount;
let businessId: string;
const businesses = () => server.caller(owner).businesses;

beforeAll(() =>
  makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
  ]),
);
beforeEach(async () => {
  owner = await makeAccount(database.db);
  businessId = await makeOwnedBusiness(database.db, { accountId: owner.id });
});

/** Opens the form as the owner does. */
async function open() {
  const business = await businesses().mine();
  if (!business) throw new Error('The owner has no business');
  return business;
}

describe('an owner whose business someone else changes while the form is open', () => {
  const refusal = { cause: { code: 'CHANGED_SINCE', status: 409 } };

  test('overwrites nothing, and can save after seeing the change', async () => {
    const openedBusiness = await open();
    await database.db
      .updateTable('stores')
      .set({ phone: '(555) 010-0777' })
      .where('businessId', '=', businessId)
      .execute();
    const { version, categories, url, street1, street2, city, state, zip, country } = openedBusiness;
    const address = {
      street1: street1 ?? '',
      street2,
      city: city ?? '',
      state: state ?? '',
      zip: zip ?? '',
      country,
    };
    const typed = { businessname: 'Corner Bread', categories, url, phone: '(555) 010-0199', ...address };
    const listing = { ...typed, version };
    await expect(businesses().changeListing(listing)).rejects.toMatchObject(refusal);
    const current = await open();
    expect(current).toMatchObject({ businessname: 'Corner Bakery', phone: '(555) 010-0777' });
    const seen = { ...listing, version: current.version };
    expect(await businesses().changeListing(seen)).toMatchObject({ phone: '(555) 010-0199' });
    // A retry after a lost response.
    expect(await businesses().changeListing(seen)).toMatchObject({ phone: '(555) 010-0199' });
  });

  test('keeps the promotions that staff added, and can save after seeing them', async () => {
    const { promotionsVersion: version } = await open();
    await makePromotion(database.db, { businessId, code: 'STAFF' });
    const change = { promotions: [{ code: 'MINE', info: '<p>10 % off</p>' }], version };
    await expect(businesses().changePromotions(change)).rejects.toMatchObject(refusal);
    const current = await open();
    expect(current.promotions).toMatchObject([{ code: 'STAFF' }]);
    const seen = { ...change, version: current.promotionsVersion };
    expect((await businesses().changePromotions(seen)).promotions).toMatchObject([{ code: 'MINE' }]);
  });
});
