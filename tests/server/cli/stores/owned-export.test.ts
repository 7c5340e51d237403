import { beforeAll, describe, expect, test } from 'vitest';
import { changeLogo } from '#server/domains/stores/owner/logo.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { makePicture } from '#tests/helpers/pictures.ts';
import { createStoresFile, importFile, runStores, summary } from './stores-file.ts';

const database = testDb();
const empty = testDb();
const server = testApp(database);

let owner: string;
let businessId: string;
beforeAll(async () => {
  await makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
  ]);
  const account = await makeAccount(database.db);
  owner = account.id;
  businessId = await makeOwnedBusiness(database.db, { accountId: owner, businessname: 'Owned Éclairs' });
  await changeLogo(server.deps, owner, await makePicture('png'));
  const promotions = [{ info: '<p>10 % &amp; more</p>' }];
  await server.caller(account).businesses.changePromotions({ promotions });
});

const exportStores = async ({ db } = database) => (await runStores(db, ['export', '-'])).written;
const row = () =>
  database.db
    .selectFrom('businesses')
    .innerJoin('stores', 'stores.businessId', 'businesses.id')
    .selectAll('businesses')
    .select(['stores.id as storeId', 'street1', 'latitude'])
    .where('businesses.id', '=', businessId)
    .executeTakeFirstOrThrow();

describe('[D51] an exported business with an owner', () => {
  test('can be imported again with its logo, promotions, and owner', async () => {
    const rowBefore = await row();
    const file = await exportStores();
    expect(file).toContain(rowBefore.logo);
    expect(await importFile(database.db, file)).toMatchObject(summary({ unchanged: 1 }));
    expect(await row()).toEqual(rowBefore);
    expect(rowBefore).toMatchObject({ accountId: owner, promotionsChangedAt: expect.any(Date) });

    expect(await importFile(empty.db, file)).toMatchObject(summary({ new: 1 }));
    expect(await exportStores(empty)).toBe(file);
    const [copy] = await empty.db.selectFrom('businesses').selectAll().execute();
    expect(copy).toMatchObject({ accountId: null, logo: rowBefore.logo, name: 'Owned Éclairs' });
  });

  test('keeps its owner when staff change it, and changes only under its own key', async () => {
    const rowBefore = await row();
    const renamedExport = (await exportStores()).replace('Owned Éclairs', 'Renamed by staff');
    expect(await importFile(database.db, renamedExport)).toMatchObject(summary({ updated: 1 }));
    expect(await row()).toEqual({
      ...rowBefore,
      name: 'Renamed by staff',
      nameKey: 'renamed by staff',
      searchName: 'renamed by staff',
    });
    const sameNameFile = createStoresFile([{ business_key: 'another', businessname: 'Renamed by staff' }]);
    expect(await importFile(database.db, sameNameFile)).toMatchObject(summary({ new: 1 }));
    expect(await row()).toMatchObject({ accountId: owner, name: 'Renamed by staff', importKey: null });
    // The owner's next purchase reuses the owned business, not the imported one.
    expect(await makeOwnedBusiness(database.db, { accountId: owner })).toBe(businessId);
  });

  test('requires no coordinates outside the US', async () => {
    const accountId = (await makeAccount(database.db)).id;
    const address = { street1: '1 Rideau', street2: null, city: 'Ottawa', state: 'ON', zip: 'K1A 0B1' };
    const canadianAddress = { ...address, country: 'CA' };
    await makeOwnedBusiness(database.db, { accountId, businessname: 'Maple', address: canadianAddress });
    expect(await importFile(database.db, await exportStores())).toMatchObject(summary({ unchanged: 3 }));
  });
});
