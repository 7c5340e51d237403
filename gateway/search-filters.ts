import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';

/**
 * One search filter. Older clients send values as text or natively: '9' or 9, 'true' or true. Blank means no
 * filter.
 */
export interface NamedValue {
  id: string;
  value: unknown;
}

const CATEGORIES = Object.entries(BUSINESS_CATEGORIES);
const WHOLE_NUMBER = /^\d{1,9}$/;
const BOOLEANS: Record<string, boolean> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

/** Leaves anything but a whole number unchanged, so that the schema rejects it with its own message. */
export const toNumber = (text: string) => (WHOLE_NUMBER.test(text) ? Number(text) : text);

const findCategory = (text: string) =>
  CATEGORIES.find(([value, name]) => value === text || name.toLowerCase() === text.toLowerCase());

/** Convert each filter's text to the type that the search schema expects, keyed by the filter's id. */
const CONVERTERS: Record<string, (text: string, rawValue: unknown) => unknown> = {
  name: (text) => text,
  category: (text) => toNumber(findCategory(text)?.[0] ?? text),
  type: (text) => findCategory(text)?.[1] ?? text,
  // A client that stores ZIP codes as numbers sends 2108 for Boston's 02108.
  zip: (text, rawValue) => (typeof rawValue === 'number' ? text.padStart(5, '0') : text),
  city: (text) => text,
  state: (text) => text,
  distance: toNumber,
  national: (text) => BOOLEANS[text.toLowerCase()] ?? text,
};

/**
 * Converts one value; blank text and null become undefined. Objects and lists pass through for the schema to
 * reject.
 */
export function convertValue(convert: (text: string, rawValue: unknown) => unknown, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') return value;
  const text = String(value).trim();
  return text === '' ? undefined : convert(text, value);
}

/** Converts filters to the search schema's input. Unknown ids are ignored. */
export function readFilters(values: readonly NamedValue[]): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const { id, value } of values) {
    const convert = Object.hasOwn(CONVERTERS, id) ? CONVERTERS[id] : undefined;
    if (!convert) continue;
    const convertedValue = convertValue(convert, value);
    // If a filter is repeated, pass a list, which the schema rejects.
    filters[id] = Object.hasOwn(filters, id) ? [] : convertedValue;
  }
  return filters;
}
