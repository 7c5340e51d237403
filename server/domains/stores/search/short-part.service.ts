import type { Db } from '#db/client.ts';
import { TYPE_NAMES } from '../category.shared.ts';
import { isEarlyPageByName } from './results-page.service.ts';
import type { SavingsSearch } from './savings-search.schema.ts';
import { findShortPart } from './search-terms.service.ts';
import { countByPart, countByType, sumCounts, type TypeCounts } from './store-count.repository.ts';
import type { StoreQuery } from './store-query.ts';

export interface ShortPartPlan {
  counts: TypeCounts;
  /** Null if the page must be found by looking up the words that contain the part. */
  query: StoreQuery | null;
}

/** Reading more names than this in order takes longer than looking up the words. */
const MAX_SCANNED_NAMES = 1_000;

/**
 * Plans a search for only one or two letters, without a category or a place. So many words contain them that
 * we use precomputed counts. Returns null for any other search, and if no store matches.
 */
export async function planShortPart(db: Db, search: SavingsSearch): Promise<ShortPartPlan | null> {
  const { name, category, zip, city, type, national, skip, limit, sortBy } = search;
  const part = name && findShortPart(name);
  if (!part || category !== null || zip || city) return null;
  const query: StoreQuery = {
    category: 0,
    type: type === null ? null : TYPE_NAMES.indexOf(type) + 1,
    national,
    area: null,
    name: null,
  };
  const [counts, allCounts] = await Promise.all([countByPart(db, part, query), countByType(db, query)]);
  const stores = sumCounts(counts);
  if (stores === 0) return null;
  const isDense = (sumCounts(allCounts) / stores) * (skip + limit) <= MAX_SCANNED_NAMES;
  if (!isDense || !isEarlyPageByName(query, { skip, limit, sortBy, place: null, miles: 0 })) {
    return { counts, query: null };
  }
  const term = { part, words: [], counts: [], stores };
  return { counts, query: { ...query, name: { term, others: [], isScanned: true, isDense } } };
}
