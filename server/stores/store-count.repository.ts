import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { closenessTo, fitsKind, matching } from './store-match.repository.ts';
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

/** Adds the cells inside the circle from their counts; only those at its edge are read store by store. */
function countArea(query: StoreQuery): RawBuilder<unknown> {
  const { area, national } = query;
  if (!area) return keptCounts(query, ['all'], national ? [true] : [true, false]);
  const kinds = national ? [false] : [true, false];
  const cells = area.inner.map((cell) => `cell ${cell}`);
  const counted = sql`${keptCounts(query, cells, kinds)}
    union all select type, count(*) from stores
      where is_listed and cell = any(${area.edge}::int4[]) and ${closenessTo(area)} >= ${area.minimum}::float8
        and ${fitsKind(query)} and is_national = any(${kinds}::bool[])
      group by type`;
  return national ? sql`${counted} union all ${keptCounts(query, ['all'], [true])}` : counted;
}

/** Up to so many stores are looked up one by one for a word that counted them already. */
const FEW_STORES = 5_000;

/** The stores with the most frequent word, as they are kept, and those that only have one of the others. */
function countWords(query: StoreQuery, [word = '', ...others]: string[]): RawBuilder<unknown> {
  const kept = keptCounts(query, [`word ${word}`], query.national ? [true] : [true, false]);
  if (others.length === 0) return kept;
  // A subquery in the list of columns is asked row by row, from the index that has both.
  return sql`${kept} union all select type, count(*) from (
      select distinct store_id, type from (
        select store_id, type,
          (select true from store_words m where m.store_id = w.store_id and m.word = ${word}) as is_counted
        from store_words w
        where word = any(${others}::text[]) and ${fitsKind(query)} ${query.national ? sql`and is_national` : sql``}
      ) rest where is_counted is null
    ) added group by type`;
}

export async function countByType(db: Db, query: StoreQuery): Promise<TypeCounts> {
  const { name, area } = query;
  if (!name) return countsOf(db, countArea(query));
  const { term, others, isScanned } = name;
  const isAlone = !area && !isScanned && others.length === 0;
  if (isAlone && term.storesBeyondFirst <= FEW_STORES) return countsOf(db, countWords(query, term.words));
  return countsOf(db, sql`select type, 1 as stores from (${matching(query)}) matches`);
}

/** How many listed stores there are. */
export async function countAll(db: Db): Promise<number> {
  const { rows } = await sql<{ stores: number }>`
    select coalesce(sum(stores), 0)::int8 as stores from store_counts
    where scope = 'all' and category = 0`.execute(db);
  return rows[0]?.stores ?? 0;
}
