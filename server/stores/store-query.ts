import type { SearchArea } from './search-area.ts';
import type { SearchTerm } from './search-terms.service.ts';

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
