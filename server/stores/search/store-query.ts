import type { SearchArea } from './search-area.ts';

/** A word that was typed, and the words of names that it stands for, the most frequent first. */
export interface SearchTerm {
  /** What was typed, where it is a part of these words; null where they only look like it. */
  part: string | null;
  words: string[];
  /** How many stores have each of them. */
  counts: number[];
  /** How many stores have them: a store with two of them counts twice. */
  stores: number;
}

/** A search as the statements take it. */
export interface StoreQuery {
  /** 0: of any category. */
  category: number;
  /** The type's place in the alphabet; null: any. */
  type: number | null;
  /** National businesses: wanted beside those in the area, or, without an area, alone. */
  national: boolean;
  area: SearchArea | null;
  name: NameQuery | null;
}

export interface NameQuery {
  /** Stores are found by the words of this term ... */
  term: SearchTerm;
  /** ... by reading every name, where it is a part of so many that looking them up costs more. */
  isScanned: boolean;
  /** The other terms that each name must have. */
  others: SearchTerm[];
}

const ALL_CATEGORIES = 0x7fffffff;

/** The bits of which a store must have one. */
export const categoryMask = (category: number) => (category === 0 ? ALL_CATEGORIES : 1 << category);

/** To look a word up, in the whole country or in one cell, costs about as much as to read so many of its stores. */
const LOOK_UP = 12;

/** Whether so many stores have a word that it is cheaper to look it up in each cell of an area than to read them. */
export function isFrequent(stores: number, { cells }: SearchArea): boolean {
  return stores > LOOK_UP * cells.length;
}

/** About how many rows are read where a term is looked up word by word, at most so many of each. */
export function rowsOf({ counts }: SearchTerm, area: SearchArea | null, ofEach = Number.MAX_VALUE): number {
  const most = area ? LOOK_UP * area.cells.length : Number.MAX_VALUE;
  return counts.reduce((rows, stores) => rows + Math.min(LOOK_UP + Math.min(stores, ofEach), most), 0);
}
