import type { Db } from '#db/client.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { isMilitaryAddress } from '../../../lib/us-states.ts';
import { categoryName } from '../category.shared.ts';
import { toPageSlug } from '../page/page-slug.shared.ts';
import { findSearchedPlace } from '../place.service.ts';
import { findOffers } from './nearby-offers.repository.ts';
import type { NearbyOffers } from './nearby-offers.schema.ts';
import { findPage } from './results-page.service.ts';
import type { SearchViewer } from './savings-search.service.ts';
import { milesFromCosine, searchArea, toUnitVector } from './search-area.ts';
import { DEFAULT_DISTANCE } from './search-rules.shared.ts';
import { countByType } from './store-count.repository.ts';
import type { StoreQuery } from './store-query.ts';

/** Only this many of the nearest stores are searched for offers, to limit the cost in dense areas. */
const MAX_STORES = 300;
/** Keeps the response small. `maxOffers` applies to each business. */
const LIMITS = { maxBusinesses: 24, maxOffers: 3 };
const DISTANCE_ORDER = 5;

/** Throws PLACE_NOT_FOUND for the field `zip`. */
export async function findOffersNear(
  db: Db,
  zip: string,
  { isMember, now }: SearchViewer,
): Promise<NearbyOffers> {
  if (isMilitaryAddress({ zip, state: null })) {
    const message = 'A military address isn’t on the map. Please enter the ZIP code of a place near you';
    throw new AppError('PLACE_NOT_FOUND', { field: 'zip', message });
  }
  const place = await findSearchedPlace(db, { zip, city: null, state: null });
  if (!place) throw new AppError('PLACE_NOT_FOUND', { field: 'zip' });
  const query: StoreQuery = {
    category: 0,
    type: null,
    national: false,
    area: searchArea(place, DEFAULT_DISTANCE),
    name: null,
  };
  const pageRequest = { skip: 0, limit: MAX_STORES, sortBy: DISTANCE_ORDER, place, miles: DEFAULT_DISTANCE };
  const ids = await findPage(db, query, await countByType(db, query), pageRequest);
  const rows = await findOffers(db, ids, {
    ...LIMITS,
    day: toBusinessDate(now),
    center: toUnitVector(place),
    isMember,
  });
  return {
    place,
    businesses: rows.map(({ businessId, searchName, category, cosine, ...business }) => ({
      ...business,
      slug: toPageSlug({ id: businessId, searchName }),
      type: categoryName(category),
      distanceMiles: milesFromCosine(cosine),
    })),
  };
}
