import type { Db } from '#db/client.ts';
import { countBusinessRows, pageOfBusinesses } from './business.repository.ts';
import type { BusinessDraft, LocationDraft } from './business-draft.schema.ts';
import { findPromotionsOf } from './promotion.repository.ts';
import { pageOfStores } from './store.repository.ts';

const BUSINESSES_AT_ONCE = 200;
const STORES_AT_ONCE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface ListedBusiness {
  key: string;
  business: BusinessDraft;
  /** At least one; null stands for a business that has none. */
  locations: Array<{ key: string; location: LocationDraft } | null>;
}

/**
 * Every business with its promotions and locations, some at a time, in the order in which they were made; one with
 * very many locations comes several times, with other ones. `total` counts locations, and businesses without any.
 */
export async function* eachBusiness(db: Db): AsyncGenerator<{ total: number; businesses: ListedBusiness[] }> {
  const total = await countBusinessRows(db);
  for (let afterId = BEFORE_ALL; ; ) {
    const page = await pageOfBusinesses(db, afterId, BUSINESSES_AT_ONCE);
    const ids = page.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    const promotions = Map.groupBy(await findPromotionsOf(db, ids), ({ businessId }) => businessId);
    let after = { businessId: BEFORE_ALL, id: BEFORE_ALL };
    for (let more = true; more; ) {
      const stores = await pageOfStores(db, ids, after, STORES_AT_ONCE);
      more = stores.length === STORES_AT_ONCE;
      const end = stores.at(-1);
      const isShown = (id: string) =>
        (id > after.businessId || stores.some((store) => store.businessId === id)) &&
        (!more || (end !== undefined && id <= end.businessId));
      const locations = Map.groupBy(stores, ({ businessId }) => businessId);
      const businesses = page
        .filter(({ id }) => isShown(id))
        .map(({ id, key, ...business }) => ({
          key,
          business: {
            ...business,
            promotions: (promotions.get(id) ?? []).map(({ businessId: _, ...promotion }) => promotion),
          },
          locations: locations.get(id)?.map(locationOf) ?? [null],
        }));
      yield { total, businesses };
      after = end ?? after;
    }
    afterId = last;
  }
}

type StoredLocation = Awaited<ReturnType<typeof pageOfStores>>[number];

function locationOf({ id: _, businessId: __, key, ...location }: StoredLocation) {
  return { key, location };
}
