import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { CATEGORY_WORDS } from '#server/domains/stores/search/category-words.ts';
import type { SavingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import type { GeneratedStore } from './generate.ts';
import {
  compareText,
  Dictionary,
  foldedCity,
  foldedQuery,
  foldedWords,
  type WordMatch,
} from './oracle-words.ts';
import type { ZipCode } from './places.ts';

const EARTH_MILES = 3958.7613;
const CATEGORY_NAMES: string[] = Object.values(BUSINESS_CATEGORIES).toSorted(compareText);
const CATEGORY_NAME_BY_VALUE = new Map(
  Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => [Number(value), name]),
);

interface Point {
  latitude: number;
  longitude: number;
}

const RADIANS = Math.PI / 180;

/** Returns the distance in miles, by the haversine formula. */
function miles(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const cosines = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(north * north + cosines * east * east)));
}

export interface OracleResult {
  /** Every match, in the requested order. */
  stores: GeneratedStore[];
  /** The distance of each match; null if the search or the store has no place. */
  miles: Array<number | null>;
  correctedTerms: string | null;
  /**
   * True if a store is so close to the search radius that floating-point error decides whether it matches.
   */
  isBorderline: boolean;
}

interface ListedStore {
  store: GeneratedStore;
  /** The words' numbers in the dictionary. */
  words: number[];
  type: string;
}

interface Match {
  candidate: ListedStore;
  miles: number | null;
}

/** A simple second implementation of the search, which checks every listed store. */
export class Oracle {
  readonly #stores: ReadonlyMap<string, GeneratedStore>;
  readonly #places: ReadonlyArray<ZipCode & { key: string }>;
  /** Sorted by name. */
  #candidates: ListedStore[] = [];
  #dictionary = new Dictionary();

  constructor(stores: ReadonlyMap<string, GeneratedStore>, places: readonly ZipCode[]) {
    this.#stores = stores;
    this.#places = places.map((place) => ({ ...place, key: foldedCity(place.city) }));
    this.refresh();
  }

  /** Call this after stores change. */
  refresh(): void {
    const dictionary = new Dictionary();
    const entryByName = new Map<string, { words: number[]; key: Buffer }>();
    const listedStores: Array<ListedStore & { key: Buffer }> = [];
    for (const store of this.#stores.values()) {
      const { name, categories, isListed } = store;
      if (!isListed) continue;
      const nameEntry = entryByName.get(name) ?? {
        words: [...new Set(foldedWords(name))].map((word) => dictionary.getNumber(word)),
        key: Buffer.from(name.toLowerCase()),
      };
      entryByName.set(name, nameEntry);
      for (const word of nameEntry.words) dictionary.countStore(word);
      const type = CATEGORY_NAME_BY_VALUE.get(categories[0] ?? 0) ?? '';
      listedStores.push({ store, ...nameEntry, type });
    }
    listedStores.sort((a, b) => Buffer.compare(a.key, b.key) || (a.store.id < b.store.id ? -1 : 1));
    this.#candidates = listedStores;
    this.#dictionary = dictionary;
  }

  /** Returns the center of the search. Undefined if the search has no place, null if the place is unknown. */
  findCenter({ zip, city, state }: Pick<SavingsSearch, 'zip' | 'city' | 'state'>): Point | null | undefined {
    if (zip) return this.#places.find((place) => place.zip === zip.slice(0, 5)) ?? null;
    if (!city) return undefined;
    const cityKey = foldedCity(city);
    const cityZips = this.#places.filter((place) => place.state === state && place.key === cityKey);
    if (cityZips.length === 0) return null;
    // The ZIP code nearest to the median.
    const median = (value: (place: ZipCode) => number) =>
      cityZips.map(value).toSorted((a, b) => a - b)[Math.floor(cityZips.length / 2)] ?? 0;
    const middle = {
      latitude: median(({ latitude }) => latitude),
      longitude: median(({ longitude }) => longitude),
    };
    return cityZips.reduce((nearest, zip) => (miles(zip, middle) < miles(nearest, middle) ? zip : nearest));
  }

  /**
   * Returns the matches of each search word, or none if there is no name. Null if the name contains no
   * letters or digits.
   */
  #matchWords(name: string | null): WordMatch[] | null {
    if (!name) return [];
    const searchWords = [...new Set(foldedQuery(name))];
    return searchWords.length === 0 ? null : searchWords.map((word) => this.#dictionary.match(word));
  }

  /** Returns null if the place is unknown. */
  search(search: SavingsSearch): OracleResult | null {
    const result = this.#searchNames(search);
    if (!result || result.stores.length > 0 || result.isBorderline) return result;
    for (const name of this.#otherSpellings(search.name ?? '')) {
      const otherResult = this.#searchNames({ ...search, name });
      if (otherResult?.isBorderline) return otherResult;
      if (otherResult && otherResult.stores.length > 0)
        return { ...otherResult, correctedTerms: otherResult.correctedTerms ?? name };
    }
    const words = foldedWords(search.name ?? '');
    if (search.category || words.length !== 1) return result;
    const [category] =
      Object.entries(CATEGORY_WORDS).find(([, known]) => known.split(' ').includes(words.join())) ?? [];
    if (category === undefined) return result;
    const categoryResult = this.#searchNames({ ...search, name: null, category: Number(category) });
    return (
      categoryResult && {
        ...categoryResult,
        correctedTerms: CATEGORY_NAME_BY_VALUE.get(Number(category)) ?? null,
      }
    );
  }

  /** The text with joined words written apart, then with each two words written together. */
  #otherSpellings(name: string): string[] {
    const words = foldedQuery(name);
    if (words.length > 5) return [];
    const apart = words.map((word) => this.#dictionary.splitWord(word)).join(' ');
    const together = words.slice(0, -1).map((_, at) => {
      const [before, after] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
      return before + after;
    });
    return apart === words.join(' ') ? together : [apart, ...together];
  }

  #searchNames(search: SavingsSearch): OracleResult | null {
    const center = this.findCenter(search);
    if (center === null) return null;
    const wordMatches = this.#matchWords(search.name);
    if (!wordMatches) return { stores: [], miles: [], correctedTerms: null, isBorderline: false };
    const hits: Match[] = [];
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
      const isInRadius = distanceMiles !== null && distanceMiles <= search.distance;
      const isNationalMatch = search.national && store.isNational;
      if (center ? isInRadius || isNationalMatch : isNationalMatch || !search.national)
        hits.push({ candidate, miles: distanceMiles });
    }
    const sorted = sortStores(hits, search.sortBy);
    return {
      stores: sorted.map(({ candidate }) => candidate.store),
      miles: sorted.map((match) => match.miles),
      correctedTerms: wordMatches.some(({ isCorrected }) => isCorrected)
        ? wordMatches.map(({ text: spelled }) => spelled).join(' ')
        : null,
      isBorderline,
    };
  }
}

/** `hits` must be sorted by name, which decides the order of ties. */
function sortStores(hits: Match[], sortBy: SavingsSearch['sortBy']): Match[] {
  if (sortBy === 2) return hits.toReversed();
  if (sortBy === 5) {
    return hits.toSorted((a, b) => (a.miles ?? Number.MAX_VALUE) - (b.miles ?? Number.MAX_VALUE));
  }
  if (sortBy === 1) return hits;
  const byType = Map.groupBy(hits, ({ candidate }) => candidate.type);
  const types = sortBy === 3 ? CATEGORY_NAMES : CATEGORY_NAMES.toReversed();
  return types.flatMap((type) => byType.get(type) ?? []);
}
