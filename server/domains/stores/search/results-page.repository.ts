import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SearchArea } from './search-area.ts';
import {
  hasTerms,
  isFirstWith,
  isNear,
  matchesCategory,
  readIds,
  selectMatches,
} from './store-match.repository.ts';
import { categoryMask, type SearchTerm, type StoreQuery } from './store-query.ts';

export interface PageRange {
  offset: number;
  limit: number;
}

export type MatchOrder = 'name' | 'name-descending' | 'type' | 'type-descending' | 'distance';

const ORDER_CLAUSES: Record<MatchOrder, RawBuilder<unknown>> = {
  name: sql`name_key, id`,
  'name-descending': sql`name_key desc, id desc`,
  type: sql`type, name_key, id`,
  'type-descending': sql`type desc, name_key, id`,
  distance: sql`closeness desc nulls last, name_key, id`,
};

/** The last match of a batch. The next batch starts after it. */
export interface MatchPosition {
  id: string;
  nameKey: string;
  /** Null if the store has no coordinates or the search has no place. */
  closeness: number | null;
}

export type StreamOrder = 'name' | 'name-descending' | 'distance';

/** Less than any real closeness, so that stores without coordinates come last. */
const NO_CLOSENESS = -2;

function isAfter(order: StreamOrder, { id, nameKey, closeness }: MatchPosition): RawBuilder<unknown> {
  const name = sql`${nameKey}::text collate "C", ${id}::uuid`;
  if (order === 'name') return sql`(name_key, id) > (${name})`;
  if (order === 'name-descending') return sql`(name_key, id) < (${name})`;
  return sql`(-coalesce(closeness, ${NO_CLOSENESS}::float8), name_key, id)
    > (${-(closeness ?? NO_CLOSENESS)}::float8, ${name})`;
}

/** Returns the next matches after a position or, if `after` is null, the first ones. */
export async function findMatchesAfter(
  db: Db,
  query: StoreQuery,
  order: StreamOrder,
  after: MatchPosition | null,
  limit: number,
): Promise<MatchPosition[]> {
  const { rows } = await sql<MatchPosition>`
    select id, name_key, closeness from (${selectMatches(query)}) matches
    where ${after ? isAfter(order, after) : sql`true`}
    order by ${ORDER_CLAUSES[order]} limit ${limit}`.execute(db);
  return rows;
}

/**
 * Reads all matches and sorts them. This works for every search, and is fastest if there are few matches. The
 * inner `offset 0` prevents the planner from scanning an index in sort order, which is slow with few matches.
 */
export async function findSorted(
  db: Db,
  query: StoreQuery,
  order: MatchOrder,
  { offset, limit }: PageRange,
): Promise<string[]> {
  return readIds(
    db,
    sql`select id from (select * from (${selectMatches(query)}) found offset 0) matches
      order by ${ORDER_CLAUSES[order]} limit ${limit} offset ${offset}`,
  );
}

/**
 * Scans an index in the order of names until the page is full. Used for searches without an area if this is
 * cheaper than looking up words.
 */
export async function scanNames(
  db: Db,
  query: StoreQuery,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const conditions = [matchesCategory(query), ...(query.name ? hasTerms(query.name) : [])];
  const nationalCondition = query.national ? sql`is_national and` : sql``;
  return readIds(
    db,
    sql`select id from stores where is_listed and ${nationalCondition} ${sql.join(conditions, sql` and `)}
      order by ${ORDER_CLAUSES[isDescending ? 'name-descending' : 'name']} limit ${limit} offset ${offset}`,
  );
}

/**
 * Merges the first stores of each word in the order of names. Used for searches with a single term and
 * without an area.
 */
export async function mergeWords(
  db: Db,
  query: StoreQuery,
  { part, words }: SearchTerm,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const order = isDescending ? sql`name_key desc, store_id desc` : sql`name_key, store_id`;
  const nationalCondition = query.national ? sql`and is_national` : sql``;
  const firstWordOnly = part === null || words.length === 1 ? sql`` : sql`and ${isFirstWith(part)}`;
  return readIds(
    db,
    sql`select distinct on (name_key, store_id) store_id as id
      from unnest(${words}::text[]) as searched
      cross join lateral (
        select store_id, name_key from store_words
        where word = searched and ${matchesCategory(query)} ${nationalCondition} ${firstWordOnly}
        order by ${order} limit ${offset + limit}
      ) candidates
      order by ${order} limit ${limit} offset ${offset}`,
  );
}

