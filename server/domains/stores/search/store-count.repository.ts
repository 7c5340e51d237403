import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SearchArea, SquareRange } from './search-area.ts';
import {
  closenessTo,
  isFirstWith,
  lacksWord,
  matchesCategory,
  selectMatches,
} from './store-match.repository.ts';
import type { SearchTerm, StoreQuery } from './store-query.ts';

/** The number of matching stores by type. Types are numbered in alphabetical order. */
export type TypeCounts = Map<number, number>;

export const sumCounts = (counts: TypeCounts) =>
  [...counts.values()].reduce((total, stores) => total + stores, 0);

async function readCounts(db: Db, statement: RawBuilder<unknown>): Promise<TypeCounts> {
  const { rows } = await sql<{ type: number; stores: number }>`
    select type, sum(stores)::int8 as stores from (${statement}) counted group by type`.execute(db);
  return new Map(rows.map(({ type, stores }) => [type, stores]));
}

/** Not a real square. Its stored counts cover all listed stores. */
const WHOLE_COUNTRY: SquareRange = [-1, -1];
/** Added to a block's number, because `square_counts` numbers cells and blocks together. */
const FIRST_BLOCK = 2_000_000;

const matchesType = ({ type }: StoreQuery) => (type === null ? sql`true` : sql`type = ${type}::int2`);

/** Returns a table of ranges to join. Its columns are `square_range.first` and `square_range.last`. */
function joinRanges(ranges: SquareRange[]): RawBuilder<unknown> {
  const [firsts, lasts] = [ranges.map((range) => range[0]), ranges.map((range) => range[1])];
  return sql`unnest(${firsts}::int4[], ${lasts}::int4[]) as square_range (first, last)`;
}

/** Reads the stored counts of ranges of squares. */
function selectStoredCounts(
  query: StoreQuery,
  ranges: SquareRange[],
  nationalValues: boolean[],
): RawBuilder<unknown> {
  return sql`select type, stores from ${joinRanges(ranges)} cross join lateral (
      select type, stores from square_counts
      where category = ${query.category}::int2 and square between square_range.first and square_range.last
        and ${matchesType(query)} and is_national = any(${nationalValues}::bool[])
      offset 0
    ) kept`;
}

/**
 * Adds up the stored counts of the squares inside the circle. Reads individual stores only in its edge
 * blocks.
 */
function selectAreaCounts(query: StoreQuery): RawBuilder<unknown> {
  const { area, national } = query;
  if (!area) return selectStoredCounts(query, [WHOLE_COUNTRY], national ? [true] : [true, false]);
  const nationalValues = national ? [false] : [true, false];
  const blocks = area.innerBlocks.map(
    ([first, last]): SquareRange => [FIRST_BLOCK + first, FIRST_BLOCK + last],
  );
  const areaCounts = sql`${selectStoredCounts(query, [...area.innerCells, ...blocks], nationalValues)}
    union all select type, 1 from ${joinRanges(area.edgeBlocks)} cross join lateral (
      select type from stores
      where is_listed and block between square_range.first and square_range.last
        and ${closenessTo(area)} >= ${area.minCosine}::float8
        and ${matchesCategory(query)} and is_national = any(${nationalValues}::bool[])
      offset 0
    ) found`;
  return national
    ? sql`${areaCounts} union all ${selectStoredCounts(query, [WHOLE_COUNTRY], [true])}`
    : areaCounts;
}

/**
 * Adds the stored count of the most frequent word and the number of stores that have other words of the term,
 * but not this one.
 */
function selectTermCounts(
  query: StoreQuery,
  { part, words: [word = '', ...others] }: SearchTerm,
): RawBuilder<unknown> {
  const storedWordCounts = sql`select type, stores from word_counts
    where category = ${query.category}::int2 and word = ${word} and ${matchesType(query)}
      and is_national = any(${query.national ? [true] : [true, false]}::bool[])`;
  if (part === null || others.length === 0) return storedWordCounts;
  return sql`${storedWordCounts} union all select type, count(*) from store_words
    where word = any(${others}::text[]) and ${matchesCategory(query)} ${query.national ? sql`and is_national` : sql``}
      and ${isFirstWith(part)} and ${lacksWord(word)}
    group by type`;
}

export async function countByType(db: Db, query: StoreQuery): Promise<TypeCounts> {
  const { name, area } = query;
  if (!name) return readCounts(db, selectAreaCounts(query));
  const { term, others, isScanned } = name;
  const isOnlyTerm = !area && !isScanned && others.length === 0;
  if (isOnlyTerm && (term.part !== null || term.words.length === 1)) {
    return readCounts(db, selectTermCounts(query, term));
  }
  return readCounts(db, sql`select type, 1 as stores from (${selectMatches(query)}) matches`);
}

/** Returns precomputed counts of the listed stores with `part` (one or two letters) in their name. */
export async function countByPart(db: Db, part: string, query: StoreQuery): Promise<TypeCounts> {
  return readCounts(
    db,
    sql`select type, stores from part_counts where part = ${part} and ${matchesType(query)}
      and is_national = any(${query.national ? [true] : [true, false]}::bool[])`,
  );
}

/**
 * Returns the number of listed stores in the cells that an area touches or, without an area, of all listed
 * stores.
 */
export async function countNear(db: Db, area: SearchArea | null): Promise<number> {
  const { rows } = await sql<{ stores: number }>`
    select coalesce(sum(stores), 0)::int8 as stores from square_counts
    where category = 0 and square = any(${area?.cells ?? WHOLE_COUNTRY}::int4[])`.execute(db);
  return rows[0]?.stores ?? 0;
}
