import { sql } from 'kysely';
import type { Trx } from '../client.ts';
import { cityKey } from './city-key.ts';

/** Rows a statement: few statements, and none that holds a connection for long. */
const BATCH = 15_000;

/** ZIP codes of the United States with their centres, once: all of them are there or none. */
export async function seedPlaces(trx: Trx): Promise<void> {
  if (await trx.selectFrom('places').select('zip').limit(1).executeTakeFirst()) return;
  // 80,000 places: read where somebody needs them.
  const { codes } = await import('zipcodes');
  // Military addresses stand at 0, 0: they have no centre to measure from.
  const places = Object.values(codes).filter(
    ({ country, latitude, longitude }) => country === 'US' && (latitude !== 0 || longitude !== 0),
  );
  for (let from = 0; from < places.length; from += BATCH) {
    const batch = places.slice(from, from + BATCH);
    // Two processes that start at once on an empty database both get here; the second waits and adds nothing.
    await sql`insert into places (zip, city, city_key, state, latitude, longitude)
      select * from unnest(
        ${batch.map(({ zip }) => zip)}::text[],
        ${batch.map(({ city }) => city)}::text[],
        ${batch.map(({ city }) => cityKey(city))}::text[],
        ${batch.map(({ state }) => state)}::text[],
        ${batch.map(({ latitude }) => latitude)}::float8[],
        ${batch.map(({ longitude }) => longitude)}::float8[]
      ) on conflict (zip) do nothing`.execute(trx);
  }
}
