import { categoryName } from './category.ts';
import type { SearchedPlace } from './savings-search.schema.ts';
import { milesOf, unitVector } from './search-area.ts';
import type { Store } from './store.schema.ts';
import type { StoreDetails } from './store-details.repository.ts';

/** A store as somebody may see it: promotions for members alone are left out for others (DESIGN D32). */
export function presentStore(details: StoreDetails, place: SearchedPlace | null, isMember: boolean): Store {
  const { ux, uy, uz, businessId: _, name, isMembersOnly, promotions, ...store } = details;
  const [type = 0] = store.categories;
  const promotionsDisabled = isMembersOnly && !isMember;
  return {
    ...store,
    businessname: name,
    type: categoryName(type),
    isPlaceholder: store.isNational && store.latitude === null,
    distanceMiles: place && distanceTo([ux, uy, uz], place),
    promotions: promotionsDisabled ? [] : promotions,
    promotionsCount: promotions.length,
    promotionsDisabled,
  };
}

/** Miles from the place to a point on a ball of radius 1; null where there is none. */
function distanceTo([x, y, z]: Array<number | null>, place: SearchedPlace): number | null {
  if (x == null || y == null || z == null) return null;
  const [px, py, pz] = unitVector(place);
  return milesOf(x * px + y * py + z * pz);
}
