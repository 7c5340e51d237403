import { useState } from 'react';
import {
  type FieldErrors,
  type FormSchema,
  remainingErrors,
  validate,
  withoutErrorsAt,
} from './validation.ts';
import { withValueAt } from './value-paths.ts';

const none: FieldErrors = {};

/**
 * A form's values and errors. Shows no errors before the first attempt, then revalidates the fields in error while
 * typing. Server errors stay until their field changes. An error never clears a value.
 */
export function useFormValues<V extends object>(start: () => V, schema: FormSchema<V> | undefined) {
  const [values, setValues] = useState(start);
  const [flagged, setFlagged] = useState(none);
  const [serverErrors, setServerErrors] = useState(none);
  const [summary, setSummary] = useState<{ errors: FieldErrors; attempt: number }>({
    errors: none,
    attempt: 0,
  });

  const currentErrors = validate(schema, values);
  const errors: FieldErrors = { ...remainingErrors(flagged, currentErrors), ...serverErrors };

  function summarize(newErrors: FieldErrors) {
    setSummary(({ attempt }) => ({ errors: newErrors, attempt: attempt + 1 }));
  }

  return {
    values,
    errors,
    summary,
    /** Whether the values are valid, even if no error is shown yet. */
    valid: Object.keys(currentErrors).length === 0,
    setAt(path: string, value: unknown) {
      setValues((old) => withValueAt(old, path, value));
      setServerErrors((old) => withoutErrorsAt(old, path));
    },
    set(patch: Partial<V>) {
      setValues((old) => ({ ...old, ...patch }));
      setServerErrors((old) => Object.keys(patch).reduce(withoutErrorsAt, old));
    },
    /** Shows a field's error after the field was left. */
    flag(path: string) {
      const error = currentErrors[path];
      if (error !== undefined) setFlagged((old) => ({ ...old, [path]: error }));
    },
    refuse(newErrors: FieldErrors) {
      setFlagged((old) => ({ ...old, ...newErrors }));
      summarize(newErrors);
    },
    refuseByServer(newErrors: FieldErrors) {
      setServerErrors(newErrors);
      summarize(newErrors);
    },
    accept() {
      setFlagged(none);
      setServerErrors(none);
      setSummary(({ attempt }) => ({ errors: none, attempt }));
    },
    reset(next: V) {
      setValues(next);
      setFlagged(none);
      setServerErrors(none);
      setSummary({ errors: none, attempt: 0 });
    },
  };
}

export type FormState<V extends object> = ReturnType<typeof useFormValues<V>>;
