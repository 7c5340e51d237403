import type { Db } from '#db/client.ts';
import { toCityKey } from '#db/places/city-key.ts';
import { AppError } from '../../lib/errors.ts';
import { usStateCode } from '../../lib/us-states.ts';
import { findCitiesLike, findCity, findNearestZip, findZip, type ZipPlace } from './place.repository.ts';
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
  const place = await findNamedCity(db, { city, state });
  if (!place) {
    const suggestion = await suggestCities(db, { city, state });
    const message = ['We don’t recognize this city', suggestion].filter(Boolean).join('. ');
    throw new AppError('PLACE_NOT_FOUND', { field: 'city', message });
  }
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
  return city && state ? ((await findNamedCity(db, { city, state })) ?? null) : null;
}

interface CityName {
  city: string;
  state: string;
}

/** Also finds 'Denver, CO', where the city's field has the state too. */
export async function findNamedCity(
  db: Db,
  { city, state }: CityName,
): Promise<Omit<ZipPlace, 'zip'> | undefined> {
  const code = usStateCode(state) ?? state;
  const key = toCityKey(city);
  const suffix = code.toLowerCase();
  const keyWithoutState = key.endsWith(suffix) ? key.slice(0, -suffix.length) : key;
  return findCity(db, code, [key, keyWithoutState]);
}

const MAX_SUGGESTIONS = 3;

/** Returns the question whether one of the most similar names was meant, or null if none is similar. */
export async function suggestCities(db: Db, { city, state }: CityName): Promise<string | null> {
  const names = await findCitiesLike(db, usStateCode(state) ?? state, toCityKey(city), MAX_SUGGESTIONS);
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
  return names.length === 0 ? null : `Did you mean ${list}?`;
}

/** Returns the nearest ZIP code, or null if there is none nearby. */
export async function findNearestPlace(
  db: Db,
  position: { latitude: number; longitude: number },
): Promise<{ zip: string; city: string; state: string } | null> {
  return (await findNearestZip(db, position)) ?? null;
}
