import { type Kysely, sql } from 'kysely';
import { cityWords, toCityKey } from './city-key.ts';
import { readPlaces } from './place-file.ts';

/** Rows per statement: few enough that no statement occupies a connection for long. */
const BATCH_SIZE = 15_000;

/**
 * Inserts the ZIP codes and cities of the place file that are missing. Military addresses have no center, so
 * they aren't stored.
 */
export async function loadPlaces<T>(trx: Kysely<T>): Promise<void> {
  const { zips, cities } = await readPlaces();
  const located = zips.filter(({ latitude }) => latitude !== null);
  for (let start = 0; start < located.length; start += BATCH_SIZE) {
    const batch = located.slice(start, start + BATCH_SIZE);
    // If two processes start on an empty database, both get here. The second waits for the first and inserts
    // nothing.
    await sql`insert into places (zip, city, city_key, state, latitude, longitude)
      select * from unnest(
        ${batch.map(({ zip }) => zip)}::text[],
        ${batch.map(({ city }) => city)}::text[],
        ${batch.map(({ city }) => cityWords(city).join(' '))}::text[],
        ${batch.map(({ state }) => state)}::text[],
        ${batch.map(({ latitude }) => latitude)}::float8[],
        ${batch.map(({ longitude }) => longitude)}::float8[]
      ) on conflict (zip) do nothing`.execute(trx);
  }
  for (let start = 0; start < cities.length; start += BATCH_SIZE) {
    const batch = cities.slice(start, start + BATCH_SIZE);
    await sql`insert into cities (state, key, name, zip)
      select * from unnest(
        ${batch.map(({ state }) => state)}::text[],
        ${batch.map(({ name }) => toCityKey(name))}::text[],
        ${batch.map(({ name }) => name)}::text[],
        ${batch.map(({ zip }) => zip)}::text[]
      ) on conflict (state, key) do nothing`.execute(trx);
  }
}
