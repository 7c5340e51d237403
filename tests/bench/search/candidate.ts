import type { SearchInput } from './cases.ts';

/** A search implementation that the benchmark compares with others. */
export interface Candidate {
  name: string;
  /** Reads a page and returns the number of matching stores. Undefined if it does not support the search. */
  find(search: SearchInput, client: number): Promise<number | undefined>;
  close(): Promise<void>;
}

export const MAX_CLIENTS = 16;
