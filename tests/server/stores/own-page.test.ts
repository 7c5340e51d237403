import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { saveOwnedBusiness } from '#server/domains/stores/owner/owned-business.service.ts';
import { addPhoto } from '#server/domains/stores/owner/photo.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePhoto, makePlaces, makeStore } from '#tests/helpers/factories/store.ts';
import { makePicture } from '#tests/helpers/pictures.ts';
import { expectSearchTruth } from './search/search-truth.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });

beforeAll(async () => {
  await makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    { zip: '80302', city: 'Boulder', state: 'CO', latitude: 40.01, longitude: -105.29 },
  ]);
});

async function createOwner() {
  const account = await makeAccount(database.db);
  const businessId = await makeOwnedBusiness(database.db, { accountId: account.id });
  const { businesses } = server.caller(account);
  const read = async () => {
    const business = await businesses.mine();
    if (!business) throw new Error('The account has no business');
    return business;
  };
  return { account, businessId, businesses, read };
}

const CLOSED = { isOpen: false, opens: '', closes: '' };
const weekFrom = (monday: { isOpen: boolean; opens: string; closes: string }) => [
  monday,
  ...Array.from({ length: 6 }, () => CLOSED),
];
/** Returns hours that overlap: `day` closes after the next day opens. */
const overlappingWeek = (day: number) =>
  Array.from({ length: 7 }, (_, index) => {
    if (index === day) return { isOpen: true, opens: '18:00', closes: '10:00' };
    return index === (day + 1) % 7 ? { isOpen: true, opens: '09:00', closes: '17:00' } : CLOSED;
  });
const boulder = {
  id: null,
  version: '',
  phone: '(555) 010-0199',
  street1: '1 Pearl St',
  city: 'Boulder',
  state: 'Colorado',
  zip: '80302',
  hours: weekFrom({ isOpen: true, opens: '09:00', closes: '17:30' }),
};

