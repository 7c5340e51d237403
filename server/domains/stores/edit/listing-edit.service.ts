import { type Db, inTransaction, type Trx } from '#db/client.ts';
import type { StaffListing } from '#db/tables/stores.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import type { AuditAction } from '../../../platform/monitoring/audit-actions.shared.ts';
import { upsertBusinesses } from '../business.repository.ts';
import { toSearchNames } from '../business.service.ts';
import type { LocationDraft } from '../business-draft.schema.ts';
import { deleteUnusedLogo } from '../owner/logo.service.ts';
import { upsertStores } from '../store.repository.ts';
import { locate } from '../store.service.ts';
import {
  countLocations,
  deleteLocation,
  type EditedBusiness,
  type EditedLocation,
  findBusiness,
  findLocation,
  findLocations,
  lockBusiness,
  lockLocation,
  setStaffListing,
} from './listing-edit.repository.ts';
import type { BusinessEdit, LocationEdit, RowRemoval } from './listing-edit.schema.ts';

/** The staff member who changes a listing, and why. */
export interface EditedBy {
  actorId: string;
  reason: string;
}

/** Throws NOT_FOUND. */
export async function getBusiness(db: Db, id: string): Promise<EditedBusiness> {
  const business = await findBusiness(db, id);
  if (!business) throw new AppError('NOT_FOUND');
  return business;
}

/** Ordered by id. The first is the one that the business's owner edits. */
export async function listLocations(
  db: Db,
  businessId: string,
  page: { after?: string | undefined; limit: number },
): Promise<EditedLocation[]> {
  return findLocations(db, businessId, page);
}

/** Throws NOT_FOUND. */
export async function getLocation(db: Db, businessId: string, id: string): Promise<EditedLocation> {
  const location = await findLocation(db, businessId, id);
  if (!location) throw new AppError('NOT_FOUND');
  return location;
}

export async function countBusinessLocations(db: Db, businessId: string): Promise<number> {
  return countLocations(db, businessId);
}

/** Changes a business as its owner or an import could. Throws CHANGED_SINCE if someone else changed it. */
export async function editBusiness(
  deps: Deps,
  { id, version, ...draft }: BusinessEdit,
  by: EditedBy,
): Promise<void> {
  const previousLogo = await inTransaction(deps.db, async (trx) => {
    const business = await requireBusiness(trx, id);
    if (business.version !== version) throw new AppError('CHANGED_SINCE');
    const { accountId, importKey, isListed } = business;
    await upsertBusinesses(trx, [
      { ...draft, ...toSearchNames(draft.name), id, accountId, importKey, isListed },
    ]);
    const change = { before: null, after: listChangedFields(draft, business) };
    await record(deps, trx, { ...by, action: 'listing.edit', id, change });
    return business.logo;
  });
  if (previousLogo !== draft.logo) await deleteUnusedLogo(deps, previousLogo);
}

/**
 * Adds or changes a location. Throws CHANGED_SINCE, or INVALID_INPUT if it needs coordinates and has none.
 */
export async function saveLocation(
  deps: Pick<Deps, 'db' | 'now'>,
  { businessId, id, version, ...draft }: LocationEdit,
  by: EditedBy,
): Promise<void> {
  const location = await requireLocated(deps.db, businessId, id, draft);
  await inTransaction(deps.db, async (trx) => {
    await requireBusiness(trx, businessId);
    const existingLocation =
      id === null ? undefined : await requireLocation(trx, { businessId, id, version });
    const storeId = id ?? newId();
    await upsertStores(trx, [
      { ...location, id: storeId, businessId, importKey: existingLocation?.importKey ?? null },
    ]);
    const fields = existingLocation ? listChangedFields(location, existingLocation) : 'added';
    const change = { before: null, after: `location ${storeId}: ${fields}` };
    await record(deps, trx, { ...by, action: 'listing.location', id: businessId, change });
  });
}

/** Throws CHANGED_SINCE if someone else changed or removed the location. */
export async function removeLocation(
  deps: Pick<Deps, 'db' | 'now'>,
  removal: RowRemoval,
  by: EditedBy,
): Promise<void> {
  const { businessId, id } = removal;
  await inTransaction(deps.db, async (trx) => {
    await requireBusiness(trx, businessId);
    await requireLocation(trx, removal);
    await deleteLocation(trx, businessId, id);
    const change = { before: `location ${id}`, after: null };
    await record(deps, trx, { ...by, action: 'listing.location', id: businessId, change });
  });
}

/**
 * Adds a business to the search, or removes it. If `staffListing` is set, later changes to the owner's plan
 * don't override it. Throws CHANGED_SINCE if someone else changed the business.
 */
export async function decideListing(
  deps: Pick<Deps, 'db' | 'now'>,
  decision: { id: string; version: string; isListed: boolean; staffListing: StaffListing | null },
  by: EditedBy,
): Promise<void> {
  const { id, version, isListed, staffListing } = decision;
  await inTransaction(deps.db, async (trx) => {
    const business = await requireBusiness(trx, id);
    if (business.version !== version) throw new AppError('CHANGED_SINCE');
    await setStaffListing(trx, id, { isListed, staffListing });
    const change = { before: business.isListed ? 'listed' : 'hidden', after: isListed ? 'listed' : 'hidden' };
    await record(deps, trx, { ...by, action: isListed ? 'listing.show' : 'listing.hide', id, change });
  });
}

/** Locks the business. Throws NOT_FOUND. */
export async function requireBusiness(trx: Trx, id: string): Promise<EditedBusiness> {
  const business = await lockBusiness(trx, id);
  if (!business) throw new AppError('NOT_FOUND');
  return business;
}

async function requireLocation(trx: Trx, { businessId, id, version }: RowRemoval): Promise<EditedLocation> {
  const location = await lockLocation(trx, businessId, id);
  if (location?.version !== version) throw new AppError('CHANGED_SINCE');
  return location;
}

/**
 * Returns the location with coordinates. Throws INVALID_INPUT with the field to correct if it needs them and
 * has none.
 */
export async function requireLocated(
  db: Db,
  businessId: string,
  id: string | null,
  location: LocationDraft,
): Promise<LocationDraft> {
  const { isNational } = await getBusiness(db, businessId);
  const store = { ...(id === null ? {} : { key: id }), location };
  const [[locatedStore] = []] = await locate(db, [{ business: { isNational }, locations: [store] }]);
  if (locatedStore && 'refusal' in locatedStore) {
    throw new AppError('INVALID_INPUT', { field: locatedStore.field, message: locatedStore.refusal });
  }
  return locatedStore?.location ?? location;
}

/** Returns only the fields' names, because the audit log is kept when an owner's account is deleted. */
export function listChangedFields(draft: object, existing: object): string {
  const before = new Map<string, unknown>(Object.entries(existing));
  const changedNames = Object.entries(draft).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before.get(name)) ? [] : [name],
  );
  return changedNames.length === 0 ? 'nothing' : changedNames.join(', ');
}

interface ListingChange extends EditedBy {
  action: AuditAction;
  id: string;
  change: { before: string | null; after: string | null };
}

export async function record(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  { id, ...entry }: ListingChange,
): Promise<void> {
  await recordAudit(trx, { ...entry, subject: `business:${id}`, at: now() });
}
