import type { Db } from '#db/client.ts';
import type { LocationDraft } from './business-draft.schema.ts';
import { findUnplacedStores, findZipCentres } from './store.repository.ts';

/** Why something was not saved, at which of its fields. */
export interface Refusal {
  refusal: string;
  field: 'zip' | 'latitude' | 'promotions';
}

interface Unplaced<Location> {
  business: { isNational: boolean };
  locations: readonly Location[];
}

/**
 * The businesses' locations with their degrees: those given, else the centre of the ZIP code. Without either a
 * national business's stands for no place, any other is refused, but for one abroad that stands there already: its owner
 * gave its address alone.
 */
export async function locate<Location extends { key?: string; location: LocationDraft }>(
  db: Db,
  businesses: ReadonlyArray<Unplaced<Location>>,
): Promise<Array<Array<Location | Refusal>>> {
  const zips = new Set(
    businesses.flatMap(({ locations }) => locations.flatMap(({ location }) => searchedZip(location) ?? [])),
  );
  const centres = new Map((await findZipCentres(db, [...zips])).map(({ zip, ...centre }) => [zip, centre]));
  const unplaced = new Set(await findUnplacedStores(db, businesses.flatMap(abroadIds)));
  return businesses.map(({ business, locations }) =>
    locations.map((given) => {
      const { location } = given;
      if (location.latitude !== null) return given;
      const zip = searchedZip(location);
      const centre = zip === null ? undefined : centres.get(zip);
      if (centre) return { ...given, location: { ...location, ...centre } };
      if (zip !== null) {
        return { refusal: 'We do not know this ZIP code; give latitude and longitude', field: 'zip' };
      }
      if (business.isNational || (isAbroad(given) && unplaced.has(given.key ?? ''))) return given;
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

/** Without a key of its own making a location goes by our id. */
function abroadIds({ locations }: Unplaced<{ key?: string; location: LocationDraft }>): string[] {
  return locations.flatMap((one) => (isAbroad(one) && UUID.test(one.key ?? '') ? (one.key ?? []) : []));
}

/** The ZIP code that says where a location is; null where it has degrees of its own or none. */
function searchedZip({ latitude, zip, country }: LocationDraft): string | null {
  return latitude === null && country === 'US' && zip !== null ? zip.slice(0, 5) : null;
}
