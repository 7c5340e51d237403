import type { Db } from '#db/client.ts';
import { type Position, searchArea } from './search-area.ts';
import { countNear, type TypeCounts, totalOf } from './store-count.repository.ts';
import {
  findSorted,
  MOST_CELLS,
  mergeCells,
  type PageRange,
  walkCells,
  walkNames,
  walkWords,
} from './store-page.repository.ts';
import { rowsOf, type StoreQuery } from './store-query.ts';

interface PageWanted {
  skip: number;
  limit: number;
  /** 1 to 5, as specified (SPEC section 9). */
  sortBy: number;
  place: Position | null;
  /** The radius. */
  miles: number;
}

/** Up to so many matches are read and sorted at once; above that a page is worth looking for. */
const FEW = 2_000;

/**
 * The ids of one of the first pages by name where the way to find it does not depend on how many fit: it need not
 * wait for the count. Null for every other page.
 */
export async function findFirstPage(
  db: Db,
  query: StoreQuery,
  { skip, limit, sortBy }: PageWanted,
): Promise<string[] | null> {
  const range = { offset: skip, limit };
  if (sortBy > 2 || query.name || !isFirstPages(query, range)) return null;
  const isDescending = sortBy === 2;
  if (!query.area) return walkNames(db, query, isDescending, range);
  return walkCells(db, query, query.area, isDescending, range);
}

/** The ids of a page, in its order. How it is found follows from how many fit, which is counted before. */
export async function findPage(
  db: Db,
  query: StoreQuery,
  counts: TypeCounts,
  { skip, limit, sortBy, place, miles }: PageWanted,
): Promise<string[]> {
  const total = totalOf(counts);
  const range = { offset: skip, limit: Math.min(limit, total - skip) };
  if (range.limit <= 0) return [];
  if (sortBy === 3 || sortBy === 4) return pageByType(db, query, counts, range, sortBy === 4);
  if (sortBy === 5 && place) return pageByDistance(db, query, total, range, { place, miles });
  return pageByName(db, query, total, range, sortBy === 2);
}

async function pageByName(
  db: Db,
  query: StoreQuery,
  total: number,
  { offset, limit }: PageRange,
  isDescending: boolean,
): Promise<string[]> {
  const toTheEnd = total - offset - limit;
  if (offset <= toTheEnd) return firstByName(db, query, total, { offset, limit }, isDescending);
  // The end is nearer: from there, and turned round.
  const ids = await firstByName(db, query, total, { offset: toTheEnd, limit }, !isDescending);
  return ids.reverse();
}

async function firstByName(
  db: Db,
  query: StoreQuery,
  total: number,
  range: PageRange,
  isDescending: boolean,
): Promise<string[]> {
  const { area, name } = query;
  if (!area && (await isWalked(db, query, total, range))) return walkNames(db, query, isDescending, range);
  if (!area && name && !name.isScanned && name.others.length === 0) {
    return walkWords(db, query, name.term, isDescending, range);
  }
  // The last pages, from the end.
  if (area && !name && total > FEW && isFirstPages(query, range)) {
    return walkCells(db, query, area, isDescending, range);
  }
  if (area && !name && total > FEW && area.cells.length <= MOST_CELLS) {
    return mergeCells(db, query, isDescending, range);
  }
  return findSorted(db, query, isDescending ? 'name-descending' : 'name', range);
}

/** Of each cell so many stores are read at most. */
const FIRST_OF_CELL = 250;

const isFirstPages = ({ category, type }: StoreQuery, { offset, limit }: PageRange) =>
  category === 0 && type === null && offset + limit <= FIRST_OF_CELL;

/** To read the next name costs as much as to read so many rows of words. */
const NAME_READ = 3;

/** Whether so many fit that the first names of all will hold the page: cheaper than to look up many words. */
async function isWalked(
  db: Db,
  { name, national }: StoreQuery,
  total: number,
  { offset, limit }: PageRange,
): Promise<boolean> {
  if (!name) return true;
  if (national || total <= FEW) return false;
  const names = ((await countNear(db, null)) / total) * (offset + limit);
  return NAME_READ * names < rowsOf(name.term, null, offset + limit);
}

/** Types are skipped by their counts; inside a type it goes by name. */
async function pageByType(
  db: Db,
  query: StoreQuery,
  counts: TypeCounts,
  range: PageRange,
  isDescending: boolean,
): Promise<string[]> {
  if (totalOf(counts) <= FEW) return findSorted(db, query, isDescending ? 'type-descending' : 'type', range);
  const types = [...counts].sort(([a], [b]) => (isDescending ? b - a : a - b));
  const ids: string[] = [];
  let { offset } = range;
  for (const [type, stores] of types) {
    const limit = Math.min(range.limit - ids.length, stores - offset);
    if (limit > 0) {
      ids.push(...(await pageByName(db, { ...query, type }, stores, { offset, limit }, false)));
    }
    offset = Math.max(0, offset - stores);
    if (ids.length === range.limit) break;
  }
  return ids;
}

/** How much wider than an even spread would need it the first circle is. */
const WIDENING = 1.5;
const SMALLEST_MILES = 0.5;

/**
 * The nearest are looked for in circles that grow until one holds the page: few need to be sorted then. Those
 * without a place come last, by name.
 */
async function pageByDistance(
  db: Db,
  query: StoreQuery,
  total: number,
  { offset, limit }: PageRange,
  { place, miles }: { place: Position; miles: number },
): Promise<string[]> {
  if (total > FEW) {
    const needed = (offset + limit) / total;
    for (
      let radius = Math.max(SMALLEST_MILES, WIDENING * miles * Math.sqrt(needed));
      radius < miles / 2;
      radius *= 2
    ) {
      const nearer: StoreQuery = { ...query, national: false, area: searchArea(place, radius) };
      const ids = await findSorted(db, nearer, 'distance', { offset, limit });
      if (ids.length === limit) return ids;
    }
  }
  return findSorted(db, query, 'distance', { offset, limit });
}
