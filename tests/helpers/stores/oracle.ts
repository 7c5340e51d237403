import { BUSINESS_CATEGORIES } from '#server/stores/category.shared.ts';
import type { SavingsSearch } from '#server/stores/search/savings-search.schema.ts';
import type { GeneratedStore } from './generate.ts';
import { compareText, Dictionary, foldedCity, foldedWords, type Meaning } from './oracle-words.ts';
import type { Zip } from './places.ts';

const EARTH_MILES = 3958.7613;
const TYPES: string[] = Object.values(BUSINESS_CATEGORIES).toSorted(compareText);
const TYPE_OF = new Map(Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => [Number(value), name]));

interface Point {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;

/** The haversine formula. */
function miles(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const narrow = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(north * north + narrow * east * east)));
}

export interface Expected {
  /** Every match in the order asked for. */
  stores: GeneratedStore[];
  /** Of each of them; null without a place. */
  miles: Array<number | null>;
  searchedInstead: string | null;
  /** A store lies on the circle itself, as far as floating point tells: in or out, both are right. */
  isBorderline: boolean;
}

interface Candidate {
  store: GeneratedStore;
  /** As the dictionary numbers them. */
  words: number[];
  type: string;
}

interface Found {
  candidate: Candidate;
  miles: number | null;
}

/** The search as it is meant, told a second time and slowly: every store is looked at. */
export class Oracle {
  readonly #stores: ReadonlyMap<string, GeneratedStore>;
  readonly #places: ReadonlyArray<Zip & { key: string }>;
  /** In the order of their names. */
  #candidates: Candidate[] = [];
  #dictionary = new Dictionary();

  constructor(stores: ReadonlyMap<string, GeneratedStore>, places: readonly Zip[]) {
    this.#stores = stores;
    this.#places = places.map((place) => ({ ...place, key: foldedCity(place.city) }));
    this.refresh();
  }

  /** To be called when stores have changed. */
  refresh(): void {
    const dictionary = new Dictionary();
    const named = new Map<string, { words: number[]; key: Buffer }>();
    const listed: Array<Candidate & { key: Buffer }> = [];
    for (const store of this.#stores.values()) {
      const { name, categories, isListed } = store;
      if (!isListed) continue;
      const known = named.get(name) ?? {
        words: [...new Set(foldedWords(name))].map((word) => dictionary.numberOf(word)),
        key: Buffer.from(name.toLowerCase()),
      };
      named.set(name, known);
      for (const word of known.words) dictionary.count(word);
      const type = TYPE_OF.get(categories[0] ?? 0) ?? '';
      listed.push({ store, ...known, type });
    }
    listed.sort((a, b) => Buffer.compare(a.key, b.key) || (a.store.id < b.store.id ? -1 : 1));
    this.#candidates = listed;
    this.#dictionary = dictionary;
  }

  /** The centre that a search measures from; undefined where it names no place, null where that is unknown. */
  center({ zip, city, state }: Pick<SavingsSearch, 'zip' | 'city' | 'state'>): Point | null | undefined {
    if (zip) return this.#places.find((place) => place.zip === zip.slice(0, 5)) ?? null;
    if (!city) return undefined;
    const wanted = foldedCity(city);
    const parts = this.#places.filter((place) => place.state === state && place.key === wanted);
    if (parts.length === 0) return null;
    const mean = (value: (place: Zip) => number) =>
      parts.reduce((sum, one) => sum + value(one), 0) / parts.length;
    return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
  }

  /** What each typed word stands for; null for signs alone. */
  #meanings(name: string | null): Meaning[] | null {
    if (!name) return [];
    const typed = [...new Set(foldedWords(name))];
    return typed.length === 0 ? null : typed.map((word) => this.#dictionary.meaning(word));
  }

  /** Null where the place is unknown. */
  search(search: SavingsSearch): Expected | null {
    const center = this.center(search);
    if (center === null) return null;
    const meanings = this.#meanings(search.name);
    if (!meanings) return { stores: [], miles: [], searchedInstead: null, isBorderline: false };
    const found: Found[] = [];
    let isBorderline = false;
    for (const candidate of this.#candidates) {
      const { store, words, type } = candidate;
      if (search.category && !store.categories.includes(search.category)) continue;
      if (search.type && type !== search.type) continue;
      if (!meanings.every(({ fits }) => words.some((word) => fits[word] === 1))) continue;
      const { latitude, longitude } = store;
      const away =
        center && latitude !== null && longitude !== null ? miles(center, { latitude, longitude }) : null;
      if (away !== null && Math.abs(away - search.distance) < 1e-6) isBorderline = true;
      const isNear = away !== null && away <= search.distance;
      const isWanted = search.national && store.isNational;
      if (center ? isNear || isWanted : isWanted || !search.national) found.push({ candidate, miles: away });
    }
    const sorted = inOrder(found, search.sortBy);
    return {
      stores: sorted.map(({ candidate }) => candidate.store),
      miles: sorted.map((one) => one.miles),
      searchedInstead: meanings.some(({ isLike }) => isLike)
        ? meanings.map(({ spelled }) => spelled).join(' ')
        : null,
      isBorderline,
    };
  }
}

/** They come in the order of names, which stays the order among equals. */
function inOrder(found: Found[], sortBy: SavingsSearch['sortBy']): Found[] {
  if (sortBy === 2) return found.toReversed();
  if (sortBy === 5) {
    return found.toSorted((a, b) => (a.miles ?? Number.MAX_VALUE) - (b.miles ?? Number.MAX_VALUE));
  }
  if (sortBy === 1) return found;
  const byType = Map.groupBy(found, ({ candidate }) => candidate.type);
  const types = sortBy === 3 ? TYPES : TYPES.toReversed();
  return types.flatMap((type) => byType.get(type) ?? []);
}
