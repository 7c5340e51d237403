import { AppError } from '#server/errors.ts';
import { BUSINESS_CATEGORIES } from '#server/stores/category.shared.ts';

/** One value of the search as older clients send it: '9', 9, 'true', true; blank or null as if left out. */
export interface NamedValue {
  id: string;
  value: unknown;
}

const CATEGORIES = Object.entries(BUSINESS_CATEGORIES);
const WHOLE_NUMBER = /^\d{1,9}$/;
const YES_NO: Record<string, boolean> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** What is no number stays what it is: the schema refuses it in its own words. */
const toNumber = (text: string) => (WHOLE_NUMBER.test(text) ? Number(text) : text);

const categoryOf = (text: string) =>
  CATEGORIES.find(([value, name]) => value === text || name.toLowerCase() === text.toLowerCase());

/** The values of SearchStores and of the download, by id, each as the search's schema takes it. */
const READ: Record<string, (text: string, sent: unknown) => unknown> = {
  name: (text) => text,
  category: (text) => toNumber(categoryOf(text)?.[0] ?? text),
  type: (text) => categoryOf(text)?.[1] ?? text,
  // 2108 is Boston's ZIP code by somebody who keeps them as numbers.
  zip: (text, sent) => (typeof sent === 'number' ? text.padStart(5, '0') : text),
  city: (text) => text,
  state: (text) => text,
  distance: toNumber,
  national: (text) => YES_NO[text.toLowerCase()] ?? text,
};

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function readValue(id: string, value: unknown): unknown {
  const read = Object.hasOwn(READ, id) ? READ[id] : undefined;
  if (!read) throw new AppError('INVALID_INPUT', { message: `There is no filter '${shorten(id)}'` });
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') {
    throw new AppError('INVALID_INPUT', { message: `The filter '${id}' takes a text or a number` });
  }
  const text = String(value).trim();
  return text === '' ? undefined : read(text, value);
}

/** The search's filters as its schema takes them. Throws INVALID_INPUT for an unknown id and for one given twice. */
export function readFilters(values: readonly NamedValue[]): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const { id, value } of values) {
    if (Object.hasOwn(filters, id)) {
      throw new AppError('INVALID_INPUT', { message: `The filter '${shorten(id)}' is given twice` });
    }
    filters[id] = readValue(id, value);
  }
  return filters;
}
