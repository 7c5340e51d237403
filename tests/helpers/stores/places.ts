import { readPlaces } from '#db/places/place-file.ts';
import type { Random } from './random.ts';

export interface ZipCode {
  zip: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/**
 * A central ZIP code of each of the largest metropolitan areas, and some others, with the area's population
 * in millions.
 */
const METROS: ReadonlyArray<readonly [zip: string, millions: number]> = [
  ...([
    ['10001', 19.6],
    ['90012', 12.9],
    ['60602', 9.4],
    ['75201', 7.9],
    ['77002', 7.3],
    ['20001', 6.4],
  ] as const),
  ...([
    ['19102', 6.2],
    ['33130', 6.1],
    ['30303', 6.2],
    ['02108', 4.9],
    ['85003', 5],
    ['94103', 4.6],
  ] as const),
  ...([
    ['92501', 4.7],
    ['48226', 4.3],
    ['98101', 4],
    ['55401', 3.7],
    ['92101', 3.3],
    ['33602', 3.3],
  ] as const),
  ...([
    ['80202', 3],
    ['21201', 2.8],
    ['63101', 2.8],
    ['32801', 2.8],
    ['28202', 2.8],
    ['78205', 2.7],
  ] as const),
  ...([
    ['97204', 2.5],
    ['95814', 2.4],
    ['15222', 2.4],
    ['78701', 2.4],
    ['89101', 2.3],
    ['45202', 2.3],
  ] as const),
  ...([
    ['64106', 2.2],
    ['43215', 2.2],
    ['46204', 2.1],
    ['44113', 2.2],
    ['95113', 1.9],
    ['37201', 2.1],
  ] as const),
  ...([
    ['23510', 1.8],
    ['02903', 1.7],
    ['53202', 1.6],
    ['32202', 1.7],
    ['73102', 1.5],
    ['27601', 1.5],
  ] as const),
  ...([
    ['38103', 1.3],
    ['23219', 1.3],
    ['40202', 1.3],
    ['84101', 1.3],
    ['70112', 1.2],
    ['14202', 1.2],
  ] as const),
  ...([
    ['35203', 1.1],
    ['87102', 0.9],
    ['96813', 1],
    ['68102', 1],
    ['00901', 2],
    ['83702', 0.8],
  ] as const),
];

const MILES_PER_DEGREE = 69;
/** The distance from the center, in miles, over which the population falls by a factor of e. */
const FALL_OFF_MILES = 16;

const { zips: allZips } = await readPlaces();

function readZips(): ZipCode[] {
  const usableZips: ZipCode[] = [];
  for (const { latitude, longitude, ...zip } of allZips) {
    // Skip military addresses, and places in the Eastern Hemisphere.
    if (latitude !== null && longitude !== null && longitude <= 0)
      usableZips.push({ ...zip, latitude, longitude });
  }
  return usableZips.sort((a, b) => (a.zip < b.zip ? -1 : 1));
}

/** The population of a ZIP code outside the metropolitan areas, in millions. */
const RURAL_MILLIONS = 0.002;

/** Estimates the population of each ZIP code, in millions. */
function estimatePopulations(zips: readonly ZipCode[]): number[] {
  const zipByCode = new Map(zips.map((zip) => [zip.zip, zip]));
  const populations = zips.map(() => RURAL_MILLIONS);
  for (const [centerZip, millions] of METROS) {
    const center = zipByCode.get(centerZip);
    if (!center) throw new Error(`There is no ZIP code ${centerZip}`);
    const weights = zips.map(({ latitude, longitude }) => {
      const north = (latitude - center.latitude) * MILES_PER_DEGREE;
      if (Math.abs(north) > 100) return 0;
      const east = (longitude - center.longitude) * MILES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
      return Math.exp(-Math.hypot(north, east) / FALL_OFF_MILES);
    });
    const sum = weights.reduce((total, share) => total + share, 0);
    for (const [index, share] of weights.entries())
      populations[index] = (populations[index] ?? 0) + (millions * share) / sum;
  }
  return populations;
}

let weightedZips: { zips: ZipCode[]; sums: number[] } | undefined;

function loadWeightedZips(): { zips: ZipCode[]; sums: number[] } {
  if (weightedZips) return weightedZips;
  const zips = readZips();
  let sum = 0;
  weightedZips = { zips, sums: estimatePopulations(zips).map((weight) => (sum += weight)) };
  return weightedZips;
}

/** Picks a random ZIP code, weighted by population. */
export function pickZip(random: Random): ZipCode {
  const { zips, sums } = loadWeightedZips();
  const targetPopulation = random.next() * (sums.at(-1) ?? 0);
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const centerZip = (low + high) >> 1;
    if ((sums[centerZip] ?? 0) > targetPopulation) high = centerZip;
    else low = centerZip + 1;
  }
  const zip = zips[low];
  if (!zip) throw new Error('There are no ZIP codes');
  return zip;
}

/** Returns all city names. They supply rare words for generated business names. */
export function cityNames(): string[] {
  return [...new Set(loadWeightedZips().zips.map(({ city }) => city))];
}
