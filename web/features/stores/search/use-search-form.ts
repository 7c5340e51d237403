import { useId, useState } from 'react';
import { type FieldErrors, remainingErrors } from '#web/ui/form/validation.ts';
import { type SearchValues, validateSearch } from './search-values.ts';

/** The fields with text values. */
type FieldName = Exclude<keyof SearchValues, 'national'>;

interface Draft {
  /** The search that the form started from. */
  searched: string;
  values: SearchValues;
  /** The errors shown so far, which are updated while typing. */
  shownErrors: FieldErrors;
}

const startDraft = (searched: string, values: SearchValues): Draft => ({
  searched,
  values,
  // A link may contain invalid values: show their errors immediately.
  shownErrors: validateSearch(values).errors,
});

/**
 * The state of the search form. It shows the URL's search until the visitor types. A new search in the URL (Back, a
 * link) replaces it; an error never does.
 */
export function useSearchForm(searched: SearchValues, serverErrors: FieldErrors) {
  const id = useId();
  const key = JSON.stringify(searched);
  const [draft, setDraft] = useState(() => startDraft(key, searched));
  if (draft.searched !== key) setDraft(startDraft(key, searched));

  const { values } = draft;
  const unchangedErrors = Object.entries(serverErrors).filter(
    ([field]) => Reflect.get(values, field) === Reflect.get(searched, field),
  );
  const errors: FieldErrors = {
    ...remainingErrors(draft.shownErrors, validateSearch(values).errors),
    ...Object.fromEntries(unchangedErrors),
  };

  const set = (patch: Partial<SearchValues>) =>
    setDraft((oldDraft) => ({ ...oldDraft, values: { ...oldDraft.values, ...patch } }));

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
      onChange: (value: string) => set({ [name]: value }),
    }),
    replace: (next: SearchValues) => setDraft((old) => ({ ...old, values: next, shownErrors: {} })),
    flag: (newErrors: FieldErrors) => setDraft((old) => ({ ...old, shownErrors: newErrors })),
  };
}

export type SearchFormState = ReturnType<typeof useSearchForm>;
