import { useId, useState } from 'react';
import { type FieldErrors, remainingErrors } from '#web/ui/form/validation.ts';
import { checkValues, type SearchValues } from './search-values.ts';

/** The fields with text values. */
type FieldName = Exclude<keyof SearchValues, 'national'>;

interface Draft {
  /** The search that the form started from. */
  searched: string;
  values: SearchValues;
  /** The errors shown so far, which are updated while typing. */
  flagged: FieldErrors;
}

const begin = (searched: string, values: SearchValues): Draft => ({
  searched,
  values,
  // A link may contain invalid values: show their errors immediately.
  flagged: checkValues(values).errors,
});

/**
 * The state of the search form. It shows the URL's search until the visitor types. A new search in the URL (Back, a
 * link) replaces it; an error never does.
 */
export function useSearchForm(searched: SearchValues, refused: FieldErrors) {
  const id = useId();
  const key = JSON.stringify(searched);
  const [draft, setDraft] = useState(() => begin(key, searched));
  if (draft.searched !== key) setDraft(begin(key, searched));

  const { values } = draft;
  const unchanged = Object.entries(refused).filter(
    ([field]) => Reflect.get(values, field) === Reflect.get(searched, field),
  );
  const errors: FieldErrors = {
    ...remainingErrors(draft.flagged, checkValues(values).errors),
    ...Object.fromEntries(unchanged),
  };

  const set = (patch: Partial<SearchValues>) =>
    setDraft((old) => ({ ...old, values: { ...old.values, ...patch } }));

  return {
    values,
    errors,
    set,
    /** The props that bind an input to its value. */
    field: (name: FieldName) => ({
      id: `${id}${name}`,
      name,
      value: values[name],
      error: errors[name],
      onType: (value: string) => set({ [name]: value }),
    }),
    replace: (next: SearchValues) => setDraft((old) => ({ ...old, values: next, flagged: {} })),
    flag: (newErrors: FieldErrors) => setDraft((old) => ({ ...old, flagged: newErrors })),
  };
}

export type SearchFormState = ReturnType<typeof useSearchForm>;
