import { AppError } from '#server/errors.ts';
import { BUSINESS_CATEGORIES } from '#server/stores/category.shared.ts';

/** One search filter as older clients send it: '9', 9, 'true', true. A blank or null value means no filter. */
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

/** Leaves other text unchanged, so that the schema rejects it with its own message. */
const toNumber = (text: string) => (WHOLE_NUMBER.test(text) ? Number(text) : text);

const findCategory = (text: string) =>
  CATEGORIES.find(([value, name]) => value === text || name.toLowerCase() === text.toLowerCase());

/** Converts each filter's text to the type in the search schema. */
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

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function convertFilter(id: string, value: unknown): unknown {
  const convert = Object.hasOwn(CONVERTERS, id) ? CONVERTERS[id] : undefined;
  if (!convert) throw new AppError('INVALID_INPUT', { message: `There is no filter '${shorten(id)}'` });
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') {
    throw new AppError('INVALID_INPUT', { message: `The filter '${id}' takes a text or a number` });
  }
  const text = String(value).trim();
  return text === '' ? undefined : convert(text, value);
}

/** Converts filters to the search schema's input. Throws INVALID_INPUT for an unknown or repeated id. */
export function readFilters(values: readonly NamedValue[]): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const { id, value } of values) {
    if (Object.hasOwn(filters, id)) {
      throw new AppError('INVALID_INPUT', { message: `The filter '${shorten(id)}' is given twice` });
    }
    filters[id] = convertFilter(id, value);
  }
  return filters;
}
