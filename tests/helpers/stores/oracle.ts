import { BUSINESS_CATEGORIES } from '#server/stores/category.schema.ts';
import type { SavingsSearch } from '#server/stores/savings-search.schema.ts';
import type { GeneratedStore } from './generate.ts';
import { compareText, Dictionary, foldedCity, foldedWords } from './oracle-words.ts';
import type { Zip } from './places.ts';

const EARTH_MILES = 3958.7613;
const TYPES: string[] = Object.values(BUSINESS_CATEGORIES).toSorted(compareText);
const TYPE_OF = new Map(Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => [Number(value), name]));

interface Point {
  latitude: number;
  longitude: number;
}

/** The haversine formula. */
function miles(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const chord = north * north + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * east * east;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
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
  words: string[];
  type: string;
}

/** The search as it is meant, told a second time and slowly: every store is looked at. */
export class Oracle {
  readonly #stores: ReadonlyMap<string, GeneratedStore>;
  readonly #places: readonly Zip[];
  #candidates: Candidate[] = [];
  #dictionary = new Dictionary(new Map());

  constructor(stores: ReadonlyMap<string, GeneratedStore>, places: readonly Zip[]) {
    this.#stores = stores;
    this.#places = places;
    this.refresh();
  }

  /** To be called when stores have changed. */
  refresh(): void {
    const named = new Map<string, Pick<Candidate, 'words'> & { key: Buffer }>();
    for (const { name } of this.#stores.values()) {
      if (!named.has(name)) {
        named.set(name, { words: [...new Set(foldedWords(name))], key: Buffer.from(name.toLowerCase()) });
      }
    }
    const listed = [...this.#stores.values()].filter(({ isListed }) => isListed);
    const keyOf = (store: GeneratedStore) => named.get(store.name)?.key ?? Buffer.alloc(0);
    listed.sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)) || (a.id < b.id ? -1 : 1));
    this.#candidates = listed.map((store) => ({
      store,
      words: named.get(store.name)?.words ?? [],
      type: TYPE_OF.get(store.categories[0] ?? 0) ?? '',
    }));
    const counts = new Map<string, number>();
    for (const { words } of this.#candidates) {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    this.#dictionary = new Dictionary(counts);
  }

  /** The centre that a search measures from; undefined where it names no place, null where that is unknown. */
  center({ zip, city, state }: Pick<SavingsSearch, 'zip' | 'city' | 'state'>): Point | null | undefined {
    if (zip) return this.#places.find((place) => place.zip === zip.slice(0, 5)) ?? null;
    if (!city) return undefined;
    const parts = this.#places.filter(
      (place) => place.state === state && foldedCity(place.city) === foldedCity(city),
    );
    if (parts.length === 0) return null;
    const mean = (value: (place: Zip) => number) =>
      parts.reduce((sum, one) => sum + value(one), 0) / parts.length;
    return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
  }

  /** Each typed word as a test of a name's words; what it is spelled like; null for signs alone. */
  #named(name: string | null) {
    if (!name) return { tests: [], searchedInstead: null };
    const typed = [...new Set(foldedWords(name))];
    if (typed.length === 0) return null;
    const terms = typed.map((word) => {
      if (this.#dictionary.has(word))
        return { spelled: word, isLike: false, test: (one: string) => one.includes(word) };
      const like = this.#dictionary.like(word);
      const stand = new Set(like);
      return { spelled: like[0] ?? word, isLike: like.length > 0, test: (one: string) => stand.has(one) };
    });
    return {
      tests: terms.map(({ test }) => test),
      searchedInstead: terms.some(({ isLike }) => isLike)
        ? terms.map(({ spelled }) => spelled).join(' ')
        : null,
    };
  }

  search(search: SavingsSearch): Expected | null {
    const center = this.center(search);
    if (center === null) return null;
    const named = this.#named(search.name);
    if (!named) return { stores: [], miles: [], searchedInstead: null, isBorderline: false };
    const found: Array<Candidate & { miles: number | null }> = [];
    let isBorderline = false;
    for (const candidate of this.#candidates) {
      const { store, words, type } = candidate;
      if (search.category && !store.categories.includes(search.category)) continue;
      if (search.type && type !== search.type) continue;
      if (!named.tests.every((test) => words.some(test))) continue;
      const { latitude, longitude } = store;
      const away =
        center && latitude !== null && longitude !== null ? miles(center, { latitude, longitude }) : null;
      if (away !== null && Math.abs(away - search.distance) < 1e-6) isBorderline = true;
      const isNear = away !== null && away <= search.distance;
      const fits = center
        ? isNear || (search.national && store.isNational)
        : !search.national || store.isNational;
      if (fits) found.push({ ...candidate, miles: away });
    }
    const byType = (one: Candidate) => TYPES.indexOf(one.type);
    const far = (one: { miles: number | null }) => one.miles ?? Number.MAX_VALUE;
    // They come in the order of names, and sorting keeps that order among equals.
    if (search.sortBy === 2) found.reverse();
    if (search.sortBy === 3) found.sort((a, b) => byType(a) - byType(b));
    if (search.sortBy === 4) found.sort((a, b) => byType(b) - byType(a));
    if (search.sortBy === 5) found.sort((a, b) => far(a) - far(b));
    return {
      stores: found.map(({ store }) => store),
      miles: found.map((one) => one.miles),
      searchedInstead: named.searchedInstead,
      isBorderline,
    };
  }
}