describe('the owner of a business', () => {
  test('adds, changes, and removes locations, which the search then finds', async () => {
    const { businesses, read } = await createOwner();
    const businessAfter = await businesses.saveLocation(boulder);
    expect(businessAfter.locations).toMatchObject([
      { street1: '1600 Curtis St', hours: null },
      { street1: '1 Pearl St', state: 'CO' },
    ]);
    const [, second] = businessAfter.locations;
    expect(second?.hours?.slice(0, 2)).toEqual([{ opens: '09:00', closes: '17:30' }, null]);
    const search = { name: 'corner', zip: '80302', distance: 20 } as const;
    expect(await server.caller().savings.search(search)).toMatchObject({
      stores: [{ id: second?.id, latitude: 40.01 }],
    });

    const change = { ...boulder, id: second?.id ?? '', version: second?.version ?? '' };
    const movedLocation = { ...change, street1: '2 Pearl St', hours: weekFrom(CLOSED) };
    const changedBusiness = await businesses.saveLocation(movedLocation);
    expect(changedBusiness.locations[1]).toMatchObject({
      id: second?.id,
      street1: '2 Pearl St',
      hours: null,
    });
    await expect(businesses.saveLocation(movedLocation)).rejects.toThrow('Someone else changed this');

    const { id = '', version = '' } = changedBusiness.locations[1] ?? {};
    expect((await businesses.removeLocation({ id, version })).locations).toHaveLength(1);
    const [last] = (await read()).locations;
    await expect(
      businesses.removeLocation({ id: last?.id ?? '', version: last?.version ?? '' }),
    ).rejects.toThrow('This is your only location.');
    await expectSearchTruth(database.db);
  });

  test('can have 50 locations', async () => {
    const { businesses, businessId } = await createOwner();
    for (let count = 1; count < 50; count++) await makeStore(database.db, { businessId });
    await expect(businesses.saveLocation(boulder)).rejects.toThrow('the most locations you can list');
  });

  test.each([
    [{ zip: '99999', city: 'Nowhere' }, 'zip'],
    [{ zip: '803' }, 'zip'],
    [{ state: 'Nowhere' }, 'state'],
    [{ hours: weekFrom({ isOpen: true, opens: '9', closes: '17:00' }) }, 'hours.0.opens'],
    [{ hours: weekFrom({ isOpen: true, opens: '09:00', closes: '25:00' }) }, 'hours.0.closes'],
    [{ hours: weekFrom({ isOpen: true, opens: '09:00', closes: '09:00' }) }, 'hours.0.closes'],
    [{ hours: weekFrom({ isOpen: true, opens: '09:00', closes: '24:00' }) }, 'hours.0.closes'],
    [{ hours: overlappingWeek(0) }, 'hours.0.closes'],
    [{ hours: overlappingWeek(6) }, 'hours.6.closes'],
    [{ hours: [CLOSED] }, 'hours'],
  ])('is refused a location with %j, with an error at %s', async (fault, field) => {
    const { businesses } = await createOwner();
    const error = await businesses.saveLocation({ ...boulder, ...fault }).catch((thrown) => thrown);
    expect(Object.keys(error.cause.fieldErrors)).toEqual([field]);
  });

  test('keeps the page when an older client saves the listing', async () => {
    const { account, businessId, businesses, read } = await createOwner();
    await businesses.saveLocation(boulder);
    await businesses.changeDescription({ description: 'Bread\r\nand cake' });
    await makePhoto(database.db, { businessId });
    const [main] = (await read()).locations;
    const { street1, city, state, zip, phone } = main ?? {};
    await businesses.saveLocation({
      ...boulder,
      ...{ street1: street1 ?? '', city: city ?? '', state: state ?? '', zip: zip ?? '' },
      ...{ phone: phone ?? '', id: main?.id ?? '', version: main?.version ?? '' },
    });
    const before = await read();
    await inTransaction(database.db, (trx) =>
      saveOwnedBusiness(trx, {
        accountId: account.id,
        businessname: 'Renamed Bakery',
        type: 9,
        url: null,
        phone: '(555) 010-0122',
        address: {
          street1: '9 Main St',
          street2: null,
          city: 'Denver',
          state: 'CO',
          zip: '80202',
          country: 'US',
        },
        now: new Date(),
      }),
    );
    const after = await read();
    expect(after).toMatchObject({ businessname: 'Renamed Bakery', description: 'Bread\nand cake' });
    expect(after.photos).toEqual(before.photos);
    expect(after.locations.map(({ id, hours }) => [id, hours])).toEqual(
      before.locations.map(({ id, hours }) => [id, hours]),
    );
    expect(after.locations.map(({ street1 }) => street1)).toEqual(['9 Main St', '1 Pearl St']);
  });

  test('describes and orders photos, and removes them with their files', async () => {
    const { businesses, businessId } = await createOwner();
    const first = await makePhoto(database.db, { businessId });
    const second = await makePhoto(database.db, { businessId, position: 2 });
    await server.deps.files.put(first.file.slice('/files/'.length), new Uint8Array([1]));
    const photos = [
      { id: second.id, alt: 'The oven' },
      { id: first.id, alt: ' ' },
    ];
    expect((await businesses.changePhotos({ photos })).photos).toMatchObject([
      { id: second.id, alt: 'The oven' },
      { id: first.id, alt: null },
    ]);
    await expect(businesses.changePhotos({ photos: photos.slice(1) })).rejects.toThrow(
      'Someone else changed',
    );
    expect((await businesses.removePhoto({ id: first.id })).photos).toMatchObject([{ id: second.id }]);
    expect(await server.deps.files.get(first.file.slice('/files/'.length))).toBeNull();
    await expect(businesses.removePhoto({ id: first.id })).rejects.toThrow('Not Found');
  });

  test('adds a photo after the others, even if an earlier one was removed', async () => {
    const { account, businesses, businessId } = await createOwner();
    const first = await makePhoto(database.db, { businessId });
    const second = await makePhoto(database.db, { businessId, position: 2 });
    await businesses.removePhoto({ id: first.id });
    const photos = await addPhoto(server.deps, account.id, await makePicture('png'));
    expect(photos.map(({ id }) => id)).toEqual([second.id, expect.any(String)]);
  });

  test('can’t reach another owner’s page', async () => {
    const owner = await createOwner();
    const { locations } = await owner.businesses.saveLocation(boulder);
    const photo = await makePhoto(database.db, { businessId: owner.businessId });
    await owner.businesses.changeDescription({ description: 'Mine' });
    const before = await owner.read();
    const { id = '', version = '' } = locations[1] ?? {};
    const other = await createOwner();
    await other.businesses.saveLocation(boulder);
    const requests = [
      other.businesses.saveLocation({ ...boulder, id, version, street1: 'Taken' }),
      other.businesses.removeLocation({ id, version }),
      other.businesses.changePhotos({ photos: [{ id: photo.id, alt: 'Taken' }] }),
      other.businesses.removePhoto({ id: photo.id }),
    ];
    const results = await Promise.allSettled(requests);
    expect(results.map(({ status }) => status)).toEqual(requests.map(() => 'rejected'));
    await other.businesses.changeDescription({ description: 'Theirs' });
    expect(await owner.read()).toEqual(before);
  });
});
