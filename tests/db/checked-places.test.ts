import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import type { SchemaMigration } from '#db/migration-list.ts';
import * as checkedPlaces from '#db/migrations/20261128T2340-checked-places.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';

const database = testDb();

const OLD_PLACES = [
  { zip: '10200', city: 'New York', cityKey: 'new york', state: 'NY', latitude: 40.77, longitude: 73.95 },
  {
    zip: '10001',
    city: 'New York',
    cityKey: 'new york',
    state: 'NY',
    latitude: 40.7484,
    longitude: -73.9967,
  },
  { zip: '09012', city: 'Apo', cityKey: 'apo', state: 'AE', latitude: 38.9, longitude: -77 },
];
const AVERAGE = { latitude: (40.77 + 40.7484) / 2, longitude: (73.95 - 73.9967) / 2 };

test('[D72] the migration corrects the places, and moves locations that had a wrong center', async () => {
  const { db } = database;
  await sql`drop table cities`.execute(db);
  await sql`delete from places`.execute(db);
  await db.insertInto('places').values(OLD_PLACES).execute();
  const newYork = { city: 'New York', state: 'NY' };
  const rows = {
    wrongZip: { ...newYork, zip: '10200-1234', latitude: 40.77, longitude: 73.95 },
    unknownZip: { ...newYork, zip: '10999', ...AVERAGE },
    newerZip: { ...newYork, zip: '10002', ...AVERAGE },
    military: { city: 'APO', state: 'AE', zip: '09012', latitude: 38.9, longitude: -77 },
    rightZip: { ...newYork, zip: '10001', latitude: 40.7484, longitude: -73.9967 },
    exact: { ...newYork, zip: '10200', latitude: 40.7, longitude: -74.01 },
  };
  const ids = new Map<string, string>();
  for (const [name, row] of Object.entries(rows)) ids.set(name, (await makeStore(db, row)).id);

  const migration: SchemaMigration = checkedPlaces;
  await inTransaction(db, (trx) => migration.up(trx));

  const stores = await db.selectFrom('stores').select(['id', 'latitude', 'longitude']).execute();
  const positions = Object.fromEntries(
    [...ids].map(([name, id]) => {
      const store = stores.find((row) => row.id === id);
      return [name, [store?.latitude, store?.longitude]];
    }),
  );
  expect(positions).toEqual({
    wrongZip: [40.7553, -73.9761],
    unknownZip: [40.7558, -73.9753],
    newerZip: [40.7152, -73.9877],
    military: [null, null],
    rightZip: [40.7484, -73.9967],
    exact: [40.7, -74.01],
  });
  const place = await db.selectFrom('places').selectAll().where('zip', '=', '10200').executeTakeFirst();
  expect(place).toMatchObject({ latitude: 40.7553, longitude: -73.9761 });
  const military = await db.selectFrom('places').select('zip').where('state', '=', 'AE').execute();
  expect(military).toEqual([]);
});
