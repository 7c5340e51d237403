import type { Db } from '#db/client.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { isMilitaryAddress } from '../../../lib/us-states.ts';
import { categoryName, TYPE_NAMES } from '../category.shared.ts';
import { toPageSlug } from '../page/page-slug.shared.ts';
import { findSearchedPlace } from '../place.service.ts';
import type { Promotion, StorePromotions } from '../promotion.schema.ts';
import type { Store } from '../store.schema.ts';
import { findStoreDetails, findStorePromotions, type StoreDetails } from '../store-details.repository.ts';
import { findCategorySearch } from './category-words.ts';
import { findMatchesAfter, type MatchPosition, type StreamOrder } from './results-page.repository.ts';
import { findFirstPage, findPage } from './results-page.service.ts';
import type { SavingsFilters, SavingsResult, SavingsSearch, SearchedPlace } from './savings-search.schema.ts';
import { milesFromCosine, type SearchArea, searchArea, toUnitVector, type Vector } from './search-area.ts';
import { findOtherSpellings, resolveName, type SearchedName } from './search-terms.service.ts';
import { planShortPart } from './short-part.service.ts';
import { countByType, countNear, sumCounts } from './store-count.repository.ts';
import { estimateRows, type NameQuery, type StoreQuery } from './store-query.ts';

/** Hides a members-only headline and its savings from visitors without a membership. */
function presentStore(details: StoreDetails, center: Vector | null, isMember: boolean): Store {
  const {
    ux,
    uy,
    uz,
    businessId,
    accountId: _,
    name,
    isMembersOnly,
    headline,
    savesCents,
    ...store
  } = details;
  const [type = 0] = store.categories;
  const promotionsDisabled = isMembersOnly && !isMember;
  return {
    ...store,
    slug: toPageSlug({ id: businessId, searchName: store.searchName }),
    businessname: name,
    type: categoryName(type),
    isPlaceholder: store.isNational && store.latitude === null,
    distanceMiles: center && measureMiles([ux, uy, uz], center),
    headline: promotionsDisabled ? null : headline,
    savesCents: promotionsDisabled ? null : savesCents,
    promotionsDisabled,
  };
}

/** Returns the distance between two unit vectors, or null if the store has no coordinates. */
function measureMiles([x, y, z]: Array<number | null>, [cx, cy, cz]: Vector): number | null {
  if (x == null || y == null || z == null) return null;
  return milesFromCosine(x * cx + y * cy + z * cz);
}

export interface SearchViewer {
  isMember: boolean;
  now: Date;
  /** Called with the stores on the page of results. */
  onFound?: (stores: readonly StoreDetails[]) => void;
}

/**
 * Finds stores by their names. If none is found, it tries the searches of `listOtherSearches`, and returns the
 * last one if that is for a category.
 */
export async function searchSavings(
  db: Db,
  search: SavingsSearch,
  viewer: SearchViewer,
): Promise<SavingsResult> {
  const result = await findStores(db, search, viewer);
  if (result.count > 0) return result;
  for await (const { searchedInstead, ...otherSearch } of listOtherSearches(db, search)) {
    const otherResult = await findStores(db, otherSearch, viewer);
    if (otherResult.count > 0 || otherSearch.name === null)
      return { ...otherResult, searchedInstead: otherResult.searchedInstead ?? searchedInstead };
  }
  return result;
}

/**
 * Yields what may have been meant by a search that found nothing: its words written together or apart, and
 * the category, if the name is a word for what a category offers.
 */
async function* listOtherSearches<Search extends SavingsFilters>(
  db: Db,
  search: Search,
): AsyncGenerator<Search & { searchedInstead: string }> {
  const spellings = search.name === null ? [] : await findOtherSpellings(db, search.name);
  for (const name of spellings) yield { ...search, name, searchedInstead: name };
  const categorySearch = findCategorySearch(search);
  if (categorySearch) yield { ...categorySearch, searchedInstead: categoryName(categorySearch.category) };
}

async function findStores(
  db: Db,
  requestedSearch: SavingsSearch,
  viewer: SearchViewer,
): Promise<SavingsResult> {
  const search = replaceMilitaryPlace(requestedSearch);
  const shortPart = await planShortPart(db, search);
  const { place, query, searchedInstead } = shortPart?.query
    ? { place: null, query: shortPart.query, searchedInstead: null }
    : await planSearch(db, search);
  if (!query) return { count: 0, stores: [], place, searchedInstead };
  const pageRequest = { place, miles: search.distance, ...search };
  const [counts, firstPage] = await Promise.all([
    shortPart?.counts ?? countByType(db, query),
    findFirstPage(db, query, pageRequest),
  ]);
  const ids = firstPage ?? (await findPage(db, query, counts, pageRequest));
  const details = await findDetails(db, ids, viewer);
  viewer.onFound?.(details);
  const stores = present(details, place, viewer);
  return { count: sumCounts(counts), stores, place, searchedInstead };
}

const BATCH_SIZE = 1_000;
/** Small, because the embedded database reads the details of a slice in one turn of the event loop. */
const SLICE_SIZE = 100;

export type StoreWithPromotions = Store & { promotions: Promotion[] };

type UnpagedSearch = SavingsFilters & { sortBy: number };

/** Yields all stores that `searchSavings` finds in small batches, sorted as requested. */
export async function* streamMatches(
  db: Db,
  search: UnpagedSearch,
  viewer: SearchViewer,
): AsyncGenerator<StoreWithPromotions[]> {
  let isEmpty = true;
  for await (const stores of streamStores(db, search, viewer)) {
    isEmpty = false;
    yield stores;
  }
  if (!isEmpty) return;
  for await (const otherSearch of listOtherSearches(db, search)) {
    for await (const stores of streamStores(db, otherSearch, viewer)) {
      isEmpty = false;
      yield stores;
    }
    if (!isEmpty) return;
  }
}

