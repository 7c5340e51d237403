import type { Db, Trx } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { setListed, upsertBusinesses } from './business.repository.ts';
import { numberedPromotions, searchedNames } from './business.service.ts';
import type { PromotionDraft } from './business-draft.schema.ts';
import {
  findOwnBusiness,
  findOwnFirstStore,
  lockOwnBusiness,
  lockOwner,
  type OwnBusinessRow,
  type OwnStoreRow,
  setPromotionsChanged,
} from './own-business.repository.ts';
import { findPlace } from './place.service.ts';
import { findPromotionsOf, replacePromotions } from './promotion.repository.ts';
import { upsertStores } from './store.repository.ts';

/** Where a business stands; a trial gives its ZIP code alone. */
export interface BusinessAddress {
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip: string;
  country: string;
}

/** What an owner says of a business and its first location. */
export interface Listing {
  businessname: string;
  /** At least one; the first one is the business's type. */
  categories: number[];
  url: string | null;
  phone: string | null;
  address: BusinessAddress;
}

interface OwnedBusiness extends Listing {
  accountId: string;
  /** Already sanitised; where none are given, those there are stay. */
  promotions?: PromotionDraft[] | undefined;
  now: Date;
}

/** The centre of the ZIP code, else of the US city, in degrees; null outside the US: found by name alone. */
export async function locateAddress(
  db: Db,
  address: BusinessAddress,
): Promise<{ latitude: number; longitude: number } | null> {
  const place = await placeOf(db, address);
  return place && { latitude: place.latitude, longitude: place.longitude };
}

/** Throws PLACE_NOT_FOUND at `zip` for a US address whose ZIP code and city we both do not know. */
export async function requireLocatable(db: Db, address: BusinessAddress): Promise<void> {
  if (address.country === 'US' && !(await placeOf(db, address))) {
    throw new AppError('PLACE_NOT_FOUND', { field: 'zip' });
  }
}

async function placeOf(db: Db, address: BusinessAddress) {
  return address.country === 'US' ? findPlace(db, address) : null;
}

/**
 * Makes the account's one business with its first location, or changes the one there is, and lists it (SPEC section 4).
 * A business that was there keeps its logo, its other locations and, where none are given, its promotions. Safe to
 * call twice, also at once.
 */
export async function saveOwnedBusiness(
  trx: Trx,
  { accountId, promotions, now, ...listing }: OwnedBusiness,
): Promise<{ businessId: string }> {
  await lockOwner(trx, accountId);
  const known = await lockOwnBusiness(trx, accountId);
  const businessId = await writeListing(trx, accountId, { ...known, isListed: true }, listing);
  if (promotions && promotions.length > 0) {
    const former = await findPromotionsOf(trx, [businessId]);
    const changed = await replacePromotions(trx, [businessId], numberedPromotions(promotions, businessId));
    if (former.length > 0 && changed.length > 0) await setPromotionsChanged(trx, accountId, now);
  }
  return { businessId };
}

/** Writes the account's business and its first location; what the listing does not say stays as `known` has it. */
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
      ...searchedNames(businessname),
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
  // Where it stands by degrees that somebody gave it stays so as long as it does not move.
  const degrees = first && isSamePlace(first, address) ? first : place;
  await upsertStores(trx, [
    {
      ...address,
      id: first?.id ?? newId(),
      businessId,
      importKey: null,
      city: address.city ?? place?.city ?? null,
      state: address.state ?? place?.state ?? null,
      phone,
      latitude: degrees?.latitude ?? null,
      longitude: degrees?.longitude ?? null,
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

/** Takes businesses out of the savings search, as when a plan ends; their owners still edit them. */
export async function unlistBusinesses(trx: Trx, businessIds: readonly string[]): Promise<void> {
  await setListed(trx, businessIds, false);
}

/** Puts a business back into the savings search. */
export async function listBusiness(trx: Trx, businessId: string): Promise<void> {
  await setListed(trx, [businessId], true);
}

/** Whether members find the account's business now; false where it has none. */
export async function isBusinessListed(db: Db, accountId: string): Promise<boolean> {
  return (await findOwnBusiness(db, accountId))?.isListed ?? false;
}
