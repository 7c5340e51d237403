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

/** Finds a city by the first of the keys that the state has. */
export async function findCity(
  db: Db,
  state: string,
  keys: readonly string[],
): Promise<Omit<ZipPlace, 'zip'> | undefined> {
  return db
    .selectFrom('cities')
    .innerJoin('places', 'places.zip', 'cities.zip')
    .select(['cities.name as city', 'cities.state', 'latitude', 'longitude'])
    .where('cities.state', '=', state)
    .where('cities.key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy(sql`array_position(${keys}::text[], cities.key)`)
    .limit(1)
    .executeTakeFirst();
}

/** How similar a city's name must be to what was typed, from 0 to 1. */
const MIN_SIMILARITY = 0.3;

/** Returns the names of a state's cities that are most like the key. Reads all cities of the state. */
export async function findCitiesLike(db: Db, state: string, key: string, limit: number): Promise<string[]> {
  const similarity = sql<number>`similarity(key, ${key}::text)`;
  const rows = await db
    .selectFrom('cities')
    .select('name')
    .where('state', '=', state)
    .where(similarity, '>=', MIN_SIMILARITY)
    .orderBy(similarity, 'desc')
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
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
