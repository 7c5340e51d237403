import type { Db } from '#db/client.ts';
import {
  findSorted,
  MAX_CELLS,
  mergeCells,
  mergeFirstOfCells,
  mergeWords,
  type PageRange,
  scanNames,
} from './results-page.repository.ts';
import { type Position, searchArea } from './search-area.ts';
import { countNear, sumCounts, type TypeCounts } from './store-count.repository.ts';
import { estimateRows, type StoreQuery } from './store-query.ts';

export interface PageRequest {
  skip: number;
  limit: number;
  /** A key of SEARCH_SORTS. */
  sortBy: number;
  place: Position | null;
  /** The radius of the search. */
  miles: number;
}

/** With more matches than this, finding only the page is faster than sorting all matches. */
const MAX_SORTED_MATCHES = 2_000;

/**
 * Finds one of the first pages sorted by name without waiting for the count. Returns null if the fastest way
 * to find the page depends on the count.
 */
export async function findFirstPage(
  db: Db,
  query: StoreQuery,
  pageRequest: PageRequest,
): Promise<string[] | null> {
  if ((query.name && !query.name.isDense) || !isEarlyPageByName(query, pageRequest)) return null;
  const range = { offset: pageRequest.skip, limit: pageRequest.limit };
  const isDescending = pageRequest.sortBy === 2;
  if (!query.area) return scanNames(db, query, isDescending, range);
  return mergeFirstOfCells(db, query, query.area, isDescending, range);
}

export function isEarlyPageByName(query: StoreQuery, { skip, limit, sortBy, place }: PageRequest): boolean {
  const isByName = sortBy <= 2 || (sortBy === 5 && !place);
  return isByName && isEarlyPage(query, { offset: skip, limit });
}

/** Returns the ids of a page in order. Chooses the fastest strategy for the number of matches. */
export async function findPage(
  db: Db,
  query: StoreQuery,
  counts: TypeCounts,
  { skip, limit, sortBy, place, miles }: PageRequest,
): Promise<string[]> {
  const total = sumCounts(counts);
  const range = { offset: skip, limit: Math.min(limit, total - skip) };
  if (range.limit <= 0) return [];
  if (sortBy === 3 || sortBy === 4) return findPageByType(db, query, counts, range, sortBy === 4);
  if (sortBy === 5 && place) return findPageByDistance(db, query, total, range, { place, miles });
  return findPageByName(db, query, total, range, sortBy === 2);
}

async function findPageByName(
  db: Db,
  query: StoreQuery,
  total: number,
  { offset, limit }: PageRange,
  isDescending: boolean,
): Promise<string[]> {
  const remaining = total - offset - limit;
  if (offset <= remaining) return findByName(db, query, total, { offset, limit }, isDescending);
  // The end is closer, so read backward from there.
  const ids = await findByName(db, query, total, { offset: remaining, limit }, !isDescending);
  return ids.reverse();
}

async function findByName(
  db: Db,
  query: StoreQuery,
  total: number,
  range: PageRange,
  isDescending: boolean,
): Promise<string[]> {
  const { area, name } = query;
  if (!area && (await isScanCheaper(db, query, total, range)))
    return scanNames(db, query, isDescending, range);
  if (!area && name && !name.isScanned && name.others.length === 0) {
    return mergeWords(db, query, name.term, isDescending, range);
  }
  // This also covers the last pages, which are read from the end.
  if (area && (!name || name.isScanned) && total > MAX_SORTED_MATCHES && isEarlyPage(query, range)) {
    return mergeFirstOfCells(db, query, area, isDescending, range);
  }
  if (area && !name && total > MAX_SORTED_MATCHES && area.cells.length <= MAX_CELLS) {
    return mergeCells(db, query, isDescending, range);
  }
  return findSorted(db, query, isDescending ? 'name-descending' : 'name', range);
}

const MAX_STORES_PER_CELL = 250;

const isEarlyPage = ({ category, type }: StoreQuery, { offset, limit }: PageRange) =>
  category === 0 && type === null && offset + limit <= MAX_STORES_PER_CELL;

/** Reading the next name in order costs about as much as reading this many rows of the word table. */
const NAME_READ_COST = 3;

/** True if scanning names in order fills the page at a lower cost than looking up the words. */
async function isScanCheaper(
  db: Db,
  { name, national }: StoreQuery,
  total: number,
  { offset, limit }: PageRange,
): Promise<boolean> {
  if (!name) return true;
  if (national || total <= MAX_SORTED_MATCHES) return false;
  const names = ((await countNear(db, null)) / total) * (offset + limit);
  return NAME_READ_COST * names < estimateRows(name.term, null, offset + limit);
}

/** Uses the counts to skip entire types, then pages by name within a type. */
async function findPageByType(
  db: Db,
  query: StoreQuery,
  counts: TypeCounts,
  range: PageRange,
  isDescending: boolean,
): Promise<string[]> {
  if (sumCounts(counts) <= MAX_SORTED_MATCHES)
    return findSorted(db, query, isDescending ? 'type-descending' : 'type', range);
  const types = [...counts].sort(([a], [b]) => (isDescending ? b - a : a - b));
  const ids: string[] = [];
  let { offset } = range;
  for (const [type, stores] of types) {
    const limit = Math.min(range.limit - ids.length, stores - offset);
    if (limit > 0) {
      ids.push(...(await findPageByName(db, { ...query, type }, stores, { offset, limit }, false)));
    }
    offset = Math.max(0, offset - stores);
    if (ids.length === range.limit) break;
  }
  return ids;
}

/** How much wider the first circle is than it would have to be if stores were spread evenly. */
const FIRST_RADIUS_FACTOR = 1.5;
const MIN_RADIUS_MILES = 0.5;

/**
 * Searches growing circles until one contains the page, so that only few stores must be sorted. Stores
 * without coordinates come last, sorted by name.
 */
async function findPageByDistance(
  db: Db,
  query: StoreQuery,
  total: number,
  { offset, limit }: PageRange,
  { place, miles }: { place: Position; miles: number },
): Promise<string[]> {
  if (total > MAX_SORTED_MATCHES) {
    const neededShare = (offset + limit) / total;
    for (
      let radius = Math.max(MIN_RADIUS_MILES, FIRST_RADIUS_FACTOR * miles * Math.sqrt(neededShare));
      radius < miles / 2;
      radius *= 2
    ) {
      const nearbyQuery: StoreQuery = { ...query, national: false, area: searchArea(place, radius) };
      const ids = await findSorted(db, nearbyQuery, 'distance', { offset, limit });
      if (ids.length === limit) return ids;
    }
  }
  return findSorted(db, query, 'distance', { offset, limit });
}
