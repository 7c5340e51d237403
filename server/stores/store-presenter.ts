import { categoryName } from './category.shared.ts';
import { milesFromCosine, type Vector } from './search/search-area.ts';
import type { Store } from './store.schema.ts';
import type { StoreDetails } from './store-details.repository.ts';

/** Hides a members-only headline from visitors without a membership. */
export function presentStore(details: StoreDetails, center: Vector | null, isMember: boolean): Store {
  const { ux, uy, uz, businessId: _, name, isMembersOnly, headline, ...store } = details;
  const [type = 0] = store.categories;
  const promotionsDisabled = isMembersOnly && !isMember;
  return {
    ...store,
    businessname: name,
    type: categoryName(type),
    isPlaceholder: store.isNational && store.latitude === null,
    distanceMiles: center && measureMiles([ux, uy, uz], center),
    headline: promotionsDisabled ? null : headline,
    promotionsDisabled,
  };
}

/** Returns the distance between two unit vectors, or null if the store has no coordinates. */
function measureMiles([x, y, z]: Array<number | null>, [cx, cy, cz]: Vector): number | null {
  if (x == null || y == null || z == null) return null;
  return milesFromCosine(x * cx + y * cy + z * cz);
}