async function* streamStores(
  db: Db,
  search: UnpagedSearch,
  viewer: SearchViewer,
): AsyncGenerator<StoreWithPromotions[]> {
  const { place, query } = await planSearch(db, replaceMilitaryPlace(search));
  if (!query) return;
  for (const part of splitByType(query, search.sortBy)) {
    let lastMatch: MatchPosition | null | undefined = null;
    while (lastMatch !== undefined) {
      const order = chooseStreamOrder(search.sortBy, place);
      const matches: MatchPosition[] = await findMatchesAfter(db, part, order, lastMatch, BATCH_SIZE);
      for (let start = 0; start < matches.length; start += SLICE_SIZE) {
        const ids = matches.slice(start, start + SLICE_SIZE).map(({ id }) => id);
        yield await addPromotions(db, await presentStores(db, ids, place, viewer), viewer);
      }
      lastMatch = matches.length < BATCH_SIZE ? undefined : matches.at(-1);
    }
  }
}

/**
 * A search sorted by type is split into one query per type. Each of them can then be read in the order of
 * names.
 */
function splitByType(query: StoreQuery, sortBy: number): StoreQuery[] {
  if (query.type !== null || (sortBy !== 3 && sortBy !== 4)) return [query];
  const parts = TYPE_NAMES.map((_, index) => ({ ...query, type: index + 1 }));
  return sortBy === 3 ? parts : parts.toReversed();
}

function chooseStreamOrder(sortBy: number, place: SearchedPlace | null): StreamOrder {
  if (sortBy === 5 && place) return 'distance';
  return sortBy === 2 ? 'name-descending' : 'name';
}

interface PlannedSearch {
  place: SearchedPlace | null;
  /** Null if no store can match. */
  query: StoreQuery | null;
  searchedInstead: string | null;
}

/** A military address has no place, so only national businesses can be found for it (D72). */
function replaceMilitaryPlace<Filters extends SavingsFilters>(filters: Filters): Filters {
  return isMilitaryAddress(filters)
    ? { ...filters, zip: null, city: null, state: null, national: true }
    : filters;
}

async function planSearch(db: Db, filters: SavingsFilters): Promise<PlannedSearch> {
  const { type, category, national, distance, name } = filters;
  const [place, searchedName] = await Promise.all([
    findSearchedPlace(db, filters),
    name === null ? null : resolveName(db, name),
  ]);
  const searchedInstead = searchedName?.searchedInstead ?? null;
  if (searchedName && !searchedName.isKnown) return { place, query: null, searchedInstead };
  const area = place && searchArea(place, distance);
  const query: StoreQuery = {
    category: category ?? 0,
    type: type === null ? null : TYPE_NAMES.indexOf(type) + 1,
    national,
    area,
    name: searchedName && (await planName(db, searchedName, area)),
  };
  return { place, query, searchedInstead };
}

/** The cost of reading a store's name, in reads of a row of the word table. */
const NAME_READ_COST = { inArea: 3, everywhere: 1 };
/** Looking up at most this many word rows counts as cheaper than scanning names. */
const MAX_LOOKUP_ROWS = 5_000;

async function planName(db: Db, { terms }: SearchedName, area: SearchArea | null): Promise<NameQuery | null> {
  const [term, ...others] = terms;
  if (!term) return null;
  const lookupRowCount = estimateRows(term, area);
  const isLookupCheap = term.part === null || term.words.length === 1 || lookupRowCount <= MAX_LOOKUP_ROWS;
  const nameReadCost = area ? NAME_READ_COST.inArea : NAME_READ_COST.everywhere;
  const isScanned = !isLookupCheap && lookupRowCount > nameReadCost * (await countNear(db, area));
  return { term, others, isScanned, isDense: false };
}

/** Returns the stores in the order of `ids`. Distances are from `place`. */
export async function presentStores(
  db: Db,
  ids: string[],
  place: SearchedPlace | null,
  viewer: SearchViewer,
): Promise<Store[]> {
  return present(await findDetails(db, ids, viewer), place, viewer);
}

async function findDetails(db: Db, ids: string[], { now }: SearchViewer): Promise<StoreDetails[]> {
  return ids.length === 0 ? [] : findStoreDetails(db, ids, toBusinessDate(now));
}

function present(details: StoreDetails[], place: SearchedPlace | null, { isMember }: SearchViewer): Store[] {
  const center = place && toUnitVector(place);
  return details.map((store) => presentStore(store, center, isMember));
}

/** Returns the promotions that the viewer may see, by store. Omits unknown and unlisted stores. */
export function listStorePromotions(
  db: Db,
  storeIds: readonly string[],
  { isMember, now }: SearchViewer,
): Promise<StorePromotions[]> {
  return findStorePromotions(db, storeIds, { day: toBusinessDate(now), isMember });
}

async function addPromotions(db: Db, stores: Store[], viewer: SearchViewer): Promise<StoreWithPromotions[]> {
  const ids = stores.map(({ id }) => id);
  const rows = await listStorePromotions(db, ids, viewer);
  const promotionsByStore = new Map(rows.map(({ storeId, promotions }) => [storeId, promotions]));
  return stores.map((store) => ({ ...store, promotions: promotionsByStore.get(store.id) ?? [] }));
}
