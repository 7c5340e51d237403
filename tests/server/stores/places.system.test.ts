import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { toCityKey } from '#db/seed/city-key.ts';
import { seedPlaces } from '#db/seed/seed.ts';
import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const embedded = embeddedTestDb();

describe.each([
  ['PostgreSQL', database],
  ['the embedded database', embedded],
])('[S5 search] the ZIP codes, on %s', (_kind, handle) => {
  test('are all stored once with their centers', async () => {
    await inTransaction(handle.db, seedPlaces);
    const places = await handle.db.selectFrom('places').selectAll().execute();
    expect(places.length).toBeGreaterThan(42_000);
    expect(places.find(({ zip }) => zip === '10001')).toEqual({
      zip: '10001',
      city: 'New York',
      cityKey: 'new york',
      state: 'NY',
      latitude: 40.7484,
      longitude: -73.9967,
    });
    // Coordinates near 0, 0 would mean that they are missing. One assertion, because 42,000 take seconds.
    const wrongPlaces = places.filter(
      ({ zip, city, cityKey, latitude, longitude }) =>
        !/^\d{5}$/.test(zip) || cityKey !== toCityKey(city) || Math.abs(latitude) + Math.abs(longitude) <= 1,
    );
    expect(wrongPlaces).toEqual([]);

    // Seeding again keeps manual corrections.
    await handle.db.updateTable('places').set({ city: 'Manhattan' }).where('zip', '=', '10001').execute();
    await inTransaction(handle.db, seedPlaces);
    const placesAfter = await handle.db.selectFrom('places').selectAll().execute();
    expect(placesAfter).toHaveLength(places.length);
    expect(placesAfter.find(({ zip }) => zip === '10001')?.city).toBe('Manhattan');
  });
});
