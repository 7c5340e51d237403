import type { z } from 'zod';
import { toFieldErrors } from '#server/lib/field-errors.ts';

/** The first error message of each field, by its path. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A schema, or one that depends on the values: no card is required when nothing is due. */
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

/** A schema's input as its form holds it while it is incomplete: '' for missing text, false for an unchecked box. */
export type FormFields<Input> = { [Name in keyof Input]-?: FormField<NonNullable<Input[Name]>> };

export function validate<V>(schema: FormSchema<V> | undefined, values: V): FieldErrors {
  if (schema === undefined) return {};
  const result = (typeof schema === 'function' ? schema(values) : schema).safeParse(values);
  return result.success ? {} : toFieldErrors(result.error);
}

/** The flagged fields that still have an error. */
export function remainingErrors(flagged: FieldErrors, currentErrors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(currentErrors).filter(([path]) => Object.hasOwn(flagged, path)));
}

/** Drops the errors at and below a path, after its value changed. */
export function withoutErrorsAt(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([errorPath]) => errorPath !== path && !errorPath.startsWith(`${path}.`)),
  );
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
