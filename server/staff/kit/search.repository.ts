import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';

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

/**
 * The same as `containsPart` without an index. PostgreSQL assumes that this is true for a third of the rows,
 * so it reads the rows in the list's order instead of finding and sorting all matches.
 */
export function hasPart(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const part = search.toLowerCase();
  if (search.length >= MIN_PART_LENGTH) return sql`position(${part} in ${text}) > 0`;
  return sql`position(${` ${part}`} in ' ' || ${text}) > 0`;
}

function escapeLike(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`);
}

/**
 * True for the rows whose ids any of the queries returns. Each query uses an index of its own. The array
 * keeps PostgreSQL from scanning the whole table to join it with them.
 */
export function isAnyOf(id: string, queries: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.ref(id)} = any(array(${sql.join(queries, sql` union all `)}))`;
}

/**
 * With more matches than this, reading the list in its order finds a page sooner than sorting all matches.
 */
const MAX_SORTED_MATCHES = 5_000;

export interface Matches {
  /** Each query returns the ids of the rows that match, and uses an index of its own. */
  queries: readonly RawBuilder<unknown>[];
  /** True for the same rows. Use `hasPart` instead of `containsPart`. */
  test: RawBuilder<boolean>;
}

/**
 * Returns a condition that is true for the rows that match. If there are few, it lists their ids. If there
 * are many, it tests each row, so that PostgreSQL reads the list in its order until a page is full.
 */
export async function findMatches(
  db: Db,
  id: string,
  { queries, test }: Matches,
): Promise<RawBuilder<boolean>> {
  // Materialize, so that PostgreSQL plans to read all matches. For only the first few, it would scan the
  // table.
  const { rows } = await sql<{ id: string }>`
    with found (id) as materialized (${sql.join(queries, sql` union all `)})
    select id from found limit ${sql.lit(MAX_SORTED_MATCHES + 1)}`.execute(db);
  if (rows.length > MAX_SORTED_MATCHES) return test;
  const ids = rows.map((row) => row.id);
  return sql`${sql.ref(id)} = any(${ids}::uuid[])`;
}
