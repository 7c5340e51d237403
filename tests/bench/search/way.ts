import type { SearchInput } from './cases.ts';

/** One of the ways in which a search is answered. */
export interface Way {
  name: string;
  /** How many stores fit; the page is read as well. Undefined where this way cannot answer such a search. */
  find(search: SearchInput, client: number): Promise<number | undefined>;
  close(): Promise<void>;
}

export const MOST_CLIENTS = 16;
