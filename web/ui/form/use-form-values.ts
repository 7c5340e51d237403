import { useState } from 'react';
import {
  type FieldErrors,
  type FormSchema,
  findRemainingErrors,
  validate,
  withoutErrorsAt,
} from './validation.ts';
import { withValueAt } from './value-paths.ts';

const noErrors: FieldErrors = {};

/**
 * Holds a form's values and errors. Shows no errors before the first attempt or `showFieldError`, then
 * revalidates the fields in error while the user types. A server error is shown until its field changes.
 */
export function useFormValues<V extends object>(initialValues: () => V, schema: FormSchema<V> | undefined) {
  const [values, setValues] = useState(initialValues);
  const [flaggedErrors, setFlaggedErrors] = useState(noErrors);
  const [serverErrors, setServerErrors] = useState(noErrors);
  const [summary, setSummary] = useState<{ errors: FieldErrors; attempt: number }>({
    errors: noErrors,
    attempt: 0,
  });

  const currentErrors = validate(schema, values);
  const errors: FieldErrors = { ...findRemainingErrors(flaggedErrors, currentErrors), ...serverErrors };

  function summarize(newErrors: FieldErrors) {
    setSummary(({ attempt }) => ({ errors: newErrors, attempt: attempt + 1 }));
  }

  return {
    values,
    errors,
    summary,
    /** Whether the values are valid, even if no errors are shown yet. */
    valid: Object.keys(currentErrors).length === 0,
    setAt(path: string, value: unknown) {
      setValues((oldValues) => withValueAt(oldValues, path, value));
      setServerErrors((old) => withoutErrorsAt(old, path));
    },
    set(patch: Partial<V>) {
      setValues((old) => ({ ...old, ...patch }));
      setServerErrors((old) => Object.keys(patch).reduce(withoutErrorsAt, old));
    },
    /** Shows a field's error once the user has left the field. */
    showFieldError(path: string) {
      const error = currentErrors[path];
      if (error !== undefined) setFlaggedErrors((old) => ({ ...old, [path]: error }));
    },
    showErrors(newErrors: FieldErrors) {
      setFlaggedErrors((old) => ({ ...old, ...newErrors }));
      summarize(newErrors);
    },
    showServerErrors(newErrors: FieldErrors) {
      setServerErrors(newErrors);
      summarize(newErrors);
    },
    clearErrors() {
      setFlaggedErrors(noErrors);
      setServerErrors(noErrors);
      setSummary(({ attempt }) => ({ errors: noErrors, attempt }));
    },
    reset(newValues: V) {
      setValues(newValues);
      setFlaggedErrors(noErrors);
      setServerErrors(noErrors);
      setSummary({ errors: noErrors, attempt: 0 });
    },
  };
}

export type FormState<V extends object> = ReturnType<typeof useFormValues<V>>;
