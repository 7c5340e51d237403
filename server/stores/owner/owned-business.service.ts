import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../lib/ids.ts';
import { setListed, upsertBusinesses } from '../business.repository.ts';
import { numberedPromotions, searchNames } from '../business.service.ts';
import type { PromotionDraft } from '../business-draft.schema.ts';
import { findPlace } from '../place.service.ts';
import { findPromotionsOf, replacePromotions } from '../promotion.repository.ts';
import { upsertStores } from '../store.repository.ts';
import {
  findOwnBusiness,
  findOwnFirstStore,
  lockOwnBusiness,
  lockOwner,
  type OwnBusinessRow,
  type OwnStoreRow,
  setPromotionsChanged,
} from './own-business.repository.ts';

/** A business's address. A trial gives only the ZIP code. */
export interface BusinessAddress {
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip: string;
  country: string;
}

/** What an owner enters about a business and its first location. */
export interface Listing {
  businessname: string;
  /** At least one; the first determines the business's type. */
  categories: number[];
  url: string | null;
  phone: string | null;
  address: BusinessAddress;
}

interface OwnedBusiness extends Listing {
  accountId: string;
  /** Already sanitized. If missing, existing promotions are kept. */
  promotions?: PromotionDraft[] | undefined;
  now: Date;
}

/** The center of the ZIP code, else of the city; null outside the US, where a business is found only by name. */
export async function locateAddress(
  db: Db,
  address: BusinessAddress,
): Promise<{ latitude: number; longitude: number } | null> {
  const place = await placeOf(db, address);
  return place && { latitude: place.latitude, longitude: place.longitude };
}

/** Throws PLACE_NOT_FOUND at `zip` for a US address if neither its ZIP code nor its city is known. */
export async function requireLocatable(db: Db, address: BusinessAddress): Promise<void> {
  if (address.country === 'US' && !(await placeOf(db, address))) {
    throw new AppError('PLACE_NOT_FOUND', { field: 'zip' });
  }
}

async function placeOf(db: Db, address: BusinessAddress) {
  return address.country === 'US' ? findPlace(db, address) : null;
}

/**
 * Creates or updates the account's business with its first location, and lists it. An existing business keeps its logo,
 * its other locations and, if none are given, its promotions. Safe to repeat, even concurrently.
 */
export async function saveOwnedBusiness(
  trx: Trx,
  { accountId, promotions, now, ...listing }: OwnedBusiness,
): Promise<{ businessId: string }> {
  await lockOwner(trx, accountId);
  const known = await lockOwnBusiness(trx, accountId);
  const businessId = await writeListing(trx, accountId, { ...known, isListed: true }, listing);
  if (promotions && promotions.length > 0) {
    const previous = await findPromotionsOf(trx, [businessId]);
    const changed = await replacePromotions(trx, [businessId], numberedPromotions(promotions, businessId));
    if (previous.length > 0 && changed.length > 0) await setPromotionsChanged(trx, accountId, now);
  }
  return { businessId };
}

/** Saves the account's business and its first location. Fields that are not in the listing keep their value. */
export async function writeListing(
  trx: Trx,
  accountId: string,
  known: Partial<OwnBusinessRow>,
  { businessname, categories, url, phone, address }: Listing,
): Promise<string> {
  const businessId = known.id ?? newId();
  await upsertBusinesses(trx, [
    {
      id: businessId,
      accountId,
      importKey: known.importKey ?? null,
      name: businessname,
      ...searchNames(businessname),
      categories,
      isPremier: known.isPremier ?? false,
      isNational: known.isNational ?? false,
      isListed: known.isListed ?? true,
      isMembersOnly: known.isMembersOnly ?? false,
      logo: known.logo ?? null,
      url,
    },
  ]);
  const first = await findOwnFirstStore(trx, accountId);
  const place = await placeOf(trx, address);
  // Keep more exact coordinates from an import as long as the address is the same.
  const coordinates = first && isSamePlace(first, address) ? first : place;
  await upsertStores(trx, [
    {
      ...address,
      id: first?.id ?? newId(),
      businessId,
      importKey: null,
      city: address.city ?? place?.city ?? null,
      state: address.state ?? place?.state ?? null,
      phone,
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    },
  ]);
  return businessId;
}

function isSamePlace(first: OwnStoreRow, address: BusinessAddress): boolean {
  return (
    first.latitude !== null &&
    first.country === address.country &&
    (['street1', 'city', 'state', 'zip'] as const).every((field) => first[field] === address[field])
  );
}

/** Removes businesses from the savings search, as when a plan ends. Their owners can still edit them. */
export async function unlistBusinesses(trx: Trx, businessIds: readonly string[]): Promise<void> {
  await setListed(trx, businessIds, false);
}

export async function listBusiness(trx: Trx, businessId: string): Promise<void> {
  await setListed(trx, [businessId], true);
}

/** Whether the account has a business that is in the savings search. */
export async function isBusinessListed(db: Db, accountId: string): Promise<boolean> {
  return (await findOwnBusiness(db, accountId))?.isListed ?? false;
}
