import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Run, SearchArea } from './search-area.ts';
import { closenessTo, isFirstWith, lacksWord, matchesCategory, matching } from './store-match.repository.ts';
import type { SearchTerm, StoreQuery } from './store-query.ts';

/** The exact number of matching stores by type. Types are numbered in alphabetical order. */
export type TypeCounts = Map<number, number>;

export const totalOf = (counts: TypeCounts) => [...counts.values()].reduce((all, stores) => all + stores, 0);

async function countsOf(db: Db, statement: RawBuilder<unknown>): Promise<TypeCounts> {
  const { rows } = await sql<{ type: number; stores: number }>`
    select type, sum(stores)::int8 as stores from (${statement}) counted group by type`.execute(db);
  return new Map(rows.map(({ type, stores }) => [type, stores]));
}

/** The square that counts the whole country. */
const EVERYWHERE: Run = [-1, -1];
/** Blocks are counted as squares from this number on. */
const FIRST_BLOCK = 2_000_000;

const ofType = ({ type }: StoreQuery) => (type === null ? sql`true` : sql`type = ${type}::int2`);

/** A table of runs to join: `run.first` and `run.last`. */
function runsOf(runs: Run[]): RawBuilder<unknown> {
  const [first, last] = [runs.map((run) => run[0]), runs.map((run) => run[1])];
  return sql`unnest(${first}::int4[], ${last}::int4[]) as run (first, last)`;
}

/** Reads the stored counts of squares that are entirely inside the searched area. */
function storedCounts(query: StoreQuery, runs: Run[], kinds: boolean[]): RawBuilder<unknown> {
  return sql`select type, stores from ${runsOf(runs)} cross join lateral (
      select type, stores from square_counts
      where category = ${query.category}::int2 and square between run.first and run.last
        and ${ofType(query)} and is_national = any(${kinds}::bool[])
      offset 0
    ) kept`;
}

/** Adds up the stored counts of the squares inside the circle; only stores in its edge blocks are read one by one. */
function countArea(query: StoreQuery): RawBuilder<unknown> {
  const { area, national } = query;
  if (!area) return storedCounts(query, [EVERYWHERE], national ? [true] : [true, false]);
  const kinds = national ? [false] : [true, false];
  const blocks = area.innerBlocks.map(([first, last]): Run => [FIRST_BLOCK + first, FIRST_BLOCK + last]);
  const counted = sql`${storedCounts(query, [...area.innerCells, ...blocks], kinds)}
    union all select type, 1 from ${runsOf(area.edgeBlocks)} cross join lateral (
      select type from stores
      where is_listed and block between run.first and run.last
        and ${closenessTo(area)} >= ${area.minCosine}::float8
        and ${matchesCategory(query)} and is_national = any(${kinds}::bool[])
      offset 0
    ) found`;
  return national ? sql`${counted} union all ${storedCounts(query, [EVERYWHERE], [true])}` : counted;
}

/** Adds the stored count of the most frequent word to the stores that have only one of the other words. */
function countTerm(
  query: StoreQuery,
  { part, words: [word = '', ...others] }: SearchTerm,
): RawBuilder<unknown> {
  const kept = sql`select type, stores from word_counts
    where category = ${query.category}::int2 and word = ${word} and ${ofType(query)}
      and is_national = any(${query.national ? [true] : [true, false]}::bool[])`;
  if (part === null || others.length === 0) return kept;
  return sql`${kept} union all select type, count(*) from store_words
    where word = any(${others}::text[]) and ${matchesCategory(query)} ${query.national ? sql`and is_national` : sql``}
      and ${isFirstWith(part)} and ${lacksWord(word)}
    group by type`;
}

export async function countByType(db: Db, query: StoreQuery): Promise<TypeCounts> {
  const { name, area } = query;
  if (!name) return countsOf(db, countArea(query));
  const { term, others, isScanned } = name;
  const isAlone = !area && !isScanned && others.length === 0;
  if (isAlone && (term.part !== null || term.words.length === 1)) {
    return countsOf(db, countTerm(query, term));
  }
  return countsOf(db, sql`select type, 1 as stores from (${matching(query)}) matches`);
}

/** The approximate number of listed stores in an area's cells, or in the whole country. */
export async function countNear(db: Db, area: SearchArea | null): Promise<number> {
  const { rows } = await sql<{ stores: number }>`
    select coalesce(sum(stores), 0)::int8 as stores from square_counts
    where category = 0 and square = any(${area?.cells ?? EVERYWHERE}::int4[])`.execute(db);
  return rows[0]?.stores ?? 0;
}
