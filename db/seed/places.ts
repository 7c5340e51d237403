import { sql } from 'kysely';
import type { Trx } from '../client.ts';
import { toCityKey } from './city-key.ts';

/** Rows per statement: few enough that no statement occupies a connection for long. */
const BATCH_SIZE = 15_000;

/** Inserts the U.S. ZIP codes whose coordinates are known. No-op if the table has any rows. */
export async function seedPlaces(trx: Trx): Promise<void> {
  if (await trx.selectFrom('places').select('zip').limit(1).executeTakeFirst()) return;
  // Import lazily: the list has 44,000 entries.
  const { codes } = await import('zipcodes');
  // Places with unknown coordinates, such as some military ones, are at (0, 0).
  const places = Object.values(codes).filter(
    ({ country, latitude, longitude }) => country === 'US' && (latitude !== 0 || longitude !== 0),
  );
  for (let start = 0; start < places.length; start += BATCH_SIZE) {
    const batch = places.slice(start, start + BATCH_SIZE);
    // If two processes start on an empty database, both get here. The second waits for the first and inserts
    // nothing.
    await sql`insert into places (zip, city, city_key, state, latitude, longitude)
      select * from unnest(
        ${batch.map(({ zip }) => zip)}::text[],
        ${batch.map(({ city }) => city)}::text[],
        ${batch.map(({ city }) => toCityKey(city))}::text[],
        ${batch.map(({ state }) => state)}::text[],
        ${batch.map(({ latitude }) => latitude)}::float8[],
        ${batch.map(({ longitude }) => longitude)}::float8[]
      ) on conflict (zip) do nothing`.execute(trx);
  }
}
