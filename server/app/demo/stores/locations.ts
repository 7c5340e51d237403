import { readPlaces } from '#db/places/place-file.ts';
import type { LocationDraft } from '../../../domains/stores/business-draft.schema.ts';
import type { Names } from './names.ts';
import type { Random } from './random.ts';

/**
 * Metropolitan areas, named for their main city, with the latitude and longitude of their center and their
 * approximate population in units of 100,000.
 */
const CITY_LIST = `
New York 40.72 -73.99 196, Los Angeles 34.05 -118.25 128, Chicago 41.88 -87.65 94, Dallas 32.79 -96.82 79,
Houston 29.76 -95.38 73, Washington 38.91 -77.03 63, Philadelphia 39.96 -75.17 62, Atlanta 33.76 -84.40 62,
Miami 25.79 -80.22 61, Phoenix 33.46 -112.07 50, Boston 42.36 -71.07 49, San Francisco 37.77 -122.41 46,
Riverside 33.96 -117.39 46, Detroit 42.35 -83.06 43, Seattle 47.61 -122.32 40, Minneapolis 44.97 -93.26 37,
Tampa 27.96 -82.47 33, San Diego 32.74 -117.13 33, Denver 39.74 -104.99 30, Baltimore 39.30 -76.61 28,
Orlando 28.54 -81.38 28, Charlotte 35.23 -80.84 28, St Louis 38.63 -90.23 28, San Antonio 29.43 -98.49 27,
Portland 45.52 -122.66 25, Austin 30.27 -97.74 25, Pittsburgh 40.44 -79.98 24, Sacramento 38.58 -121.48 24,
Las Vegas 36.17 -115.15 23, Cincinnati 39.12 -84.51 23, Kansas City 39.09 -94.58 22, Columbus 39.97 -83.00 22,
Cleveland 41.49 -81.68 21, Indianapolis 39.77 -86.16 21, Nashville 36.16 -86.78 21, San Jose 37.34 -121.89 19,
Virginia Beach 36.85 -76.10 18, Jacksonville 30.33 -81.66 17, Providence 41.82 -71.41 17, Milwaukee 43.04 -87.92 15,
Raleigh 35.78 -78.64 15, Oklahoma City 35.47 -97.52 15, Louisville 38.25 -85.76 14, Richmond 37.54 -77.44 13,
Memphis 35.13 -90.02 13, Salt Lake City 40.76 -111.89 13, Birmingham 33.52 -86.80 12, Fresno 36.75 -119.79 12,
Grand Rapids 42.96 -85.66 11, Buffalo 42.89 -78.87 11, Hartford 41.76 -72.68 11, Tucson 32.22 -110.96 10,
Rochester 43.16 -77.61 10, Tulsa 36.15 -95.98 10, Honolulu 21.31 -157.85 10, Omaha 41.26 -95.95 10,
New Orleans 29.96 -90.08 10, Greenville 34.85 -82.39 9, Albuquerque 35.09 -106.64 9, Bakersfield 35.37 -119.02 9,
Albany 42.66 -73.76 9, Knoxville 35.97 -83.93 9, Baton Rouge 30.45 -91.15 9, El Paso 31.77 -106.46 9,
McAllen 26.21 -98.23 9, Boise 43.61 -116.21 8, Columbia 34.01 -81.03 8, Charleston 32.79 -79.95 8,
Dayton 39.76 -84.19 8, Colorado Springs 38.84 -104.81 8, Little Rock 34.74 -92.31 7, Des Moines 41.59 -93.62 7,
Madison 43.07 -89.40 7, Spokane 47.66 -117.42 6, Jackson 32.30 -90.18 6, Wichita 37.69 -97.33 6,
Portland 43.66 -70.26 6, Reno 39.53 -119.81 5, Manchester 42.99 -71.46 4, Anchorage 61.20 -149.88 4,
Sioux Falls 43.55 -96.73 3, Fargo 46.88 -96.80 3, Burlington 44.48 -73.22 2, Billings 45.78 -108.51 2,
Missoula 46.87 -113.99 1, Cheyenne 41.14 -104.82 1, Charleston 38.35 -81.63 2, San Juan 18.45 -66.08 8
`;

interface City {
  name: string;
  latitude: number;
  longitude: number;
  weight: number;
}

const CITIES: readonly City[] = CITY_LIST.trim()
  .split(/,\s*/)
  .map((entry) => {
    const words = entry.split(' ');
    const [latitude = 0, longitude = 0, weight = 0] = words.splice(-3).map(Number);
    return { name: words.join(' '), latitude, longitude, weight };
  });

/** One area code per state. */
const AREA_CODES = `
AL 205 AK 907 AZ 602 AR 501 CA 213 CO 303 CT 203 DE 302 DC 202 FL 305 GA 404 HI 808 ID 208 IL 312 IN 317 IA 515 KS 316
KY 502 LA 504 ME 207 MD 301 MA 617 MI 313 MN 612 MS 601 MO 314 MT 406 NE 402 NV 702 NH 603 NJ 201 NM 505 NY 212 NC 704
ND 701 OH 216 OK 405 OR 503 PA 215 RI 401 SC 803 SD 605 TN 615 TX 214 UT 801 VT 802 VA 804 WA 206 WV 304 WI 414 WY 307
PR 787 VI 340 GU 671 AS 684 MP 670
`;

const statesAndCodes = AREA_CODES.trim().split(/\s+/);
const CODE_BY_STATE = new Map(statesAndCodes.map((word, index) => [word, statesAndCodes[index + 1] ?? '']));

function areaCode(state: string): string | undefined {
  return CODE_BY_STATE.get(state);
}

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

const orderOf = ({ zip }: { zip: string }) => Number(zip) + (zip.startsWith('0') ? 100_000 : 0);

/** Makes store locations, mostly in cities in proportion to their population. */
export async function createLocations(random: Random, names: Names) {
  const { zips } = await readPlaces();
  // New places change few random choices in this order, which is that of earlier releases.
  zips.sort((a, b) => orderOf(a) - orderOf(b));
  const places = zips.flatMap(({ latitude, longitude, ...zip }): Place[] =>
    latitude !== null && longitude !== null && areaCode(zip.state) !== undefined
      ? [{ ...zip, latitude, longitude }]
      : [],
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
