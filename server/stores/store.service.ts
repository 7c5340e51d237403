import type { Db } from '#db/client.ts';
import type { LocationDraft } from './business-draft.schema.ts';
import { findUnlocatedStores, findZipCenters } from './store.repository.ts';

/** Why a location was not saved, and the field at fault. */
export interface Refusal {
  refusal: string;
  field: 'zip' | 'latitude' | 'promotions';
}

interface GivenBusiness<Location> {
  business: { isNational: boolean };
  locations: readonly Location[];
}

/**
 * Adds missing coordinates: the center of the ZIP code. Without a ZIP code, only a national business may have no
 * coordinates, and a location abroad that is already stored without them because its owner gave only an address.
 */
export async function locate<Location extends { key?: string; location: LocationDraft }>(
  db: Db,
  businesses: ReadonlyArray<GivenBusiness<Location>>,
): Promise<Array<Array<Location | Refusal>>> {
  const zips = new Set(
    businesses.flatMap(({ locations }) => locations.flatMap(({ location }) => locatingZip(location) ?? [])),
  );
  const centers = new Map((await findZipCenters(db, [...zips])).map(({ zip, ...center }) => [zip, center]));
  const unlocated = new Set(await findUnlocatedStores(db, businesses.flatMap(abroadIds)));
  return businesses.map(({ business, locations }) =>
    locations.map((given) => {
      const { location } = given;
      if (location.latitude !== null) return given;
      const zip = locatingZip(location);
      const center = zip === null ? undefined : centers.get(zip);
      if (center) return { ...given, location: { ...location, ...center } };
      if (zip !== null) {
        return { refusal: 'We do not know this ZIP code; give latitude and longitude', field: 'zip' };
      }
      if (business.isNational || (isAbroad(given) && unlocated.has(given.key ?? ''))) return given;
      return location.country === 'US'
        ? { refusal: 'Give a ZIP code, or latitude and longitude', field: 'zip' }
        : { refusal: 'Outside the United States give latitude and longitude', field: 'latitude' };
    }),
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isAbroad({ location }: { location: LocationDraft }): boolean {
  return location.country !== 'US' && location.latitude === null;
}

/** A location without an import key uses our id as its key. */
function abroadIds({ locations }: GivenBusiness<{ key?: string; location: LocationDraft }>): string[] {
  return locations.flatMap((one) => (isAbroad(one) && UUID.test(one.key ?? '') ? (one.key ?? []) : []));
}

/** The ZIP code to locate a US address by; null if it has coordinates or no ZIP code. */
function locatingZip({ latitude, zip, country }: LocationDraft): string | null {
  return latitude === null && country === 'US' && zip !== null ? zip.slice(0, 5) : null;
}
