import { sql } from 'kysely';
import type { Trx } from '../client.ts';
import { cityKey } from './city-key.ts';

/** Rows per statement, few enough that no statement holds a connection for long. */
const BATCH_SIZE = 15_000;

/** Inserts all U.S. ZIP codes with their centers, unless they are already there. */
export async function seedPlaces(trx: Trx): Promise<void> {
  if (await trx.selectFrom('places').select('zip').limit(1).executeTakeFirst()) return;
  // Import lazily: the list has 80,000 places.
  const { codes } = await import('zipcodes');
  // Military addresses have the coordinates 0, 0, which distances must not be measured from.
  const places = Object.values(codes).filter(
    ({ country, latitude, longitude }) => country === 'US' && (latitude !== 0 || longitude !== 0),
  );
  for (let start = 0; start < places.length; start += BATCH_SIZE) {
    const batch = places.slice(start, start + BATCH_SIZE);
    // Two processes that start on an empty database both get here; the second waits and adds nothing.
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
