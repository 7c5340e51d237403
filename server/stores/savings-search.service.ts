import type { Db } from '#db/client.ts';
import type { SavingsFilters, SavingsResult, SavingsSearch } from './savings-search.schema.ts';
import type { Store } from './store.schema.ts';

export interface SearchViewer {
  isMember: boolean;
  now: Date;
}

/** A page of the stores that fit, and how many fit (SPEC section 4, Search; DESIGN D16). */
export async function searchSavings(
  db: Db,
  search: SavingsSearch,
  viewer: SearchViewer,
): Promise<SavingsResult> {
  throw new Error(`not yet ${typeof db} ${typeof search} ${typeof viewer}`);
}

/** Every store that fits, in batches, by name. */
export async function* eachMatch(
  db: Db,
  filters: SavingsFilters,
  viewer: SearchViewer,
): AsyncGenerator<Store[]> {
  yield [];
  throw new Error(`not yet ${typeof db} ${typeof filters} ${typeof viewer}`);
}
