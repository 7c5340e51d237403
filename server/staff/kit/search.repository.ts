import { type RawBuilder, sql } from 'kysely';

/** A trigram index finds parts of words only if they have at least this many letters. */
const MIN_PART_LENGTH = 3;

/**
 * True if `text`, which is lowercase and has a trigram index, contains `search`. Shorter searches match only
 * the beginning of a word.
 */
export function containsPart(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const part = escapeLike(search);
  if (search.length >= MIN_PART_LENGTH) return sql`${text} like ${`%${part}%`}`;
  return sql`(${text} like ${`${part}%`} or ${text} like ${`% ${part}%`})`;
}

/** True if `text`, which is lowercase and has an index with the collation "C", starts with `search`. */
export function startsWith(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  return sql`${text} collate "C" like ${`${escapeLike(search)}%`}`;
}

function escapeLike(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`);
}

/**
 * True for the rows whose ids any of the queries returns. Each query uses an index of its own. The array keeps
 * PostgreSQL from scanning the whole table to join it with them.
 */
export function isAnyOf(id: string, queries: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.ref(id)} = any(array(${sql.join(queries, sql` union all `)}))`;
}
