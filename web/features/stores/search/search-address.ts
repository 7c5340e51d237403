import { BUSINESS_CATEGORIES, TYPE_NAMES } from '#server/domains/stores/category.shared.ts';
import {
  DEFAULT_DISTANCE,
  DEFAULT_SORT,
  SEARCH_DISTANCES_MILES,
} from '#server/domains/stores/search/search-rules.shared.ts';
import { usStateCode } from '#server/lib/us-states.ts';
import type { SearchValues } from './search-values.ts';

/** The server's `sortBy` values, and their names in the URL. */
const SORTS = [
  [1, 'name'],
  [2, 'name-desc'],
  [3, 'type'],
  [4, 'type-desc'],
  [5, 'distance'],
] as const;
export type SearchSort = (typeof SORTS)[number][0];

/** The search in the URL. Opening the URL repeats the search, and Back returns to it. */
export interface SearchAddress {
  values: SearchValues;
  sort: SearchSort;
  page: number;
  isMapOpen?: boolean;
}

/** Keeps the number of skipped rows within the server's limit of 10,000,000. */
const MAX_PAGE = 1_000_000;

/** Converts, for example, 'Food & Drink' to 'food-drink'. */
const toSlug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');

const categories = Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => ({
  value,
  slug: toSlug(name),
}));
const types = TYPE_NAMES.map((name) => ({ value: name, slug: toSlug(name) }));

interface Choice {
  value: string;
  slug: string;
}

/**
 * Returns the value of the choice with this slug, name, or number. Returns '', which means no choice, if none
 * matches.
 */
function findChoice(choices: readonly Choice[], param: string): string {
  const choice = choices.find(
    ({ value, slug: choiceSlug }) => value === param || choiceSlug === toSlug(param),
  );
  return choice?.value ?? '';
}

const findSlug = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.slug ?? '';

export function parseSort(param: string): SearchSort {
  return SORTS.find(([sort, name]) => param === name || param === String(sort))?.[0] ?? DEFAULT_SORT;
}

/** Searching by distance needs a ZIP code, or a city with its state. */
export function hasPlace({ zip, city, state }: SearchValues): boolean {
  return zip !== '' || (city !== '' && state !== '');
}

/** Sorting by distance needs a place. Without one, the default sort applies. */
export function getEffectiveSort(values: SearchValues, sort: SearchSort): SearchSort {
  return sort === 5 && !hasPlace(values) ? DEFAULT_SORT : sort;
}

/** Parses the query string. Drops unknown choices. Text is validated later. */
export function readAddress(params: URLSearchParams): SearchAddress {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const distance = SEARCH_DISTANCES_MILES.find((miles) => String(miles) === text('distance'));
  const values: SearchValues = {
    name: text('name'),
    category: findChoice(categories, text('category')),
    type: findChoice(types, text('type')),
    zip: text('zip'),
    city: text('city'),
    state: usStateCode(text('state')) ?? '',
    distance: String(distance ?? DEFAULT_DISTANCE),
    national: ['true', 'yes', '1'].includes(text('national')),
  };
  const page = /^\d{1,7}$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    values,
    sort: getEffectiveSort(values, parseSort(text('sort'))),
    page: Math.min(Math.max(page, 1), MAX_PAGE),
    ...(text('map') === 'open' ? { isMapOpen: true } : {}),
  };
}

/** Builds the query string in a fixed order, without default values. */
export function writeAddress({ values, sort, page, isMapOpen }: SearchAddress): string {
  const params = new URLSearchParams();
  const setParam = (name: string, value: string, defaultValue = '') => {
    if (value !== defaultValue) params.set(name, value);
  };
  setParam('name', values.name.trim());
  setParam('category', findSlug(categories, values.category));
  setParam('type', findSlug(types, values.type));
  setParam('zip', values.zip.trim());
  setParam('city', values.city.trim());
  setParam('state', values.state);
  setParam('distance', values.distance, String(DEFAULT_DISTANCE));
  setParam('national', String(values.national), 'false');
  const appliedSort = getEffectiveSort(values, sort);
  setParam('sort', SORTS.find(([value]) => value === appliedSort)?.[1] ?? '', SORTS[0][1]);
  setParam('page', String(page), '1');
  setParam('map', isMapOpen ? 'open' : '');
  return params.toString();
}
