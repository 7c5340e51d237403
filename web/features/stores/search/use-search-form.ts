import { useId, useState } from 'react';
import { type FieldErrors, findRemainingErrors } from '#web/ui/form/validation.ts';
import { type SearchValues, validateSearch } from './search-values.ts';

type FieldName = Exclude<keyof SearchValues, 'national'>;

interface Draft {
  /** The search in the URL, serialized. A different search resets the draft. */
  searchKey: string;
  values: SearchValues;
  /** The errors on screen. They are revalidated while the visitor types. */
  shownErrors: FieldErrors;
}

const startDraft = (searchKey: string, values: SearchValues): Draft => ({
  searchKey,
  values,
  // A link may contain invalid values. Show their errors immediately.
  shownErrors: validateSearch(values).errors,
});

/**
 * Holds the state of the search form, which starts as the URL's search and keeps what the visitor types, even
 * after an error. A new search in the URL (Back, a link) replaces that input, and so does clearing the
 * filters.
 */
export function useSearchForm(searched: SearchValues, serverErrors: FieldErrors) {
  const id = useId();
  const key = JSON.stringify(searched);
  const [draft, setDraft] = useState(() => startDraft(key, searched));
  if (draft.searchKey !== key) setDraft(startDraft(key, searched));

  const { values } = draft;
  const unchangedErrors = Object.entries(serverErrors).filter(
    ([field]) => Reflect.get(values, field) === Reflect.get(searched, field),
  );
  const errors: FieldErrors = {
    ...findRemainingErrors(draft.shownErrors, validateSearch(values).errors),
    ...Object.fromEntries(unchangedErrors),
  };

  const set = (patch: Partial<SearchValues>) =>
    setDraft((oldDraft) => ({ ...oldDraft, values: { ...oldDraft.values, ...patch } }));

  return {
    values,
    errors,
    set,
    /** Returns the props that bind an input to the field's value. */
    field: (name: FieldName) => ({
      id: `${id}${name}`,
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: string) => set({ [name]: value }),
    }),
    replace: (next: SearchValues) => setDraft((old) => ({ ...old, values: next, shownErrors: {} })),
    showErrors: (newErrors: FieldErrors) => setDraft((old) => ({ ...old, shownErrors: newErrors })),
  };
}

export type SearchFormState = ReturnType<typeof useSearchForm>;
