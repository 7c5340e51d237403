import { blankIfInvisible, lineError } from '#server/lib/line-rules.ts';
import { TYPE_NAMES } from '#server/stores/category.shared.ts';
import type { SavingsFilters } from '#server/stores/search/savings-search.schema.ts';
import {
  DEFAULT_DISTANCE,
  MAX_TEXT_LENGTHS,
  SEARCH_DISTANCES,
  validatePlace,
} from '#server/stores/search/search-rules.shared.ts';

/** The filters as the form holds them: what is not chosen is the empty text. */
export interface SearchValues {
  name: string;
  /** The category's number. */
  category: string;
  /** The name of a type. */
  type: string;
  zip: string;
  city: string;
  /** Two letters. */
  state: string;
  /** Miles. */
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

/** Behind 'More filters'; the other three stand in the open. */
export const MORE_FIELDS = ['category', 'type', 'city', 'state', 'national'] as const;

/** What somebody types; everything else is chosen from what there is. */
const TEXTS = ['name', 'zip', 'city', 'state'] as const;

export interface CheckedValues {
  /** Null where a field is in error. */
  filters: SavingsFilters | null;
  errors: Record<string, string>;
}

/**
 * The filters as the server takes them, or what is wrong with them: by the rules that `savingsFilters` is made of,
 * without zod, which would be a third of the page's first view.
 */
export function checkValues(values: SearchValues): CheckedValues {
  const text = (name: (typeof TEXTS)[number]) => blankIfInvisible(values[name].trim()) || null;
  const texts = { name: text('name'), zip: text('zip'), city: text('city'), state: text('state') };
  const faults = TEXTS.flatMap((name) => {
    const fault = lineError(texts[name] ?? '', MAX_TEXT_LENGTHS[name]);
    return fault === null ? [] : [[name, fault] as const];
  });
  const errors = { ...validatePlace(texts), ...Object.fromEntries(faults) };
  if (Object.keys(errors).length > 0) return { filters: null, errors };
  const filters = {
    ...texts,
    category: values.category === '' ? null : Number(values.category),
    type: TYPE_NAMES.find((name) => name === values.type) ?? null,
    distance: SEARCH_DISTANCES.find((miles) => String(miles) === values.distance) ?? DEFAULT_DISTANCE,
    national: values.national,
  };
  return { filters, errors };
}

/** How many filters behind 'More filters' are set. */
export function countMore(values: SearchValues): number {
  return MORE_FIELDS.filter((name) => values[name] !== NO_FILTERS[name]).length;
}

export function isFiltered(values: SearchValues): boolean {
  return JSON.stringify({ ...NO_FILTERS, ...values }) !== JSON.stringify(NO_FILTERS);
}
