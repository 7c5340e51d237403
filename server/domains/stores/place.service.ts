import type { Db } from '#db/client.ts';
import { toCityKey } from '#db/seed/city-key.ts';
import { AppError } from '../../lib/errors.ts';
import { findCity, findNearestZip, findZip, type ZipPlace } from './place.repository.ts';
import type { SavingsFilters, SearchedPlace } from './search/savings-search.schema.ts';

/** Entries never expire: ZIP codes don't change while the server runs, and there are only about 40,000. */
const cachedZips = new WeakMap<Db, Map<string, ZipPlace>>();

async function findCachedZip(db: Db, zip: string): Promise<ZipPlace | undefined> {
  const zips = cachedZips.get(db) ?? new Map<string, ZipPlace>();
  cachedZips.set(db, zips);
  const place = zips.get(zip) ?? (await findZip(db, zip));
  if (place) zips.set(zip, place);
  return place;
}

/**
 * Returns the center of the searched ZIP code or, without one, of the searched city. Returns null if the
 * search has neither. Throws PLACE_NOT_FOUND for the field that names an unknown place.
 */
export async function findSearchedPlace(
  db: Db,
  { zip, city, state }: Pick<SavingsFilters, 'zip' | 'city' | 'state'>,
): Promise<SearchedPlace | null> {
  if (zip) {
    const place = await findCachedZip(db, zip.slice(0, 5));
    if (!place) throw new AppError('PLACE_NOT_FOUND', { field: 'zip' });
    return place;
  }
  if (!city || !state) return null;
  const place = await findCity(db, state, toCityKey(city));
  if (!place)
    throw new AppError('PLACE_NOT_FOUND', { field: 'city', message: 'We don’t recognize this city' });
  return { zip: null, ...place };
}

/**
 * Returns the center of a US address's ZIP code or, if that is unknown, of its city. Returns null if both are
 * unknown.
 */
export async function findPlace(
  db: Db,
  { zip, city, state }: { zip: string | null; city: string | null; state: string | null },
): Promise<Omit<ZipPlace, 'zip'> | null> {
  const zipPlace = zip ? await findCachedZip(db, zip.slice(0, 5)) : undefined;
  if (zipPlace) return zipPlace;
  return city && state ? ((await findCity(db, state, toCityKey(city))) ?? null) : null;
}

/** Returns the nearest ZIP code, or null if there is none nearby. */
export async function findNearestPlace(
  db: Db,
  position: { latitude: number; longitude: number },
): Promise<{ zip: string; city: string; state: string } | null> {
  return (await findNearestZip(db, position)) ?? null;
}
