import type { Db } from '#db/client.ts';
import { countBusinessRows, findBusinessesAfter } from './business.repository.ts';
import type { BusinessDraft, LocationDraft } from './business-draft.schema.ts';
import { findPromotions } from './promotion.repository.ts';
import { findStoresAfter } from './store.repository.ts';

const BUSINESS_BATCH_SIZE = 200;
const STORE_BATCH_SIZE = 500;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

interface ExportedBusiness {
  key: string;
  business: BusinessDraft;
  /** If the business has no locations, this contains a single null. */
  locations: Array<{ key: string; location: LocationDraft } | null>;
}

/**
 * Yields all businesses with their promotions and locations in batches, oldest first. A business with many
 * locations is yielded several times, each time with its next locations. `total` counts all locations, and 1
 * for each business without any.
 */
export async function* streamBusinesses(
  db: Db,
): AsyncGenerator<{ total: number; businesses: ExportedBusiness[] }> {
  const totalCount = await countBusinessRows(db);
  for (let afterId = LOWEST_ID; ; ) {
    const businessPage = await findBusinessesAfter(db, afterId, BUSINESS_BATCH_SIZE);
    const ids = businessPage.map(({ id }) => id);
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    const promotions = Map.groupBy(await findPromotions(db, ids), ({ businessId }) => businessId);
    let after = { businessId: LOWEST_ID, id: LOWEST_ID };
    for (let hasMore = true; hasMore; ) {
      const stores = await findStoresAfter(db, ids, after, STORE_BATCH_SIZE);
      hasMore = stores.length === STORE_BATCH_SIZE;
      const lastStore = stores.at(-1);
      const isInBatch = (id: string) =>
        (id > after.businessId || stores.some((store) => store.businessId === id)) &&
        (!hasMore || (lastStore !== undefined && id <= lastStore.businessId));
      const locations = Map.groupBy(stores, ({ businessId }) => businessId);
      const businesses = businessPage
        .filter(({ id }) => isInBatch(id))
        .map(({ id, key, ...business }) => ({
          key,
          business: {
            ...business,
            promotions: (promotions.get(id) ?? []).map(({ businessId: _, ...promotion }) => promotion),
          },
          locations: locations.get(id)?.map(toLocation) ?? [null],
        }));
      yield { total: totalCount, businesses };
      after = lastStore ?? after;
    }
    afterId = lastId;
  }
}

type StoredLocation = Awaited<ReturnType<typeof findStoresAfter>>[number];

function toLocation({ id: _, businessId: __, key, ...location }: StoredLocation) {
  return { key, location };
}
