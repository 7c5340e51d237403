import type { SavingsResult, SavingsSearch } from '#server/stores/search/savings-search.schema.ts';
import type { Expected } from './oracle.ts';

/** Two distances that differ by less than this many miles count as equal. */
const TIE_MILES = 1e-6;
/** The server computes distances from a cosine, which is imprecise for very near places. */
const TOLERANCE_MILES = 1e-3;

/** Describes the first difference between the server's page and the oracle's result, or returns null. */
export function difference(search: SavingsSearch, actual: SavingsResult, expected: Expected): string | null {
  const { skip, limit, sortBy } = search;
  if (actual.count !== expected.stores.length) return `${actual.count} found, not ${expected.stores.length}`;
  if (actual.searchedInstead !== expected.searchedInstead) {
    return `searched for ${actual.searchedInstead} instead, not for ${expected.searchedInstead}`;
  }
  const page = expected.stores.slice(skip, skip + limit);
  if (actual.stores.length !== page.length) return `${actual.stores.length} on the page, not ${page.length}`;
  if (new Set(actual.stores.map(({ id }) => id)).size !== page.length) return 'a store is listed twice';
  for (const [index, store] of actual.stores.entries()) {
    const expectedMiles = expected.miles[skip + index] ?? null;
    const isSame = store.id === page[index]?.id;
    const at = isSame ? skip + index : expected.stores.findIndex(({ id }) => id === store.id);
    const ownMiles = expected.miles[at] ?? null;
    const isTie =
      sortBy === 5 &&
      at >= 0 &&
      ownMiles !== null &&
      expectedMiles !== null &&
      Math.abs(ownMiles - expectedMiles) < TIE_MILES;
    if (!isSame && !isTie) return `${store.id} at ${skip + index}, not ${page[index]?.id}`;
    if ((store.distanceMiles === null) !== (ownMiles === null))
      return `${store.distanceMiles} miles, not ${ownMiles}`;
    if (Math.abs((store.distanceMiles ?? 0) - (ownMiles ?? 0)) > TOLERANCE_MILES) {
      return `${store.distanceMiles} miles, not ${ownMiles}`;
    }
  }
  return null;
}
