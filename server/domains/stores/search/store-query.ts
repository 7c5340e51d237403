import type { SearchArea } from './search-area.ts';

/**
 * A word of the search text, and the words in store names that it matches. Words that contain it are ordered
 * by frequency, similar ones by similarity.
 */
export interface SearchTerm {
  /**
   * The searched word, if all of `words` contain it. Null if they are only similar to it, or if there are
   * none.
   */
  part: string | null;
  words: string[];
  /** How many stores have each of `words`. */
  counts: number[];
  /**
   * The sum of `counts`: a store that has two of the words counts twice. Infinite for a word that wasn't
   * looked up.
   */
  stores: number;
}

export interface StoreQuery {
  /** 0 for any category. */
  category: number;
  /** The type's position in alphabetical order, starting at 1. Null for any type. */
  type: number | null;
  /** With an area, also finds national businesses. Without an area, finds only national businesses. */
  national: boolean;
  area: SearchArea | null;
  name: NameQuery | null;
}

export interface NameQuery {
  /** Stores are looked up by the words of this term. */
  term: SearchTerm;
  /** True if names are read one by one instead, because the term has too many words to look up. */
  isScanned: boolean;
  /** True if so many names match that reading names in order soon fills the first pages. */
  isDense: boolean;
  /** The other terms that a name must match. */
  others: SearchTerm[];
}

const ALL_CATEGORIES = 0x7fffffff;

/** A store matches if it has at least one of these bits. */
export const categoryMask = (category: number) => (category === 0 ? ALL_CATEGORIES : 1 << category);

/** The cost of looking up a word, in the whole country or in one cell, in reads of a row. */
const LOOKUP_COST = 12;

/** True if looking up a word in each cell of an area is cheaper than reading all stores that have it. */
export function isFrequent(stores: number, { cells }: SearchArea): boolean {
  return stores > LOOKUP_COST * cells.length;
}

/**
 * Estimates how many rows are read to look up all words of a term, if at most `maxPerWord` stores are read
 * per word.
 */
export function estimateRows(
  { counts }: SearchTerm,
  area: SearchArea | null,
  maxPerWord = Number.MAX_VALUE,
): number {
  const maxRowsPerWord = area ? LOOKUP_COST * area.cells.length : Number.MAX_VALUE;
  return counts.reduce(
    (rows, stores) => rows + Math.min(LOOKUP_COST + Math.min(stores, maxPerWord), maxRowsPerWord),
    0,
  );
}
