import { businessName } from './names.ts';
import { pickZip } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { SURNAMES } from './words.ts';

/** A location with its business. The locations of a business are generated one after another. */
export interface GeneratedStore {
  id: string;
  businessId: string;
  name: string;
  /** The first category is the business's type. */
  categories: number[];
  isPremier: boolean;
  isNational: boolean;
  isListed: boolean;
  isMembersOnly: boolean;
  street1: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string;
  latitude: number | null;
  longitude: number | null;
}

type Business = Pick<
  GeneratedStore,
  'businessId' | 'name' | 'categories' | 'isPremier' | 'isNational' | 'isListed' | 'isMembersOnly'
>;

/** The approximate percentage of businesses in each category, from 1 to 19. */
const CATEGORY_PERCENTAGES = [7, 5, 4, 12, 3, 3, 7, 11, 19, 2, 3, 2, 3, 2, 3, 7, 4, 2, 1];
const CATEGORIES = CATEGORY_PERCENTAGES.flatMap((share, index) => new Array<number>(share).fill(index + 1));

/** The creation time of the first row. Rows of the same millisecond have ids in random order. */
const EPOCH = Date.UTC(2026, 0, 1);
const ROWS_PER_MILLISECOND = 500;

/** Makes a time-ordered UUID (version 7). */
function uuid(random: Random, row: number): string {
  const time = (EPOCH + Math.floor(row / ROWS_PER_MILLISECOND)).toString(16).padStart(12, '0');
  const rest = `7${random.hex(3)}${'89ab'[random.below(4)]}${random.hex(15)}`;
  const text = time + rest;
  return [0, 8, 12, 16, 20].map((start, part) => text.slice(start, [8, 12, 16, 20, 32][part])).join('-');
}

function pickCategories(random: Random): number[] {
  const categories = new Set([random.pick(CATEGORIES)]);
  while (random.chance(0.25) && categories.size < 5) categories.add(random.pick(CATEGORIES));
  return [...categories];
}

function pickLocation(random: Random) {
  const { zip, city, state, latitude, longitude } = pickZip(random);
  // One store in ten is at the center of its ZIP code, like imported stores without coordinates.
  const maxOffset = random.chance(0.1) ? 0 : 0.02;
  return {
    street1: `${1 + random.below(9999)} ${random.pickSkewed(SURNAMES, 1.5)} St`,
    city,
    state,
    zip,
    latitude: Number((latitude + random.normal() * maxOffset).toFixed(6)),
    longitude: Number((longitude + random.normal() * maxOffset).toFixed(6)),
  };
}

const NO_LOCATION = { street1: null, city: null, state: null, zip: null, latitude: null, longitude: null };

/** Picks the number of locations of a business: usually one, sometimes a few, rarely a large chain. */
function countLocations(random: Random, count: number): number {
  if (random.chance(0.94)) return 1;
  if (random.chance(0.99)) return 2 + random.below(6);
  return 10 + Math.floor(Math.min(count / 200, 2_000) * random.next() ** 3);
}

function business(random: Random, row: number): Business {
  const categories = pickCategories(random);
  return {
    businessId: uuid(random, row),
    name: businessName(random, categories[0] ?? 1),
    categories,
    isPremier: random.chance(0.08),
    isNational: false,
    isListed: random.chance(0.99),
    isMembersOnly: random.chance(0.1),
  };
}

/**
 * Generates realistic stores from a seed: distributed like the population, with chains, businesses with the
 * same name, shared coordinates, and several categories. About 2% are national (about half of them without a
 * place), and about 1% are unlisted.
 */
export function* generateStores(options: { count: number; seed: number }): Generator<GeneratedStore> {
  const random = createRandom(options.seed);
  const { count } = options;
  let rowCount = 0;
  const store = (
    owner: Business,
    place: typeof NO_LOCATION | ReturnType<typeof pickLocation>,
  ): GeneratedStore => {
    rowCount += 1;
    const phone = `${200 + random.below(800)}-555-${String(random.below(10_000)).padStart(4, '0')}`;
    return { id: uuid(random, rowCount), ...owner, ...place, phone };
  };
  while (rowCount < count) {
    const owner = business(random, rowCount);
    const locationCount = countLocations(random, count);
    owner.isNational = random.chance(locationCount > 9 ? 0.04 : 0.016);
    // Most national businesses have a row without a place; very few others do.
    if (random.chance(owner.isNational ? 0.7 : 0.001)) {
      yield store(owner, NO_LOCATION);
      if (locationCount === 1) continue;
    }
    for (let location = 0; location < locationCount && rowCount < count; location++)
      yield store(owner, pickLocation(random));
  }
}
