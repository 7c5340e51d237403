import type { z } from 'zod';
import { fieldErrorsOf } from '#server/lib/field-errors.ts';

/** The first message at each field in error, by its path. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A schema may depend on the values: where nothing is due, no card is asked for. */
export type FormSchema<V> = z.ZodType | ((values: V) => z.ZodType);

export function validate<V>(schema: FormSchema<V> | undefined, values: V): FieldErrors {
  if (schema === undefined) return {};
  const result = (typeof schema === 'function' ? schema(values) : schema).safeParse(values);
  return result.success ? {} : fieldErrorsOf(result.error);
}

/** What stands at the fields while somebody types: of the fields found in error before, those still in error. */
export function stillInError(flagged: FieldErrors, now: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(now).filter(([path]) => Object.hasOwn(flagged, path)));
}

/** Without the errors at a path and below it: its value was just changed. */
export function errorsBeside(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([at]) => at !== path && !at.startsWith(`${path}.`)),
  );
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
