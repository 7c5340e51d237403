import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { isMilitaryAddress } from '../../../lib/us-states.ts';
import { setListed, upsertBusinesses } from '../business.repository.ts';
import { numberPromotions, toSearchNames } from '../business.service.ts';
import type { PromotionDraft } from '../business-draft.schema.ts';
import { OTHER_CATEGORY } from '../category.shared.ts';
import { findPlace, suggestCities } from '../place.service.ts';
import { findPromotions, replacePromotions } from '../promotion.repository.ts';
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

/** A trial's owner enters only the ZIP code. */
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
  /** At least one category. The first is the business's type. */
  categories: number[];
  url: string | null;
  phone: string | null;
  address: BusinessAddress;
}

/** What a purchase or a trial says about a business. An existing business keeps what it doesn't say (D81). */
interface OwnedBusiness extends Omit<Listing, 'categories'> {
  accountId: string;
  /** The main category. */
  type: number | null;
  /** Must already be sanitized. If undefined or empty, existing promotions are kept. */
  promotions?: PromotionDraft[] | undefined;
  /** If true, a business that isn't listed yet stays unlisted. */
  isListedLater?: boolean;
  now: Date;
}

/**
 * Returns the center of the ZIP code or, if that is unknown, of the city. Returns null if both are unknown,
 * or if the address is outside the US. Searches by place don't find a business without coordinates.
 */
export async function locateAddress(
  db: Db,
  address: BusinessAddress,
): Promise<{ latitude: number; longitude: number } | null> {
  const place = await findUsPlace(db, address);
  return place && { latitude: place.latitude, longitude: place.longitude };
}

/**
 * Throws PLACE_NOT_FOUND for the field `zip` if neither the ZIP code nor the city of a US address is known. A
 * military address has no place (D72).
 */
export async function requireLocatable(db: Db, address: BusinessAddress): Promise<void> {
  const { zip, city, state, country } = address;
  if (country !== 'US' || isMilitaryAddress({ zip, state }) || (await findPlace(db, address))) return;
  const suggestion = city && state ? await suggestCities(db, { city, state }) : null;
  throw new AppError('PLACE_NOT_FOUND', {
    field: 'zip',
    ...(suggestion ? { message: `We don’t recognize this ZIP code or this city. ${suggestion}` } : {}),
  });
}

async function findUsPlace(db: Db, address: BusinessAddress) {
  return address.country === 'US' ? findPlace(db, address) : null;
}

/**
 * Creates or updates the account's business with its first location, and lists it, unless `isListedLater` is
 * set or staff hid it. An existing business keeps its logo, its other locations, and everything that the buyer
 * left empty (D81). Safe to repeat, even concurrently.
 */
export async function saveOwnedBusiness(
  trx: Trx,
  { accountId, promotions, isListedLater = false, now, ...entered }: OwnedBusiness,
): Promise<{ businessId: string; isListed: boolean }> {
  await lockOwner(trx, accountId);
  const existingBusiness = await lockOwnBusiness(trx, accountId);
  const isHidden = existingBusiness?.staffListing === 'hidden';
  const isListed = !isHidden && (!isListedLater || (existingBusiness?.isListed ?? false));
  const firstStore = existingBusiness && (await findOwnFirstStore(trx, accountId));
  const listing = completeListing(entered, existingBusiness, firstStore);
  const businessId = await writeListing(trx, accountId, { ...existingBusiness, isListed }, listing);
  if (promotions && promotions.length > 0) {
    const previousPromotions = await findPromotions(trx, [businessId]);
    const changedBusinessIds = await replacePromotions(
      trx,
      [businessId],
      numberPromotions(promotions, businessId, previousPromotions),
    );
    if (previousPromotions.length > 0 && changedBusinessIds.length > 0)
      await setPromotionsChanged(trx, accountId, now);
  }
  return { businessId, isListed };
}

/** Fills what the buyer left empty from the business that the account has. */
function completeListing(
  { type, url, phone, address, ...listing }: Omit<OwnedBusiness, 'accountId' | 'now'>,
  business: OwnBusinessRow | undefined,
  firstStore: OwnStoreRow | undefined,
): Listing {
  const [mainCategory = OTHER_CATEGORY, ...otherCategories] = business?.categories ?? [];
  const category = type ?? mainCategory;
  return {
    ...listing,
    categories: [category, ...otherCategories.filter((other) => other !== category)],
    url: url ?? business?.url ?? null,
    phone: phone ?? firstStore?.phone ?? null,
    address: firstStore ? completeAddress(address, firstStore) : address,
  };
}

/** The parts of another address would be wrong, so an address that differs isn't completed. */
function completeAddress(address: BusinessAddress, store: OwnStoreRow): BusinessAddress {
  const isSame = (['street1', 'city', 'state', 'zip', 'country'] as const).every(
    (part) => address[part] === null || address[part]?.toLowerCase() === store[part]?.toLowerCase(),
  );
  if (!isSame) return address;
  const { street1, street2, city, state } = store;
  return {
    ...address,
    street1: address.street1 ?? street1,
    street2: address.street2 ?? street2,
    city: address.city ?? city,
    state: address.state ?? state,
  };
}

/**
 * Saves the account's business and its first location. Fields that aren't in the listing keep their value.
 */
export async function writeListing(
  trx: Trx,
  accountId: string,
  existing: Partial<OwnBusinessRow>,
  { businessname, categories, url, phone, address }: Listing,
): Promise<string> {
  const businessId = existing.id ?? newId();
  await upsertBusinesses(trx, [
    {
      id: businessId,
      accountId,
      importKey: existing.importKey ?? null,
      name: businessname,
      ...toSearchNames(businessname),
      categories,
      isPremier: existing.isPremier ?? false,
      isNational: existing.isNational ?? false,
      isListed: existing.isListed ?? true,
      isMembersOnly: existing.isMembersOnly ?? false,
      logo: existing.logo ?? null,
      url,
    },
  ]);
  const firstStore = existing.id ? await findOwnFirstStore(trx, accountId) : undefined;
  const place = await findUsPlace(trx, address);
  // If the address is unchanged, keep the stored coordinates. Imported coordinates are more exact.
  const coordinates = firstStore && isSamePlace(firstStore, address) ? firstStore : place;
  await upsertStores(trx, [
    {
      ...address,
      id: firstStore?.id ?? newId(),
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

/** True if a stored location with coordinates has the address. */
export function isSamePlace(
  store: Omit<OwnStoreRow, 'id' | 'street2' | 'phone' | 'longitude'>,
  address: BusinessAddress,
): boolean {
  return (
    store.latitude !== null &&
    store.country === address.country &&
    (['street1', 'city', 'state', 'zip'] as const).every((field) => store[field] === address[field])
  );
}

/**
 * Removes businesses from the savings search, for example when a plan ends. Their owners can still edit them.
 */
export async function unlistBusinesses(trx: Trx, businessIds: readonly string[]): Promise<void> {
  await setListed(trx, businessIds, false);
}

export async function listBusiness(trx: Trx, businessId: string): Promise<void> {
  await setListed(trx, [businessId], true);
}

/** True if the savings search shows the account's business. */
export async function isBusinessListed(db: Db, accountId: string): Promise<boolean> {
  return (await findOwnBusiness(db, accountId))?.isListed ?? false;
}
