import { businessName } from './names.ts';
import { pickZip } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { SURNAMES } from './words.ts';

/** A location with its business; a business's locations follow each other. */
export interface GeneratedStore {
  id: string;
  businessId: string;
  name: string;
  /** The first one is the type. */
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

/** Of a hundred businesses, so many are of each category, 1 to 19. */
const SHARES = [7, 5, 4, 12, 3, 3, 7, 11, 19, 2, 3, 2, 3, 2, 3, 7, 4, 2, 1];
const CATEGORIES = SHARES.flatMap((share, index) => new Array<number>(share).fill(index + 1));

/** When the first row was made, in milliseconds; rows of the same millisecond have their ids in no order. */
const EPOCH = Date.UTC(2026, 0, 1);
const ROWS_A_MILLISECOND = 500;

/** A time-ordered UUID (version 7). */
function uuid(random: Random, row: number): string {
  const time = (EPOCH + Math.floor(row / ROWS_A_MILLISECOND)).toString(16).padStart(12, '0');
  const rest = `7${random.hex(3)}${'89ab'[random.below(4)]}${random.hex(15)}`;
  const text = time + rest;
  return [0, 8, 12, 16, 20].map((at, part) => text.slice(at, [8, 12, 16, 20, 32][part])).join('-');
}

function categoriesOf(random: Random): number[] {
  const chosen = new Set([random.pick(CATEGORIES)]);
  while (random.chance(0.25) && chosen.size < 5) chosen.add(random.pick(CATEGORIES));
  return [...chosen];
}

function placeOf(random: Random) {
  const { zip, city, state, latitude, longitude } = pickZip(random);
  // One in ten has the middle of its ZIP code, as files have it that were placed by ZIP code alone.
  const spread = random.chance(0.1) ? 0 : 0.02;
  return {
    street1: `${1 + random.below(9999)} ${random.pickSkewed(SURNAMES, 1.5)} St`,
    city,
    state,
    zip,
    latitude: Number((latitude + random.normal() * spread).toFixed(6)),
    longitude: Number((longitude + random.normal() * spread).toFixed(6)),
  };
}

const NO_PLACE = { street1: null, city: null, state: null, zip: null, latitude: null, longitude: null };

/** How many locations a business has: mostly one, sometimes a handful, seldom a chain across the country. */
function locationsOf(random: Random, count: number): number {
  if (random.chance(0.94)) return 1;
  if (random.chance(0.99)) return 2 + random.below(6);
  return 10 + Math.floor(Math.min(count / 200, 2_000) * random.next() ** 3);
}

function business(random: Random, row: number): Business {
  const categories = categoriesOf(random);
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
 * So many believable stores, the same for the same seed: as dense as people live, with chains, businesses of equal
 * names, equal places, several categories, 2 % national ones (half of them without a place), 1 % unlisted.
 */
export function* generateStores(wanted: { count: number; seed: number }): Generator<GeneratedStore> {
  const random = createRandom(wanted.seed);
  const { count } = wanted;
  let made = 0;
  const store = (owner: Business, place: typeof NO_PLACE | ReturnType<typeof placeOf>): GeneratedStore => {
    made += 1;
    const phone = `${200 + random.below(800)}-555-${String(random.below(10_000)).padStart(4, '0')}`;
    return { id: uuid(random, made), ...owner, ...place, phone };
  };
  while (made < count) {
    const owner = business(random, made);
    const locations = locationsOf(random, count);
    owner.isNational = random.chance(locations > 9 ? 0.04 : 0.016);
    // Sold everywhere: a row that stands for no place. Of the others, very few have none.
    if (random.chance(owner.isNational ? 0.7 : 0.001)) {
      yield store(owner, NO_PLACE);
      if (locations === 1) continue;
    }
    for (let location = 0; location < locations && made < count; location++)
      yield store(owner, placeOf(random));
  }
}
