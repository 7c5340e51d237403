import { useId, useState } from 'react';
import { type FieldErrors, remainingErrors } from '#web/ui/form/validation.ts';
import { checkValues, type SearchValues } from './search-values.ts';

/** What is held as text; a tick is none. */
type FieldName = Exclude<keyof SearchValues, 'national'>;

interface Draft {
  /** The search that it began from. */
  searched: string;
  values: SearchValues;
  /** Marked so far; judged again while somebody types. */
  flagged: FieldErrors;
}

const begin = (searched: string, values: SearchValues): Draft => ({
  searched,
  values,
  // A link may name what cannot be searched for: its fields say so at once.
  flagged: checkValues(values).errors,
});

/**
 * What stands in the search form: the search of the address, until somebody types. Another search in the address
 * (Back, a link) takes its place; an error never does.
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
    /** What binds an input to its value. */
    field: (name: FieldName) => ({
      id: `${id}${name}`,
      name,
      value: values[name],
      error: errors[name],
      onType: (value: string) => set({ [name]: value }),
    }),
    replace: (next: SearchValues) => setDraft((old) => ({ ...old, values: next, flagged: {} })),
    flag: (found: FieldErrors) => setDraft((old) => ({ ...old, flagged: found })),
  };
}

export type SearchFormState = ReturnType<typeof useSearchForm>;
