import type { SearchInput } from './cases.ts';

export interface Candidate {
  name: string;
  /**
   * Reads a page and returns the number of matching stores. Undefined if this design doesn't support the
   * search.
   */
  find(search: SearchInput, client: number): Promise<number | undefined>;
  close(): Promise<void>;
}
