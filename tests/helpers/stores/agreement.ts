import type { SavingsResult, SavingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import type { OracleResult } from './oracle.ts';

/** Two distances that differ by less than this count as equal. */
const TIE_MILES = 1e-6;
/** The server computes distances from a cosine, which is imprecise for very short distances. */
const TOLERANCE_MILES = 1e-3;

/**
 * Describes the first difference between the server's page and the oracle's result. Null if there is none.
 */
export function describeDifference(
  search: SavingsSearch,
  actual: SavingsResult,
  oracleResult: OracleResult,
): string | null {
  const { skip, limit, sortBy } = search;
  if (actual.count !== oracleResult.stores.length)
    return `${actual.count} found, not ${oracleResult.stores.length}`;
  if (actual.searchedInstead !== oracleResult.correctedTerms) {
    return `searched for ${actual.searchedInstead} instead, not for ${oracleResult.correctedTerms}`;
  }
  const page = oracleResult.stores.slice(skip, skip + limit);
  if (actual.stores.length !== page.length) return `${actual.stores.length} on the page, not ${page.length}`;
  if (new Set(actual.stores.map(({ id }) => id)).size !== page.length) return 'a store is listed twice';
  for (const [index, store] of actual.stores.entries()) {
    const expectedMiles = oracleResult.miles[skip + index] ?? null;
    const isSameStore = store.id === page[index]?.id;
    const at = isSameStore ? skip + index : oracleResult.stores.findIndex(({ id }) => id === store.id);
    const oracleMiles = oracleResult.miles[at] ?? null;
    const isTie =
      sortBy === 5 &&
      at >= 0 &&
      oracleMiles !== null &&
      expectedMiles !== null &&
      Math.abs(oracleMiles - expectedMiles) < TIE_MILES;
    if (!isSameStore && !isTie) return `${store.id} at ${skip + index}, not ${page[index]?.id}`;
    if ((store.distanceMiles === null) !== (oracleMiles === null))
      return `${store.distanceMiles} miles, not ${oracleMiles}`;
    if (Math.abs((store.distanceMiles ?? 0) - (oracleMiles ?? 0)) > TOLERANCE_MILES) {
      return `${store.distanceMiles} miles, not ${oracleMiles}`;
    }
  }
  return null;
}
