import { TYPE_NAMES } from '#server/domains/stores/category.shared.ts';
import type { SavingsFilters } from '#server/domains/stores/search/savings-search.schema.ts';
import {
  DEFAULT_DISTANCE,
  MAX_TEXT_LENGTHS,
  SEARCH_DISTANCES_MILES,
  validatePlace,
} from '#server/domains/stores/search/search-rules.shared.ts';
import { lineError } from '#server/lib/line-rules.ts';
import { HIDDEN } from '#server/lib/readers/hidden.ts';

/** The form's values. An empty string means that nothing is chosen. */
export interface SearchValues {
  name: string;
  /** The category's number. */
  category: string;
  /** The type's name. */
  type: string;
  zip: string;
  city: string;
  /** The state's two-letter code. */
  state: string;
  /** The radius of the search in miles. */
  distance: string;
  national: boolean;
}

export const NO_FILTERS: SearchValues = {
  name: '',
  category: '',
  type: '',
  zip: '',
  city: '',
  state: '',
  distance: String(DEFAULT_DISTANCE),
  national: false,
};

/** The fields under 'More filters'. */
export const MORE_FIELDS = ['category', 'type', 'city', 'state', 'national'] as const;

const TEXT_FIELDS = ['name', 'zip', 'city', 'state'] as const;

export interface CheckedValues {
  /** Null if a field has an error. */
  filters: SavingsFilters | null;
  errors: Record<string, string>;
}

/**
 * Converts the form's values to the server's filters, or returns errors. Repeats the rules of
 * `savingsFilters` without zod, which would make up a third of the page's initial bundle.
 */
export function validateSearch(values: SearchValues): CheckedValues {
  // The server's `cleanLine` would exceed the first view's size.
  const readText = (name: (typeof TEXT_FIELDS)[number]) => values[name].replace(HIDDEN, '').trim() || null;
  const texts = {
    name: readText('name'),
    zip: readText('zip'),
    city: readText('city'),
    state: readText('state'),
  };
  const fieldErrors = TEXT_FIELDS.flatMap((name) => {
    const message = lineError(texts[name] ?? '', MAX_TEXT_LENGTHS[name]);
    return message === null ? [] : [[name, message] as const];
  });
  const errors = { ...validatePlace(texts), ...Object.fromEntries(fieldErrors) };
  if (Object.keys(errors).length > 0) return { filters: null, errors };
  const filters = {
    ...texts,
    category: values.category === '' ? null : Number(values.category),
    type: TYPE_NAMES.find((name) => name === values.type) ?? null,
    distance: SEARCH_DISTANCES_MILES.find((miles) => String(miles) === values.distance) ?? DEFAULT_DISTANCE,
    national: values.national,
  };
  return { filters, errors };
}

export function countMoreFilters(values: SearchValues): number {
  return MORE_FIELDS.filter((name) => values[name] !== NO_FILTERS[name]).length;
}

export function isFiltered(values: SearchValues): boolean {
  return JSON.stringify({ ...NO_FILTERS, ...values }) !== JSON.stringify(NO_FILTERS);
}
