import type { Db } from '#db/client.ts';
import { cityKey } from '#db/seed/city-key.ts';
import { AppError } from '../errors.ts';
import { findCity, findNearestZip, findZip } from './place.repository.ts';
import type { SavingsFilters, SearchedPlace } from './savings-search.schema.ts';

/**
 * Where a search measures from: the ZIP code's centre, else the city's; null where neither is given. Throws
 * PLACE_NOT_FOUND at its field where we do not know it (DESIGN D16).
 */
export async function findSearchedPlace(
  db: Db,
  { zip, city, state }: Pick<SavingsFilters, 'zip' | 'city' | 'state'>,
): Promise<SearchedPlace | null> {
  if (zip) {
    const found = await findZip(db, zip.slice(0, 5));
    if (!found) throw new AppError('PLACE_NOT_FOUND', { field: 'zip' });
    return found;
  }
  if (!city || !state) return null;
  const found = await findCity(db, state, cityKey(city));
  if (!found) throw new AppError('PLACE_NOT_FOUND', { field: 'city', message: 'We do not know this city' });
  return { zip: null, ...found };
}

/** The ZIP code around which somebody stands; null where the next one is far. */
export async function findNearestPlace(
  db: Db,
  position: { latitude: number; longitude: number },
): Promise<{ zip: string; city: string; state: string } | null> {
  return (await findNearestZip(db, position)) ?? null;
}
