import { usStateCode } from '#server/lib/us-states.ts';
import { BUSINESS_CATEGORIES, TYPE_NAMES } from '#server/stores/category.shared.ts';
import {
  DEFAULT_DISTANCE,
  DEFAULT_SORT,
  SEARCH_DISTANCES,
} from '#server/stores/search/search-rules.shared.ts';
import type { SearchValues } from './search-values.ts';

/** By `sortBy`, as the address names them. */
const SORTS = [
  [1, 'name'],
  [2, 'name-desc'],
  [3, 'type'],
  [4, 'type-desc'],
  [5, 'distance'],
] as const;
export type SearchSort = (typeof SORTS)[number][0];

/** What the address of the search page says: a link reopens it, Back returns to it. */
export interface SearchAddress {
  values: SearchValues;
  sort: SearchSort;
  page: number;
}

/** No page beyond it: the server skips at most 10,000,000 rows. */
const LAST_PAGE = 1_000_000;

/** 'Food & Drink' reads food-drink in an address. */
const slug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');

const categories = Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => ({ value, slug: slug(name) }));
const types = TYPE_NAMES.map((name) => ({ value: name, slug: slug(name) }));

interface Choice {
  value: string;
  slug: string;
}

/** By slug, by name or by number; what is none of these counts as not chosen. */
function chosen(choices: readonly Choice[], given: string): string {
  const found = choices.find((choice) => choice.value === given || choice.slug === slug(given));
  return found?.value ?? '';
}

const slugOf = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.slug ?? '';

export function sortOf(given: string): SearchSort {
  return SORTS.find(([sort, name]) => given === name || given === String(sort))?.[0] ?? DEFAULT_SORT;
}

/** Distances are measured from a ZIP code, or from a city with its state. */
export function hasPlace({ zip, city, state }: SearchValues): boolean {
  return zip !== '' || (city !== '' && state !== '');
}

/** The sort that holds: without a place there are no distances to sort by. */
export function effectiveSort(values: SearchValues, sort: SearchSort): SearchSort {
  return sort === 5 && !hasPlace(values) ? DEFAULT_SORT : sort;
}

/** Reads whatever somebody typed behind '?': a choice that does not exist is left out, a text is judged later. */
export function readAddress(params: URLSearchParams): SearchAddress {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const distance = SEARCH_DISTANCES.find((miles) => String(miles) === text('distance'));
  const values: SearchValues = {
    name: text('name'),
    category: chosen(categories, text('category')),
    type: chosen(types, text('type')),
    zip: text('zip'),
    city: text('city'),
    state: usStateCode(text('state')) ?? '',
    distance: String(distance ?? DEFAULT_DISTANCE),
    national: ['true', 'yes', '1'].includes(text('national')),
  };
  const page = /^\d{1,7}$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    values,
    sort: effectiveSort(values, sortOf(text('sort'))),
    page: Math.min(Math.max(page, 1), LAST_PAGE),
  };
}

/** The same for the address bar, in one order and without what is so by default. */
export function writeAddress({ values, sort, page }: SearchAddress): string {
  const params = new URLSearchParams();
  const put = (name: string, value: string, usual = '') => {
    if (value !== usual) params.set(name, value);
  };
  put('name', values.name.trim());
  put('category', slugOf(categories, values.category));
  put('type', slugOf(types, values.type));
  put('zip', values.zip.trim());
  put('city', values.city.trim());
  put('state', values.state);
  put('distance', values.distance, String(DEFAULT_DISTANCE));
  put('national', String(values.national), 'false');
  const held = effectiveSort(values, sort);
  put('sort', SORTS.find(([value]) => value === held)?.[1] ?? '', SORTS[0][1]);
  put('page', String(page), '1');
  return params.toString();
}
