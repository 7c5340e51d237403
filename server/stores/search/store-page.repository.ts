import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SearchArea } from './search-area.ts';
import { fitsKind, idsOf, isFirstWith, isNear, matching, namedIn } from './store-match.repository.ts';
import { categoryMask, type SearchTerm, type StoreQuery } from './store-query.ts';

/** Rows of a page within an order. */
export interface PageRange {
  offset: number;
  limit: number;
}

export type MatchOrder = 'name' | 'name-descending' | 'type' | 'type-descending' | 'distance';

const ORDERS: Record<MatchOrder, RawBuilder<unknown>> = {
  name: sql`name_key, id`,
  'name-descending': sql`name_key desc, id desc`,
  type: sql`type, name_key, id`,
  'type-descending': sql`type desc, name_key, id`,
  distance: sql`closeness desc nulls last, name_key, id`,
};

/**
 * Reads everything that fits and sorts it: right in every case, and the best where few fit. The inner `offset 0` keeps
 * the planner from walking an index in the sort's order until the page is full: few fit.
 */
export async function findSorted(
  db: Db,
  query: StoreQuery,
  order: MatchOrder,
  { offset, limit }: PageRange,
): Promise<string[]> {
  return idsOf(
    db,
    sql`select id from (select * from (${matching(query)}) found offset 0) matches
      order by ${ORDERS[order]} limit ${limit} offset ${offset}`,
  );
}

/** Walks an index in the order of names until the page is full: for searches without an area, where many fit. */
export async function walkNames(
  db: Db,
  query: StoreQuery,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const conditions = [fitsKind(query), ...(query.name ? namedIn(query.name) : [])];
  // Each wording lets another of the indexes serve.
  const national = query.national ? sql`is_national and` : sql``;
  return idsOf(
    db,
    sql`select id from stores where is_listed and ${national} ${sql.join(conditions, sql` and `)}
      order by ${ORDERS[isDescending ? 'name-descending' : 'name']} limit ${limit} offset ${offset}`,
  );
}

/** The first stores of each word, in the order of names: for a term alone. */
export async function walkWords(
  db: Db,
  query: StoreQuery,
  { part, words }: SearchTerm,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const order = isDescending ? sql`name_key desc, store_id desc` : sql`name_key, store_id`;
  const national = query.national ? sql`and is_national` : sql``;
  const once = part === null || words.length === 1 ? sql`` : sql`and ${isFirstWith(part)}`;
  return idsOf(
    db,
    sql`select distinct on (name_key, store_id) store_id as id
      from unnest(${words}::text[]) as searched
      cross join lateral (
        select store_id, name_key from store_words
        where word = searched and ${fitsKind(query)} ${national} ${once}
        order by ${order} limit ${offset + limit}
      ) streams
      order by ${order} limit ${limit} offset ${offset}`,
  );
}

/** The first stores of each cell, in the order of names: for the first pages of an area, whatever they are. */
export async function walkCells(
  db: Db,
  query: StoreQuery,
  area: SearchArea,
  isDescending: boolean,
  { offset, limit }: PageRange,
): Promise<string[]> {
  const order = ORDERS[isDescending ? 'name-descending' : 'name'];
  const first = (conditions: RawBuilder<unknown>) => sql`select id, name_key from stores
    where is_listed and ${fitsKind(query)} and ${conditions} order by ${order} limit ${offset + limit}`;
  const local = query.national ? sql`not is_national and` : sql``;
  const national = query.national ? sql`union all (${first(sql`is_national`)})` : sql``;
  return idsOf(
    db,
    sql`select id from (
        select id, name_key from unnest(${area.cells}::int4[]) as square
        cross join lateral (${first(sql`${local} cell = square and ${isNear(area)}`)}) streams
        ${national}
      ) found order by ${order} limit ${limit} offset ${offset}`,
  );
}

/** Numbers of cells that a statement is made for: the same text serves every area of about that size. */
const CELL_STEPS = [24, 48, 96, 192, 512];
export const MOST_CELLS = 512;

/**
 * Merges the cells' streams in the order of names until the page is full; for an area with many stores and no name. A
 * plan takes the server some milliseconds, on each connection, five times before it keeps one: for deep pages, and
 * where many stores are passed over.
 * The cells beyond those of the area are null, whose streams are empty.
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
  const steps = CELL_STEPS.find((step) => step >= cells.length) ?? cells.length;
  const common = [area.x, area.y, area.z, area.minimum, categoryMask(category), offset, limit];
  const kinds = type === null ? common : [...common, type];
  const text = mergeText({ cells: steps, ofType: type !== null, national, isDescending });
  const padding = Array.from({ length: steps - cells.length }, () => null);
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(text, [...kinds, ...cells, ...padding]),
  );
  return rows.map(({ id }) => id);
}

interface MergeKind {
  cells: number;
  ofType: boolean;
  national: boolean;
  isDescending: boolean;
}

const mergeTexts = new Map<string, string>();

/** The text for areas of a size; long, and the same for many searches, so it is made once. */
function mergeText(kind: MergeKind): string {
  const key = Object.values(kind).join();
  const known = mergeTexts.get(key) ?? writeMerge(kind);
  mergeTexts.set(key, known);
  return known;
}

function writeMerge(wanted: MergeKind): string {
  const order = wanted.isDescending ? 'name_key desc, id desc' : 'name_key, id';
  const kind = `category_mask & $5::int4 <> 0${wanted.ofType ? ' and type = $8::int2' : ''}`;
  const inside = 'ux * $1::float8 + uy * $2::float8 + uz * $3::float8 >= $4::float8';
  const stream = (where: string) =>
    `(select id, name_key from stores where is_listed and ${where} and ${kind} order by ${order})`;
  const firstCell = wanted.ofType ? 9 : 8;
  const streams = Array.from({ length: wanted.cells }, (_, i) =>
    stream(`${wanted.national ? 'not is_national and ' : ''}cell = $${firstCell + i}::int4 and ${inside}`),
  );
  if (wanted.national) streams.push(stream('is_national'));
  return `select id from (${streams.join(' union all ')}) streams order by ${order} limit $7::int8 offset $6::int8`;
}
