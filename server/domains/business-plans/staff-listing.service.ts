import type { Db } from '#db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { decideListing, type EditedBy } from '../stores/edit/listing-edit.service.ts';
import { isListingCovered } from './business-plan.repository.ts';

interface ListingState {
  id: string;
  /** The version of the business that staff saw. */
  version: string;
}

/** True if the search would show the business if staff had decided nothing. */
export async function isCovered(db: Db, businessId: string, now: Date): Promise<boolean> {
  return isListingCovered(db, businessId, now);
}

/** Removes a business from the search until staff show it again. Throws CHANGED_SINCE. */
export async function hideListing(
  deps: Pick<Deps, 'db' | 'now'>,
  listing: ListingState,
  by: EditedBy,
): Promise<void> {
  await decideListing(deps, { ...listing, isListed: false, staffListing: 'hidden' }, by);
}

/**
 * Adds a business to the search. If no plan covers it, it stays there until staff hide it; otherwise its plan
 * decides again. Throws CHANGED_SINCE.
 */
export async function showListing(
  deps: Pick<Deps, 'db' | 'now'>,
  listing: ListingState,
  by: EditedBy,
): Promise<void> {
  const hasCoverage = await isListingCovered(deps.db, listing.id, deps.now());
  await decideListing(deps, { ...listing, isListed: true, staffListing: hasCoverage ? null : 'shown' }, by);
}
