import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export interface ZipPlace {
  zip: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

export async function findZip(db: Db, zip: string): Promise<ZipPlace | undefined> {
  return db
    .selectFrom('places')
    .select(['zip', 'city', 'state', 'latitude', 'longitude'])
    .where('zip', '=', zip)
    .executeTakeFirst();
}

/** A city's location is the average of the centers of its ZIP codes. */
export async function findCity(
  db: Db,
  state: string,
  cityKey: string,
): Promise<Omit<ZipPlace, 'zip'> | undefined> {
  return db
    .selectFrom('places')
    .select((eb) => [
      eb.fn.min<string>('city').as('city'),
      'state',
      eb.fn.avg<number>('latitude').as('latitude'),
      eb.fn.avg<number>('longitude').as('longitude'),
    ])
    .where('state', '=', state)
    .where('cityKey', '=', cityKey)
    .groupBy('state')
    .executeTakeFirst();
}

/**
 * Returns the ZIP code whose center is nearest, or undefined if none is within 1 degree of latitude and 2 of
 * longitude.
 */
export async function findNearestZip(
  db: Db,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<ZipPlace | undefined> {
  const eastWest = sql<number>`(longitude - ${longitude}::float8) * cos(radians(${latitude}::float8))`;
  return db
    .selectFrom('places')
    .select(['zip', 'city', 'state', 'latitude', 'longitude'])
    .where('latitude', '>=', latitude - 1)
    .where('latitude', '<=', latitude + 1)
    .where('longitude', '>=', longitude - 2)
    .where('longitude', '<=', longitude + 2)
    .orderBy(
      sql`(latitude - ${latitude}::float8) * (latitude - ${latitude}::float8) + ${eastWest} * ${eastWest}`,
    )
    .orderBy('zip')
    .limit(1)
    .executeTakeFirst();
}
