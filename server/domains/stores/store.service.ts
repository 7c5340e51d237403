import type { Db } from '#db/client.ts';
import type { LocationDraft } from './business-draft.schema.ts';
import { findUnlocatedStores, findZipCenters } from './store.repository.ts';

/** Why a location wasn't saved, and which field to correct. */
export interface Refusal {
  refusal: string;
  field: 'zip' | 'latitude' | 'promotions';
}

interface BusinessToLocate<Location> {
  business: { isNational: boolean };
  locations: readonly Location[];
}

/**
 * Adds missing coordinates: the center of a US ZIP code. Refuses an unknown ZIP code. Also refuses a location
 * with neither coordinates nor a US ZIP code, with two exceptions: national businesses, and locations abroad
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
  return businesses.map(({ business, locations }) =>
    locations.map((storeToLocate) => {
      const { location } = storeToLocate;
      if (location.latitude !== null) return storeToLocate;
      const zip = findLocatingZip(location);
      const center = zip === null ? undefined : centers.get(zip);
      if (center) return { ...storeToLocate, location: { ...location, ...center } };
      if (zip !== null) {
        return {
          refusal: 'We don’t recognize this ZIP code. Please give the latitude and longitude',
          field: 'zip',
        };
      }
      if (
        business.isNational ||
        (isUnlocatedAbroad(storeToLocate) && unlocatedIds.has(storeToLocate.key ?? ''))
      )
        return storeToLocate;
      return location.country === 'US'
        ? { refusal: 'Please give a ZIP code, or the latitude and longitude', field: 'zip' }
        : { refusal: 'Outside the United States, please give the latitude and longitude', field: 'latitude' };
    }),
  );
}

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
