import { categoryName } from './category.shared.ts';
import { toPageSlug } from './page/page-slug.shared.ts';
import { milesFromCosine, type Vector } from './search/search-area.ts';
import type { Store } from './store.schema.ts';
import type { StoreDetails } from './store-details.repository.ts';

/** Hides a members-only headline and its savings from visitors without a membership. */
export function presentStore(details: StoreDetails, center: Vector | null, isMember: boolean): Store {
  const {
    ux,
    uy,
    uz,
    businessId,
    accountId: _,
    name,
    isMembersOnly,
    headline,
    savesCents,
    ...store
  } = details;
  const [type = 0] = store.categories;
  const promotionsDisabled = isMembersOnly && !isMember;
  return {
    ...store,
    slug: toPageSlug({ id: businessId, searchName: store.searchName }),
    businessname: name,
    type: categoryName(type),
    isPlaceholder: store.isNational && store.latitude === null,
    distanceMiles: center && measureMiles([ux, uy, uz], center),
    headline: promotionsDisabled ? null : headline,
    savesCents: promotionsDisabled ? null : savesCents,
    promotionsDisabled,
  };
}

/** Returns the distance between two unit vectors, or null if the store has no coordinates. */
function measureMiles([x, y, z]: Array<number | null>, [cx, cy, cz]: Vector): number | null {
  if (x == null || y == null || z == null) return null;
  return milesFromCosine(x * cx + y * cy + z * cz);
}
