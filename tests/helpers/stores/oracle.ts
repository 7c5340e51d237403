import { BUSINESS_CATEGORIES } from '#server/stores/category.shared.ts';
import type { SavingsSearch } from '#server/stores/search/savings-search.schema.ts';
import type { GeneratedStore } from './generate.ts';
import { compareText, Dictionary, foldedCity, foldedWords, type WordMatch } from './oracle-words.ts';
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
  /** Every match, in the requested order. */
  stores: GeneratedStore[];
  /** The distance of each match, or null without a place. */
  miles: Array<number | null>;
  searchedInstead: string | null;
  /** A store is so close to the search radius that floating point decides. Including or excluding it is right. */
  isBorderline: boolean;
}

interface Candidate {
  store: GeneratedStore;
  /** The words' numbers in the dictionary. */
  words: number[];
  type: string;
}

interface Hit {
  candidate: Candidate;
  miles: number | null;
}

/** A simple second implementation of the search. It checks every store. */
export class Oracle {
  readonly #stores: ReadonlyMap<string, GeneratedStore>;
  readonly #places: ReadonlyArray<Zip & { key: string }>;
  /** Sorted by name. */
  #candidates: Candidate[] = [];
  #dictionary = new Dictionary();

  constructor(stores: ReadonlyMap<string, GeneratedStore>, places: readonly Zip[]) {
    this.#stores = stores;
    this.#places = places.map((place) => ({ ...place, key: foldedCity(place.city) }));
    this.refresh();
  }

  /** Call this after stores change. */
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

  /** The center of the search. Undefined if the search has no place, null if the place is unknown. */
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

  /** The matches of each search word. Null if the name contains no letters or digits. */
  #matchWords(name: string | null): WordMatch[] | null {
    if (!name) return [];
    const searchWords = [...new Set(foldedWords(name))];
    return searchWords.length === 0 ? null : searchWords.map((word) => this.#dictionary.match(word));
  }

  /** Null if the place is unknown. */
  search(search: SavingsSearch): Expected | null {
    const center = this.center(search);
    if (center === null) return null;
    const wordMatches = this.#matchWords(search.name);
    if (!wordMatches) return { stores: [], miles: [], searchedInstead: null, isBorderline: false };
    const hits: Hit[] = [];
    let isBorderline = false;
    for (const candidate of this.#candidates) {
      const { store, words, type } = candidate;
      if (search.category && !store.categories.includes(search.category)) continue;
      if (search.type && type !== search.type) continue;
      if (!wordMatches.every(({ matches }) => words.some((word) => matches[word] === 1))) continue;
      const { latitude, longitude } = store;
      const distanceMiles =
        center && latitude !== null && longitude !== null ? miles(center, { latitude, longitude }) : null;
      if (distanceMiles !== null && Math.abs(distanceMiles - search.distance) < 1e-6) isBorderline = true;
      const isNear = distanceMiles !== null && distanceMiles <= search.distance;
      const isNationalMatch = search.national && store.isNational;
      if (center ? isNear || isNationalMatch : isNationalMatch || !search.national)
        hits.push({ candidate, miles: distanceMiles });
    }
    const sorted = sortStores(hits, search.sortBy);
    return {
      stores: sorted.map(({ candidate }) => candidate.store),
      miles: sorted.map((one) => one.miles),
      searchedInstead: wordMatches.some(({ isCorrected }) => isCorrected)
        ? wordMatches.map(({ spelled }) => spelled).join(' ')
        : null,
      isBorderline,
    };
  }
}

/** The stores arrive sorted by name, which stays the order among equals. */
function sortStores(hits: Hit[], sortBy: SavingsSearch['sortBy']): Hit[] {
  if (sortBy === 2) return hits.toReversed();
  if (sortBy === 5) {
    return hits.toSorted((a, b) => (a.miles ?? Number.MAX_VALUE) - (b.miles ?? Number.MAX_VALUE));
  }
  if (sortBy === 1) return hits;
  const byType = Map.groupBy(hits, ({ candidate }) => candidate.type);
  const types = sortBy === 3 ? TYPES : TYPES.toReversed();
  return types.flatMap((type) => byType.get(type) ?? []);
}
