import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { DEFAULT_SORT, SEARCH_DISTANCES_MILES } from '#server/domains/stores/search/search-rules.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { readNewestLocation } from '#web/lib/late-navigation.ts';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/form/inputs.tsx';
import { type FieldErrors, hasErrors } from '#web/ui/form/validation.ts';
import layout from '#web/ui/styles/layout.module.css';
import type { SearchSort } from './search-address.ts';
import classes from './search-form.module.css';
import { FilterIcon, NearIcon, SearchIcon } from './search-icons.tsx';
import {
  countMoreFilters,
  isFiltered,
  MORE_FIELDS,
  NO_FILTERS,
  type SearchValues,
  validateSearch,
} from './search-values.ts';
import { useSearchForm } from './use-search-form.ts';

/** `locate` finds the ZIP code of the browser's location. If there is none, `problem` explains why. */
function useNearMe(onFound: (zip: string) => void) {
  const { savings } = trpc.useUtils();
  const [state, setState] = useState({ busy: false, problem: '' });
  // The latest callback, because the form may change before the browser responds.
  const onFoundRef = useRef(onFound);
  useEffect(() => {
    onFoundRef.current = onFound;
  }, [onFound]);

  return {
    ...state,
    forget: () => setState({ busy: false, problem: '' }),
    async locate() {
      const startKey = readNewestLocation().key;
      setState({ busy: true, problem: '' });
      // Loaded on demand, because few visitors use it.
      const result = await import('./nearest-zip.ts').then(
        ({ findNearestZip }) => findNearestZip((position) => savings.nearestPlace.fetch(position)),
        (error: unknown) => ({ problem: toFailure(error).message }),
      );
      // A newer search, or leaving the page, cancels this one.
      const isCanceled = readNewestLocation().key !== startKey;
      setState({ busy: false, problem: 'problem' in result && !isCanceled ? result.problem : '' });
      if ('zip' in result && !isCanceled) onFoundRef.current(result.zip);
    },
  };
}

const loadMoreFilters = () => import('./more-filters.tsx');
const MoreFilters = lazy(() =>
  loadMoreFilters().then(
    ({ MoreFilters }) => ({ default: MoreFilters }),
    () => ({ default: () => <p>We couldn’t load the filters.</p> }),
  ),
);

const distanceOptions = SEARCH_DISTANCES_MILES.map((miles) => ({
  value: String(miles),
  label: `${miles} miles`,
}));

interface SearchFormProps {
  /** The search in the URL. */
  search: SearchValues;
  /** The server's errors about that search. */
  serverErrors: FieldErrors;
  busy: boolean;
  onSearch(values: SearchValues, sort?: SearchSort): void;
}

/**
 * Name, ZIP code, and distance are always visible. The other filters open on request, or if one has an error.
 */
export function SearchForm({ search, serverErrors, busy, onSearch }: SearchFormProps) {
  usePreloadWhenIdle(loadMoreFilters);
  const form = useSearchForm(search, serverErrors);
  const element = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isExpanded, setExpanded] = useState(false);
  const nearMe = useNearMe((zip) => onSearch({ ...form.values, zip, city: '', state: '' }, 5));

  const hasHiddenError = MORE_FIELDS.some((name) => form.errors[name] !== undefined);
  const showsMore = isExpanded || hasHiddenError;
  const activeFilterCount = countMoreFilters(form.values);

  // Waits until the errors of a failed attempt are rendered.
  useEffect(() => {
    if (attempt > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);

  function submit(event: FormEvent) {
    event.preventDefault();
    nearMe.forget();
    const { errors } = validateSearch(form.values);
    form.showErrors(errors);
    if (hasErrors(errors)) setAttempt(attempt + 1);
    else onSearch(form.values);
  }

  function clearFilters() {
    nearMe.forget();
    form.replace(NO_FILTERS);
    onSearch(NO_FILTERS, DEFAULT_SORT);
  }

  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onSubmit={submit}
      aria-label="Find businesses"
      data-print="hide"
    >
      <div className={classes.main}>
        <div className={classes.name}>
          <TextInput {...form.field('name')} label="Business name" autoComplete="off" maxLength={100} />
        </div>
        <div className={classes.zip}>
          <TextInput
            {...form.field('zip')}
            label="ZIP code"
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={10}
          />
        </div>
        <div className={classes.distance}>
          <Select {...form.field('distance')} label="Distance" options={distanceOptions} autoComplete="off" />
        </div>
        <div className={classes.submit}>
          <Button type="submit" fullWidth busy={busy}>
            <span className={layout.inlineWithIcon}>
              <SearchIcon size={20} /> Search
            </span>
          </Button>
        </div>
      </div>
      {nearMe.problem === '' ? null : (
        <p role="alert" className={classes.problem}>
          {nearMe.problem}
        </p>
      )}
      <div className={classes.ways}>
        <Button variant="quiet" busy={nearMe.busy} onClick={() => void nearMe.locate()}>
          <span className={layout.inlineWithIcon}>
            <NearIcon size={20} /> Near me
          </span>
        </Button>
        <Button
          variant="quiet"
          aria-expanded={showsMore}
          aria-controls="more-filters"
          onClick={() => setExpanded(!showsMore)}
        >
          <span className={layout.inlineWithIcon}>
            <FilterIcon size={20} />{' '}
            {activeFilterCount === 0 ? 'More filters' : `More filters (${activeFilterCount})`}
          </span>
        </Button>
        {isFiltered(form.values) || isFiltered(search) ? (
          <Button variant="quiet" onClick={clearFilters}>
            Clear filters
          </Button>
        ) : null}
      </div>
      <div id="more-filters" hidden={!showsMore}>
        {showsMore ? (
          <Suspense>
            <MoreFilters form={form} />
          </Suspense>
        ) : null}
      </div>
    </form>
  );
}
