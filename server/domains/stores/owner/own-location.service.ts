import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { parseHours } from '../hours.schema.ts';
import { upsertStores } from '../store.repository.ts';
import { lockOwnBusiness } from './own-business.repository.ts';
import {
  countOwnLocations,
  deleteOwnLocation,
  findOwnLocation,
  findOwnLocations,
  type OwnLocationRow,
  setHours,
} from './own-location.repository.ts';
import { MAX_LOCATIONS, type OwnLocation, type OwnLocationInput } from './own-location.schema.ts';
import { isSamePlace, locateAddress, requireLocatable } from './owned-business.service.ts';

/** Returns the first locations of the account's business. The first one is in the listing's form. */
export async function listOwnLocations(db: Db, accountId: string): Promise<OwnLocation[]> {
  const rows = await findOwnLocations(db, accountId, MAX_LOCATIONS);
  return rows.map(({ latitude: _latitude, longitude: _longitude, hours, ...location }) => ({
    ...location,
    hours: parseHours(hours),
  }));
}

/**
 * Adds or changes a location of the account's business. Throws BUSINESS_NOT_FOUND, CHANGED_SINCE,
 * TOO_MANY_LOCATIONS, or PLACE_NOT_FOUND for the field `zip`.
 */
export async function saveOwnLocation(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { id, version, phone, hours, ...address }: OwnLocationInput,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const businessId = await lockBusiness(trx, accountId);
    const existingLocation = id === null ? null : await requireUnchanged(trx, accountId, { id, version });
    if (existingLocation === null && (await countOwnLocations(trx, accountId)) >= MAX_LOCATIONS) {
      throw new AppError('TOO_MANY_LOCATIONS');
    }
    await requireLocatable(trx, address);
    // If the address is unchanged, keep the stored coordinates. Imported coordinates are more exact.
    const isUnmoved = existingLocation !== null && isSamePlace(existingLocation, address);
    const place = isUnmoved ? existingLocation : await locateAddress(trx, address);
    const storeId = existingLocation?.id ?? newId();
    await upsertStores(trx, [
      {
        ...address,
        id: storeId,
        businessId,
        importKey: null,
        phone,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
      },
    ]);
    await setHours(trx, { businessId, id: storeId, hours });
  });
}

/** Throws BUSINESS_NOT_FOUND, CHANGED_SINCE, or LAST_LOCATION. */
export async function removeOwnLocation(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  removal: { id: string; version: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const businessId = await lockBusiness(trx, accountId);
    await requireUnchanged(trx, accountId, removal);
    if ((await countOwnLocations(trx, accountId)) === 1) throw new AppError('LAST_LOCATION');
    await deleteOwnLocation(trx, businessId, removal.id);
  });
}

/** Every writer of an owner's locations locks the business, so the location can't change after this. */
async function requireUnchanged(
  trx: Trx,
  accountId: string,
  { id, version }: { id: string; version: string },
): Promise<OwnLocationRow> {
  const location = await findOwnLocation(trx, accountId, id);
  if (location?.version !== version) throw new AppError('CHANGED_SINCE');
  return location;
}

async function lockBusiness(trx: Trx, accountId: string): Promise<string> {
  const business = await lockOwnBusiness(trx, accountId);
  if (!business) throw new AppError('BUSINESS_NOT_FOUND');
  return business.id;
}