/**
 * Reads the first `offset + limit` stores of each cell by name, then merges them. Use it only for pages near
 * either end; later pages would read too many rows.
 */
export async function mergeFirstOfCells(
  db: Db,
  query: StoreQuery,
  area: SearchArea,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const order = ORDER_CLAUSES[isDescending ? 'name-descending' : 'name'];
  const baseConditions = sql.join(
    [matchesCategory(query), ...(query.name ? hasTerms(query.name) : [])],
    sql` and `,
  );
  const selectFirst = (conditions: RawBuilder<unknown>) => sql`select id, name_key from stores
    where is_listed and ${baseConditions} and ${conditions} order by ${order} limit ${offset + limit}`;
  const localCondition = query.national ? sql`not is_national and` : sql``;
  const nationalCondition = query.national ? sql`union all (${selectFirst(sql`is_national`)})` : sql``;
  return readIds(
    db,
    sql`select id from (
        select id, name_key from unnest(${area.cells}::int4[]) as square
        cross join lateral (${selectFirst(sql`${localCondition} cell = square and ${isNear(area)}`)}) candidates
        ${nationalCondition}
      ) found order by ${order} limit ${limit} offset ${offset}`,
  );
}

/** Statements are built only for these numbers of cells, so that areas of similar size share a query plan. */
const CELL_COUNTS = [24, 48, 96, 192, 512];
export const MAX_CELLS = 512;

/**
 * Merges one sorted query per cell until the page is full. Used for searches without a name in an area that
 * has many matches. PostgreSQL plans this statement five times per connection before it keeps a plan, which
 * takes some milliseconds each time, so it pays off only with many matches. Unused cell parameters are null
 * and match nothing.
 */
export async function mergeCells(
  db: Db,
  query: StoreQuery,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const { area, category, type, national } = query;
  if (!area) throw new Error('There is no area to merge');
  const { cells } = area;
  const cellCount = CELL_COUNTS.find((step) => step >= cells.length) ?? cells.length;
  const parameters = [area.x, area.y, area.z, area.minCosine, categoryMask(category), offset, limit];
  const typedParameters = type === null ? parameters : [...parameters, type];
  const mergeSql = getMergeSql({ cells: cellCount, hasType: type !== null, national, isDescending });
  const padding = Array.from({ length: cellCount - cells.length }, () => null);
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(mergeSql, [...typedParameters, ...cells, ...padding]),
  );
  return rows.map(({ id }) => id);
}

interface MergeVariant {
  cells: number;
  hasType: boolean;
  national: boolean;
  isDescending: boolean;
}

const cachedMergeSql = new Map<string, string>();

/** The SQL is long and the same for many searches, so it is cached. */
function getMergeSql(variant: MergeVariant): string {
  const key = Object.values(variant).join();
  const mergeSql = cachedMergeSql.get(key) ?? buildMergeSql(variant);
  cachedMergeSql.set(key, mergeSql);
  return mergeSql;
}

function buildMergeSql(variant: MergeVariant): string {
  const order = variant.isDescending ? 'name_key desc, id desc' : 'name_key, id';
  const category = `category_mask & $5::int4 <> 0${variant.hasType ? ' and type = $8::int2' : ''}`;
  const isInside = 'ux * $1::float8 + uy * $2::float8 + uz * $3::float8 >= $4::float8';
  const candidates = (where: string) =>
    `(select id, name_key from stores where is_listed and ${where} and ${category} order by ${order})`;
  const firstCell = variant.hasType ? 9 : 8;
  const queries = Array.from({ length: variant.cells }, (_, i) =>
    candidates(
      `${variant.national ? 'not is_national and ' : ''}cell = $${firstCell + i}::int4 and ${isInside}`,
    ),
  );
  if (variant.national) queries.push(candidates('is_national'));
  return `select id from (${queries.join(' union all ')}) candidates order by ${order} limit $7::int8 offset $6::int8`;
}
