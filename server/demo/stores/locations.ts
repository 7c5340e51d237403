import type { LocationDraft } from '../../stores/business-draft.schema.ts';
import { areaCode, CITIES, type City } from './cities.ts';
import type { Names } from './names.ts';
import type { Random } from './random.ts';

/** How far around a city's centre its stores are, and around a ZIP code's, in degrees. */
const AROUND_CITY = 0.45;
const AROUND_ZIP = 0.012;
/** The part of the stores that are where few people live. */
const RURAL = 0.2;

interface Place {
  zip: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** Places for stores, as people live: by the size of the cities, and some anywhere. */
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
    // Numbers that are kept for fiction.
    phone: random.chance(0.9) ? `(${areaCode(state)}) 555-01${random.between(10, 99)}` : null,
    latitude: round(latitude + (random.next() - 0.5) * 2 * AROUND_ZIP),
    longitude: round(longitude + (random.next() - 0.5) * 2 * AROUND_ZIP),
  });

  return {
    /** Across the country. */
    anywhere: (): LocationDraft => locationIn(anywhere()),
    /** Around one city, or in one corner of the country. */
    region: (count: number): LocationDraft[] => {
      const { latitude, longitude } = anywhere();
      const reach = random.chance(0.5) ? AROUND_CITY : 1.5;
      const close = places.filter(
        (place) =>
          Math.abs(place.latitude - latitude) < reach && Math.abs(place.longitude - longitude) < reach,
      );
      return Array.from({ length: count }, () => locationIn(random.pick(close)));
    },
    /** What a business without a place gives as its address: none. */
    nowhere: (): LocationDraft => ({
      ...{ street1: null, street2: null, city: null, state: null, zip: null, country: 'US' },
      ...{ phone: `(800) 555-01${random.between(10, 99)}`, latitude: null, longitude: null },
    }),
  };
}

export type Locations = Awaited<ReturnType<typeof createLocations>>;

/** To about ten yards. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
