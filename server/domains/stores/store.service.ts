import type { Db } from '#db/client.ts';
import { isMilitaryAddress } from '../../lib/us-states.ts';
import type { LocationDraft } from './business-draft.schema.ts';
import { findNamedCity, suggestCities } from './place.service.ts';
import { findUnlocatedStores, findZipCenters } from './store.repository.ts';

/** Why a location wasn't saved, and which field to correct. */
export interface Refusal {
  refusal: string;
  field: 'zip' | 'city' | 'latitude' | 'promotions';
}

interface BusinessToLocate<Location> {
  business: { isNational: boolean };
  locations: readonly Location[];
}

/**
 * Adds missing coordinates: the center of a US ZIP code or, without one, of the city. Refuses an unknown ZIP
 * code. Also refuses a location without a place, with two exceptions: national businesses, and locations abroad
 * that are already stored without coordinates because their owner entered only an address.
 */
export async function locate<Location extends { key?: string; location: LocationDraft }>(
  db: Db,
  businesses: ReadonlyArray<BusinessToLocate<Location>>,
): Promise<Array<Array<Location | Refusal>>> {
  const zips = new Set(
    businesses.flatMap(({ locations }) =>
      locations.flatMap(({ location }) => findLocatingZip(location) ?? []),
    ),
  );
  const centers = new Map((await findZipCenters(db, [...zips])).map(({ zip, ...center }) => [zip, center]));
  const unlocatedIds = new Set(await findUnlocatedStores(db, businesses.flatMap(listAbroadIds)));
  const locateInCity = createCityLocator(db);
  const locateStore = async (isNational: boolean, storeToLocate: Location): Promise<Location | Refusal> => {
    const { location } = storeToLocate;
    if (location.latitude !== null) return storeToLocate;
    const zip = findLocatingZip(location);
    const isPlaceOptional =
      isNational || (isUnlocatedAbroad(storeToLocate) && unlocatedIds.has(storeToLocate.key ?? ''));
    if (zip === null && isPlaceOptional) return storeToLocate;
    const center = zip === null ? await locateInCity(location) : (centers.get(zip) ?? refuseZip(location));
    return 'refusal' in center ? center : { ...storeToLocate, location: { ...location, ...center } };
  };
  return Promise.all(
    businesses.map(({ business, locations }) =>
      Promise.all(locations.map((location) => locateStore(business.isNational, location))),
    ),
  );
}

const GIVE_COORDINATES = 'Please give the latitude and longitude';

function refuseZip({ zip, state }: LocationDraft): Refusal {
  const reason = isMilitaryAddress({ zip, state })
    ? 'A military address has no place on the map'
    : 'We don’t recognize this ZIP code';
  return { refusal: `${reason}. ${GIVE_COORDINATES}`, field: 'zip' };
}

/** Looking for similar names takes a while, so a file of unknown cities gets only this many suggestions. */
const MAX_SUGGESTIONS = 50;

/** Locates addresses without a ZIP code by their city. Looks each city up once. */
function createCityLocator(db: Db) {
  const results = new Map<string, Promise<{ latitude: number; longitude: number } | Refusal>>();
  let suggestionCount = 0;

  async function locateCity(name: { city: string; state: string }) {
    const place = await findNamedCity(db, name);
    if (place) return { latitude: place.latitude, longitude: place.longitude };
    const suggestion = suggestionCount++ < MAX_SUGGESTIONS ? await suggestCities(db, name) : null;
    return suggestion === null
      ? GIVE_ZIP
      : ({ refusal: `We don’t recognize this city. ${suggestion}`, field: 'city' } as const);
  }

  return async ({ city, state, country }: LocationDraft) => {
    if (country !== 'US') return GIVE_COORDINATES_ABROAD;
    if (city === null || state === null) return GIVE_ZIP;
    const key = JSON.stringify([state, city]);
    const result = results.get(key) ?? locateCity({ city, state });
    results.set(key, result);
    return result;
  };
}

const GIVE_ZIP: Refusal = { refusal: 'Please give a ZIP code, or the latitude and longitude', field: 'zip' };
const GIVE_COORDINATES_ABROAD: Refusal = {
  refusal: 'Outside the United States, please give the latitude and longitude',
  field: 'latitude',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isUnlocatedAbroad({ location }: { location: LocationDraft }): boolean {
  return location.country !== 'US' && location.latitude === null;
}

/** A location without an import key has our id as its key. */
function listAbroadIds({ locations }: BusinessToLocate<{ key?: string; location: LocationDraft }>): string[] {
  return locations.flatMap((store) =>
    isUnlocatedAbroad(store) && UUID.test(store.key ?? '') ? (store.key ?? []) : [],
  );
}

/**
 * Returns the ZIP code to locate a US address by. Null if the address has coordinates, no ZIP code, or
 * another country.
 */
function findLocatingZip({ latitude, zip, country }: LocationDraft): string | null {
  return latitude === null && country === 'US' && zip !== null ? zip.slice(0, 5) : null;
}
