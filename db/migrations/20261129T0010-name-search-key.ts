import { type Kysely, sql } from 'kysely';

/**
 * People's names as staff search for them: without accents, apostrophes, and periods, and with spaces for
 * hyphens. `toNameKey` in `server/lib/name-key.ts` does the same to what they type.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function name_search_key(name text) returns text language sql immutable strict parallel safe
    return lower(regexp_replace(
      normalize(translate(name, '-‐–øØłŁđĐ''’‘ʻʼ′\`´.', '   oOlLdD'), nfkd), '[\\u0300-\\u036f]', '', 'g'))`.execute(
    db,
  );
}
