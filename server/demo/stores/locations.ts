import type { LocationDraft } from '../../stores/business-draft.schema.ts';
import { areaCode, CITIES, type City } from './cities.ts';
import type { Names } from './names.ts';
import type { Random } from './random.ts';

/** How far stores are from the center of their city or ZIP code, in degrees. */
const AROUND_CITY = 0.45;
const AROUND_ZIP = 0.012;
/** The share of stores in sparsely populated places. */
const RURAL = 0.2;

interface Place {
  zip: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** Store locations, weighted by city population, with some in random places. */
export async function createLocations(random: Random, names: Names) {
  const { codes } = await import('zipcodes');
  const places: Place[] = Object.values(codes).filter(
    ({ country, latitude, state }) => country === 'US' && latitude !== 0 && areaCode(state) !== undefined,
  );
  const around = new Map<City, Place[]>();
  const near = (city: City): Place[] => {
    const known = around.get(city);
    if (known) return known;
    const found = places.filter(
      ({ latitude, longitude }) =>
        Math.abs(latitude - city.latitude) < AROUND_CITY &&
        Math.abs(longitude - city.longitude) < AROUND_CITY,
    );
    around.set(city, found);
    return found;
  };
  const anywhere = (): Place =>
    random.chance(RURAL) ? random.pick(places) : random.pick(near(random.weighted(CITIES)));

  const locationIn = ({ zip, city, state, latitude, longitude }: Place): LocationDraft => ({
    street1: names.street(),
    street2: random.chance(0.12) ? `Suite ${random.between(1, 40) * 10}` : null,
    city,
    state,
    zip,
    country: 'US',
    // 555-01xx numbers are reserved for fiction.
    phone: random.chance(0.9) ? `(${areaCode(state)}) 555-01${random.between(10, 99)}` : null,
    latitude: round(latitude + (random.next() - 0.5) * 2 * AROUND_ZIP),
    longitude: round(longitude + (random.next() - 0.5) * 2 * AROUND_ZIP),
  });

  return {
    /** Anywhere in the country. */
    anywhere: (): LocationDraft => locationIn(anywhere()),
    /** Around one city, or within one region. */
    region: (count: number): LocationDraft[] => {
      const { latitude, longitude } = anywhere();
      const maxDegrees = random.chance(0.5) ? AROUND_CITY : 1.5;
      const close = places.filter(
        (place) =>
          Math.abs(place.latitude - latitude) < maxDegrees &&
          Math.abs(place.longitude - longitude) < maxDegrees,
      );
      return Array.from({ length: count }, () => locationIn(random.pick(close)));
    },
    /** The empty address of a business without a location. */
    nowhere: (): LocationDraft => ({
      ...{ street1: null, street2: null, city: null, state: null, zip: null, country: 'US' },
      ...{ phone: `(800) 555-01${random.between(10, 99)}`, latitude: null, longitude: null },
    }),
  };
}

export type Locations = Awaited<ReturnType<typeof createLocations>>;

/** Rounds to about ten yards. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
