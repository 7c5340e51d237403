import { fieldErrorsOf } from '#server/lib/field-errors.ts';
import {
  DEFAULT_DISTANCE,
  type SavingsFilters,
  savingsFilters,
} from '#server/stores/savings-search.schema.ts';

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

export interface CheckedValues {
  /** Null where a field is in error. */
  filters: SavingsFilters | null;
  errors: Record<string, string>;
}

/** The filters as the server takes them, or what is wrong with them, in the words of the one schema. */
export function checkValues(values: SearchValues): CheckedValues {
  const result = savingsFilters.safeParse({
    ...values,
    category: values.category === '' ? null : Number(values.category),
    type: values.type === '' ? null : values.type,
    distance: Number(values.distance),
  });
  return result.success
    ? { filters: result.data, errors: {} }
    : { filters: null, errors: fieldErrorsOf(result.error) };
}

/** How many filters behind 'More filters' are set. */
export function countMore(values: SearchValues): number {
  return MORE_FIELDS.filter((name) => values[name] !== NO_FILTERS[name]).length;
}

export function isFiltered(values: SearchValues): boolean {
  return JSON.stringify({ ...NO_FILTERS, ...values }) !== JSON.stringify(NO_FILTERS);
}
