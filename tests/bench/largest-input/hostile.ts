import '#server/lib/field-messages.ts';
import { MAX_JSON_VALUES } from '#server/app/http/bodies.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { makeValue } from './add-fields.ts';
import { findInputSchema, toJsonSchema } from './schemas.ts';

const MAX_BODY_LENGTH = 500_000;
const MAX_QUERY_LENGTH = 14_000;
const MAX_DEPTH = 5;

/** Short texts that make a regular expression backtrack when they are repeated. */
const TEXTS = [
  'a',
  '1',
  ' ',
  'a@',
  'a.',
  'a-',
  '<',
  '<b>',
  '&',
  '\n',
  '/',
  'e\u0301',
  ' \t',
  ',',
  '"',
  '_',
  '👨‍👩‍👧',
];
const ITEMS: readonly unknown[] = [[], {}, '', 1];

/** Values that hardly any field accepts, as long as a body of `length` characters may have them. */
function* listHostileValues(length: number, goodValue: unknown): Generator<unknown> {
  for (const text of TEXTS) yield `${text.repeat(length / JSON.stringify(text).length)}!`;
  const count = Math.min(MAX_JSON_VALUES / 2, Math.floor(length / 3));
  const firstItem: unknown = Array.isArray(goodValue) ? goodValue[0] : undefined;
  for (const item of firstItem === undefined ? ITEMS : [...ITEMS, firstItem]) {
    const size = (JSON.stringify(item) ?? '').length + 1;
    yield Array.from({ length: Math.min(count, Math.floor(length / size)) }, () => item);
  }
  yield Object.fromEntries(Array.from({ length: Math.floor(count / 4) }, (_, index) => [`k${index}`, 1]));
}

interface Place {
  path: string;
  value: unknown;
  replace: (newValue: unknown) => unknown;
}

/** Lists the places in a value at which an attacker can put something else. */
function* listPlaces(value: unknown, replace: Place['replace'], path: string[] = []): Generator<Place> {
  yield { path: path.join('.'), value, replace };
  if (path.length >= MAX_DEPTH || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const replaceInner = (newValue: unknown) =>
      replace(Array.isArray(value) ? [newValue] : { ...value, [name]: newValue });
    yield* listPlaces(inner, replaceInner, [...path, name]);
    if (Array.isArray(value)) return;
  }
}

export interface SlowValidation {
  field: string;
  start: string;
  ms: number;
}

const TRIES = 3;

/**
 * Validates hostile values in every field of a procedure and formats the errors. Returns the slowest. A thrown
 * error, other than a list of issues, counts as endless.
 */
export async function findSlowestValidation(entryPoint: string): Promise<SlowValidation> {
  const schema = findInputSchema(entryPoint);
  let slowest: SlowValidation = { field: '', start: '', ms: 0 };
  if (!schema) return slowest;
  const length = entryPoint.startsWith('query ') ? MAX_QUERY_LENGTH : MAX_BODY_LENGTH;
  const measure = async (input: unknown) => {
    const before = process.threadCpuUsage();
    const { error } = await schema.safeParseAsync(input);
    if (error) toFieldErrors(error);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  for (const { path, value, replace } of listPlaces(makeValue(toJsonSchema(schema)), (whole) => whole)) {
    for (const hostileValue of listHostileValues(length, value)) {
      let ms = await measure(replace(hostileValue)).catch(() => Number.POSITIVE_INFINITY);
      // Repeat a slow one, because a garbage collection may have been in it.
      for (let again = 1; again < TRIES && ms > slowest.ms && Number.isFinite(ms); again += 1)
        ms = Math.min(ms, await measure(replace(hostileValue)));
      if (ms > slowest.ms) slowest = { field: path, start: JSON.stringify(hostileValue).slice(0, 20), ms };
    }
  }
  return slowest;
}
