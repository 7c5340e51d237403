import type { z } from 'zod';
import type { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';

/** A search as a visitor sends it. */
export type SearchInput = z.input<typeof savingsSearch>;

export interface SearchCase {
  name: string;
  search: SearchInput;
}

const NEW_YORK: SearchInput = { zip: '10001' };
const MONTANA: SearchInput = { zip: '59001' };
const EATING_OUT = 9;

/** The most common search. The defaults are 60 miles, sorted by name, first page of 10. */
export const NEW_YORK_CASE = 'New York, 60 miles';

/** Selects a word that very few store names contain. */
export const RARE_WORD = `select word from search_words where stores between 1 and 3 and word ~ '^[a-z]{8,}$'
  order by word limit 1`;

export function searchCases(rareWord: string): SearchCase[] {
  return [
    { name: NEW_YORK_CASE, search: NEW_YORK },
    { name: 'Montana, 60 miles', search: MONTANA },
    { name: 'national only', search: { national: true } },
    { name: "'pizza'", search: { name: 'pizza' } },
    { name: "'pizz'", search: { name: 'pizz' } },
    { name: 'a rare name', search: { name: rareWord } },
    { name: "'piza', a typo", search: { name: 'piza' } },
    { name: 'two words', search: { name: 'pizza house' } },
    { name: 'two letters', search: { name: 'pi' } },
    { name: "New York and 'pizza'", search: { ...NEW_YORK, name: 'pizza' } },
    { name: 'New York and national', search: { ...NEW_YORK, national: true } },
    { name: 'New York, a category', search: { ...NEW_YORK, category: EATING_OUT } },
    { name: 'New York by type', search: { ...NEW_YORK, sortBy: 3 } },
    { name: 'New York by distance', search: { ...NEW_YORK, sortBy: 5 } },
    { name: 'New York, page 500', search: { ...NEW_YORK, skip: 4990 } },
    { name: 'everything', search: {} },
    { name: 'everything, page 500', search: { skip: 4990 } },
  ];
}
