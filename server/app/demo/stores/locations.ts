import type { LocationDraft } from '../../../domains/stores/business-draft.schema.ts';
import { areaCode, CITIES, type City } from './cities.ts';
import type { Names } from './names.ts';
import type { Random } from './random.ts';

/**
 * How far a ZIP code may be from the center of its city, and a store from the center of its ZIP code, in
 * degrees.
 */
const CITY_RADIUS_DEGREES = 0.45;
const ZIP_RADIUS_DEGREES = 0.012;
/** The fraction of stores that are anywhere in the country instead of near a city. */
const RURAL_SHARE = 0.2;

interface Place {
  zip: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** Makes store locations, mostly in cities in proportion to their population. */
export async function createLocations(random: Random, names: Names) {
  const { codes } = await import('zipcodes');
  const places: Place[] = Object.values(codes).filter(
    ({ country, latitude, state }) => country === 'US' && latitude !== 0 && areaCode(state) !== undefined,
  );
  const placesByCity = new Map<City, Place[]>();
  const findPlacesNear = (city: City): Place[] => {
    const cached = placesByCity.get(city);
    if (cached) return cached;
    const nearby = places.filter(
      ({ latitude, longitude }) =>
        Math.abs(latitude - city.latitude) < CITY_RADIUS_DEGREES &&
        Math.abs(longitude - city.longitude) < CITY_RADIUS_DEGREES,
    );
    placesByCity.set(city, nearby);
    return nearby;
  };
  const pickPlace = (): Place =>
    random.chance(RURAL_SHARE) ? random.pick(places) : random.pick(findPlacesNear(random.weighted(CITIES)));

  const makeLocation = ({ zip, city, state, latitude, longitude }: Place): LocationDraft => ({
    street1: names.street(),
    street2: random.chance(0.12) ? `Suite ${random.between(1, 40) * 10}` : null,
    city,
    state,
    zip,
    country: 'US',
    // Numbers from 555-0100 to 555-0199 are reserved for fiction.
    phone: random.chance(0.9) ? `(${areaCode(state)}) 555-01${random.between(10, 99)}` : null,
    latitude: roundDegrees(latitude + (random.next() - 0.5) * 2 * ZIP_RADIUS_DEGREES),
    longitude: roundDegrees(longitude + (random.next() - 0.5) * 2 * ZIP_RADIUS_DEGREES),
  });

  return {
    anywhere: (): LocationDraft => makeLocation(pickPlace()),
    /** Makes locations near a random place: within a city, or spread over a region. */
    region: (count: number): LocationDraft[] => {
      const { latitude, longitude } = pickPlace();
      const maxDegrees = random.chance(0.5) ? CITY_RADIUS_DEGREES : 1.5;
      const nearby = places.filter(
        (place) =>
          Math.abs(place.latitude - latitude) < maxDegrees &&
          Math.abs(place.longitude - longitude) < maxDegrees,
      );
      return Array.from({ length: count }, () => makeLocation(random.pick(nearby)));
    },
    /** Makes the location of a business that has no address. */
    withoutAddress: (): LocationDraft => ({
      ...{ street1: null, street2: null, city: null, state: null, zip: null, country: 'US' },
      ...{ phone: `(800) 555-01${random.between(10, 99)}`, latitude: null, longitude: null },
    }),
  };
}

export type Locations = Awaited<ReturnType<typeof createLocations>>;

/** Rounds to about ten yards. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
