import type { Db } from '#db/client.ts';
import type { SavingsFilters } from './savings-search.schema.ts';
import { eachMatch, type SearchViewer, searchSavings } from './savings-search.service.ts';
import { searchResultsEnd, searchResultsHead, storeText } from './search-results-text.ts';

/** Stores a part: writing one must not keep other requests waiting. */
const PART = 100;

/** Every store that fits as a text for people, in parts, the first one with the head. Throws PLACE_NOT_FOUND. */
export async function* searchResultsText(
  db: Db,
  filters: SavingsFilters,
  viewer: SearchViewer,
): AsyncGenerator<string> {
  const found = await searchSavings(db, { ...filters, skip: 0, limit: 1, sortBy: 1 }, viewer);
  let text = searchResultsHead(filters, found, viewer.now);
  let written = 0;
  for await (const stores of eachMatch(db, filters, viewer)) {
    for (let from = 0; from < stores.length; from += PART) {
      yield text +
        stores
          .slice(from, from + PART)
          .map(storeText)
          .join('');
      text = '';
    }
    written += stores.length;
  }
  yield text + searchResultsEnd(written);
}
