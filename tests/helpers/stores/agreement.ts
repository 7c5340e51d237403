import type { SavingsResult, SavingsSearch } from '#server/stores/search/savings-search.schema.ts';
import type { Expected } from './oracle.ts';

/** Miles: nearer to each other than this, two places are equally far. */
const SAME_MILES = 1e-6;
/** The server takes distances from a cosine, which says little about places that are very near. */
const SHOWN_MILES = 1e-3;

/** What a page has other than the oracle says; null where they agree. */
export function difference(search: SavingsSearch, found: SavingsResult, expected: Expected): string | null {
  const { skip, limit, sortBy } = search;
  if (found.count !== expected.stores.length) return `${found.count} found, not ${expected.stores.length}`;
  if (found.searchedInstead !== expected.searchedInstead) {
    return `searched for ${found.searchedInstead} instead, not for ${expected.searchedInstead}`;
  }
  const page = expected.stores.slice(skip, skip + limit);
  if (found.stores.length !== page.length) return `${found.stores.length} on the page, not ${page.length}`;
  if (new Set(found.stores.map(({ id }) => id)).size !== page.length) return 'a store is there twice';
  for (const [index, store] of found.stores.entries()) {
    const away = expected.miles[skip + index] ?? null;
    const isSame = store.id === page[index]?.id;
    const at = isSame ? skip + index : expected.stores.findIndex(({ id }) => id === store.id);
    const own = expected.miles[at] ?? null;
    const isTie =
      sortBy === 5 && at >= 0 && own !== null && away !== null && Math.abs(own - away) < SAME_MILES;
    if (!isSame && !isTie) return `${store.id} at ${skip + index}, not ${page[index]?.id}`;
    if ((store.distanceMiles === null) !== (own === null)) return `${store.distanceMiles} miles, not ${own}`;
    if (Math.abs((store.distanceMiles ?? 0) - (own ?? 0)) > SHOWN_MILES) {
      return `${store.distanceMiles} miles, not ${own}`;
    }
  }
  return null;
}
