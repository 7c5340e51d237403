import type { Db } from '#db/client.ts';
import { inTurns } from '../../../platform/take-turns.ts';
import type { SavingsSearch } from './savings-search.schema.ts';
import { type SearchViewer, searchSavings, streamMatches } from './savings-search.service.ts';
import { formatResultsFooter, formatResultsHeader, formatStore } from './search-results-text.ts';

/** Yields all search results as text, sorted as requested. Throws PLACE_NOT_FOUND. */
export async function* streamResultsText(
  db: Db,
  search: SavingsSearch,
  viewer: SearchViewer,
): AsyncGenerator<string> {
  const firstResult = await searchSavings(db, { ...search, skip: 0, limit: 1 }, viewer);
  let text = formatResultsHeader(search, firstResult, viewer.now);
  let storeCount = 0;
  for await (const stores of streamMatches(db, search, viewer)) {
    for await (const store of inTurns(stores)) text += formatStore(store);
    yield text;
    text = '';
    storeCount += stores.length;
  }
  yield text + formatResultsFooter(storeCount);
}
