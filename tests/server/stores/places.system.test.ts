import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { listTowns } from '#db/places/build/sources.ts';
import { toCityKey } from '#db/places/city-key.ts';
import { readPlaces } from '#db/places/place-file.ts';
import { seedPlaces } from '#db/seed/seed.ts';
import {
  findNamedCity,
  findPlace,
  findSearchedPlace,
  suggestCities,
} from '#server/domains/stores/place.service.ts';
import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const embedded = embeddedTestDb();

describe.each([
  ['PostgreSQL', database],
  ['the embedded database', embedded],
])('[S5 search] [D72] the places, on %s', (_kind, handle) => {
  test('are all stored once, and seeding again keeps manual corrections', async () => {
    await inTransaction(handle.db, seedPlaces);
    const places = await handle.db.selectFrom('places').selectAll().execute();
    expect(places.length).toBeGreaterThan(41_000);
    expect(places.find(({ zip }) => zip === '10001')).toEqual({
      ...{ zip: '10001', city: 'New York', cityKey: 'new york', state: 'NY' },
      ...{ latitude: 40.7484, longitude: -73.9967 },
    });
    await handle.db.updateTable('places').set({ city: 'Manhattan' }).where('zip', '=', '10001').execute();
    await inTransaction(handle.db, seedPlaces);
    const placesAfter = await handle.db.selectFrom('places').selectAll().execute();
    expect(placesAfter).toHaveLength(places.length);
    expect(placesAfter.find(({ zip }) => zip === '10001')?.city).toBe('Manhattan');
  });

  test.each([
    ["O'Fallon", 'MO', 38.79, -90.71],
    ['O’Fallon', 'IL', 38.57, -89.9],
    ["Coeur d'Alene", 'ID', 47.69, -116.78],
    ['Washington D.C.', 'DC', 38.9, -77.01],
    ['washington, dc', 'DC', 38.9, -77.01],
    ['New York City', 'NY', 40.75, -73.98],
    ['NYC', 'NY', 40.75, -73.98],
    ['New York', 'NY', 40.75, -73.98],
    ['N. Las Vegas', 'NV', 36.25, -115.12],
    ['Lakewood', 'CO', 39.7, -105.08],
    ['Centennial', 'CO', 39.58, -104.87],
    ['Highlands Ranch', 'CO', 39.55, -104.96],
    ['Ft. Collins', 'CO', 40.57, -105.08],
    ['St Louis', 'MO', 38.63, -90.24],
    ['winston salem', 'NC', 36.09, -80.25],
    ['Cañon City', 'Colorado', 38.45, -105.22],
    ['Denver, CO', 'CO', 39.74, -104.97],
  ])('finds the city %s, %s', async (city, state, latitude, longitude) => {
    await inTransaction(handle.db, seedPlaces);
    const place = await findNamedCity(handle.db, { city, state });
    expect(Math.abs((place?.latitude ?? 0) - latitude)).toBeLessThan(0.1);
    expect(Math.abs((place?.longitude ?? 0) - longitude)).toBeLessThan(0.1);
  });

  test('finds each of the 1,000 largest cities at the center of its main ZIP code', async () => {
    await inTransaction(handle.db, seedPlaces);
    const { cities } = await readPlaces();
    const zips = new Map(cities.map((city) => [`${city.state} ${toCityKey(city.name)}`, city.zip]));
    for (const { name, state } of listTowns().slice(0, 1_000)) {
      const zip = zips.get(`${state} ${toCityKey(name)}`) ?? '';
      const center = await findSearchedPlace(handle.db, { zip, city: null, state: null });
      const place = await findSearchedPlace(handle.db, { zip: null, city: name, state });
      expect([name, place?.latitude, place?.longitude]).toEqual([name, center?.latitude, center?.longitude]);
    }
  });

  test('locates a shop in New York with an unknown ZIP code in Manhattan', async () => {
    await inTransaction(handle.db, seedPlaces);
    const place = await findPlace(handle.db, { zip: '10999', city: 'New York', state: 'NY' });
    expect(Math.abs((place?.longitude ?? 0) + 73.98)).toBeLessThan(0.1);
  });

  test('offers the nearest names for a city that isn’t found', async () => {
    await inTransaction(handle.db, seedPlaces);
    expect(await suggestCities(handle.db, { city: 'Lakwood', state: 'CO' })).toBe('Did you mean Lakewood?');
    await expect(
      findSearchedPlace(handle.db, { zip: null, city: 'Lakwood', state: 'CO' }),
    ).rejects.toMatchObject({
      fieldErrors: { city: expect.stringMatching(/^We don’t recognize this city\. Did you mean Lakewood/) },
    });
    expect(await suggestCities(handle.db, { city: 'Qqqq', state: 'CO' })).toBeNull();
  });
});
