import type { Db } from '#db/client.ts';
import { cityKey } from '#db/seed/city-key.ts';
import { AppError } from '../errors.ts';
import { findCity, findNearestZip, findZip, type ZipPlace } from './place.repository.ts';
import type { SavingsFilters, SearchedPlace } from './search/savings-search.schema.ts';

/** ZIP codes do not move: each is looked up once. */
const knownZips = new WeakMap<Db, Map<string, ZipPlace>>();

async function findKnownZip(db: Db, zip: string): Promise<ZipPlace | undefined> {
  const zips = knownZips.get(db) ?? new Map<string, ZipPlace>();
  knownZips.set(db, zips);
  const found = zips.get(zip) ?? (await findZip(db, zip));
  // There are some forty thousand of them.
  if (found) zips.set(zip, found);
  return found;
}

/**
 * Where a search measures from: the ZIP code's centre, else the city's; null where neither is given. Throws
 * PLACE_NOT_FOUND at its field where we do not know it (DESIGN D16).
 */
export async function findSearchedPlace(
  db: Db,
  { zip, city, state }: Pick<SavingsFilters, 'zip' | 'city' | 'state'>,
): Promise<SearchedPlace | null> {
  if (zip) {
    const found = await findKnownZip(db, zip.slice(0, 5));
    if (!found) throw new AppError('PLACE_NOT_FOUND', { field: 'zip' });
    return found;
  }
  if (!city || !state) return null;
  const found = await findCity(db, state, cityKey(city));
  if (!found) throw new AppError('PLACE_NOT_FOUND', { field: 'city', message: 'We do not know this city' });
  return { zip: null, ...found };
}

/** Where a US address lies: its ZIP code's centre, else its city's; null where we know neither. */
export async function findPlace(
  db: Db,
  { zip, city, state }: { zip: string | null; city: string | null; state: string | null },
): Promise<Omit<ZipPlace, 'zip'> | null> {
  const known = zip ? await findKnownZip(db, zip.slice(0, 5)) : undefined;
  if (known) return known;
  return city && state ? ((await findCity(db, state, cityKey(city))) ?? null) : null;
}

/** The ZIP code around which somebody stands; null where the next one is far. */
export async function findNearestPlace(
  db: Db,
  position: { latitude: number; longitude: number },
): Promise<{ zip: string; city: string; state: string } | null> {
  return (await findNearestZip(db, position)) ?? null;
}
