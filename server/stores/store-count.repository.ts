import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SearchArea } from './search-area.ts';
import type { SearchTerm } from './search-terms.service.ts';
import { closenessTo, fitsKind, isFirstWith, lacksWord, matching } from './store-match.repository.ts';
import type { StoreQuery } from './store-query.ts';

/** How many stores of each type fit, by the type's place in the alphabet; exact. */
export type TypeCounts = Map<number, number>;

async function countsOf(db: Db, statement: RawBuilder<unknown>): Promise<TypeCounts> {
  const { rows } = await sql<{ type: number; stores: number }>`
    select type, sum(stores)::int8 as stores from (${statement}) counted group by type`.execute(db);
  return new Map(rows.map(({ type, stores }) => [type, stores]));
}

/** Counts as they are kept: of scopes that lie wholly inside what is searched. */
function keptCounts({ category, type }: StoreQuery, scopes: string[], kinds: boolean[]): RawBuilder<unknown> {
  return sql`select type, stores from store_counts
    where scope = any(${scopes}::text[]) and category = ${category}::int2
      and ${type === null ? sql`true` : sql`type = ${type}::int2`} and is_national = any(${kinds}::bool[])`;
}

/** Adds the cells and blocks inside the circle from their counts; only blocks at its edge are read store by store. */
function countArea(query: StoreQuery): RawBuilder<unknown> {
  const { area, national } = query;
  if (!area) return keptCounts(query, ['all'], national ? [true] : [true, false]);
  const kinds = national ? [false] : [true, false];
  const scopes = [
    ...area.innerCells.map((cell) => `cell ${cell}`),
    ...area.innerBlocks.map((block) => `block ${block}`),
  ];
  const counted = sql`${keptCounts(query, scopes, kinds)}
    union all select type, count(*) from stores
      where is_listed and block = any(${area.edgeBlocks}::int4[]) and ${closenessTo(area)} >= ${area.minimum}::float8
        and ${fitsKind(query)} and is_national = any(${kinds}::bool[])
      group by type`;
  return national ? sql`${counted} union all ${keptCounts(query, ['all'], [true])}` : counted;
}

/** The stores with the most frequent word, as they are kept, and those that only have one of the others. */
function countTerm(
  query: StoreQuery,
  { part, words: [word = '', ...others] }: SearchTerm,
): RawBuilder<unknown> {
  const kept = keptCounts(query, [`word ${word}`], query.national ? [true] : [true, false]);
  if (part === null || others.length === 0) return kept;
  return sql`${kept} union all select type, count(*) from store_words
    where word = any(${others}::text[]) and ${fitsKind(query)} ${query.national ? sql`and is_national` : sql``}
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

/** About how many listed stores there are, in all or in the cells of an area. */
export async function countNear(db: Db, area: SearchArea | null): Promise<number> {
  const scopes = area ? area.cells.map((cell) => `cell ${cell}`) : ['all'];
  const { rows } = await sql<{ stores: number }>`
    select coalesce(sum(stores), 0)::int8 as stores from store_counts
    where scope = any(${scopes}::text[]) and category = 0`.execute(db);
  return rows[0]?.stores ?? 0;
}
