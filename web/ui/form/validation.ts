import type { z } from 'zod';
import { toFieldErrors } from '#server/lib/field-errors.ts';

/** The first error message of each field, by field path. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * A function is for rules that depend on the values. For example, a card is required only if an amount is
 * due.
 */
export type FormSchema<V> = z.ZodType | ((values: V) => z.ZodType);

type FormField<Value> = Value extends string
  ? string
  : Value extends boolean
    ? boolean
    : Value extends number
      ? number | null
      : Value extends readonly (infer Item)[]
        ? FormField<Item>[]
        : Value extends object
          ? FormFields<Value>
          : Value;

/** A schema's input while the form is incomplete: missing text is '', an unchecked box is false. */
export type FormFields<Input> = { [Name in keyof Input]-?: FormField<NonNullable<Input[Name]>> };

export function validate<V>(schema: FormSchema<V> | undefined, values: V): FieldErrors {
  if (schema === undefined) return {};
  const result = (typeof schema === 'function' ? schema(values) : schema).safeParse(values);
  return result.success ? {} : toFieldErrors(result.error);
}

/** Returns the current errors of the flagged fields. */
export function findRemainingErrors(flagged: FieldErrors, currentErrors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(currentErrors).filter(([path]) => Object.hasOwn(flagged, path)));
}

/** Drops the errors at a path and below it, because its value has changed. */
export function withoutErrorsAt(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([errorPath]) => errorPath !== path && !errorPath.startsWith(`${path}.`)),
  );
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
