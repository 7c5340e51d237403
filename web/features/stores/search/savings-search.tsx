import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { PAGE_SIZE } from '#server/domains/stores/search/search-rules.shared.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PromotionsSlot } from '../promotions/promotions-slot.tsx';
import { Results } from './results/results.tsx';
import classes from './savings-search.module.css';
import { getEffectiveSort, type SearchAddress, writeAddress } from './search-address.ts';
import { SearchForm } from './search-form.tsx';
import type { SearchValues } from './search-values.ts';
import { type Savings, useSavings } from './use-savings.ts';
import { useSearchAddress } from './use-search-address.ts';

/** About the height of a result. */
const ROW_HEIGHT = '10rem';

function ResultsSkeleton() {
  return <Skeleton heights={['4.5rem', ...Array.from({ length: PAGE_SIZE }, () => ROW_HEIGHT)]} />;
}

const SearchRefusal = lazy(async () => ({
  default: (await import('./search-refusal.tsx')).SearchRefusal,
}));

const NO_ERRORS = {};

/** Keeps the search in the URL, so that it can be shared. */
export function SavingsSearch() {
  const { address, key, goToSearch } = useSearchAddress();
  const { search } = useLocation();
  const savings = useSavings(address);
  const container = useRef<HTMLDivElement>(null);
  const focusNextResults = useFocusOnResults(container, savings, key);

  /** Runs a search that the visitor submitted: shows its first page and moves focus to the results. */
  function submitSearch(values: SearchValues, sort = address.sort) {
    const next: SearchAddress = { ...address, values, sort: getEffectiveSort(values, sort), page: 1 };
    focusNextResults(next);
    goToSearch(next);
    // If the search is unchanged, the query's key doesn't change either, so fetch again explicitly.
    if (writeAddress(next) === key) savings.refetch();
  }

  return (
    <div ref={container} className={classes.search}>
      <SearchForm
        search={address.values}
        serverErrors={savings.failure?.fieldErrors ?? NO_ERRORS}
        busy={savings.isFetching}
        onSearch={submitSearch}
      />
      <section aria-label="Results" aria-busy={savings.isFetching}>
        {savings.result === undefined ? (
          <SearchStatus savings={savings} />
        ) : (
          <Results
            address={address}
            result={savings.result}
            isStale={savings.isStale}
            onSort={(sort) => goToSearch({ ...address, sort, page: 1 })}
            onPage={focusNextResults}
            onToggleMap={() => goToSearch({ ...address, isMapOpen: !address.isMapOpen })}
            onSearch={submitSearch}
          />
        )}
      </section>
      <PromotionsSlot stores={savings.result?.stores ?? []} search={search} />
    </div>
  );
}

/** Shown until the first results have loaded, and after an error. */
function SearchStatus({ savings }: { savings: Savings }) {
  const { failure, isRefused, refetch } = savings;
  const fieldErrors = Object.values(failure?.fieldErrors ?? {});
  if (isRefused || fieldErrors.length > 0) {
    return (
      <Suspense>
        <SearchRefusal error={fieldErrors[0]} />
      </Suspense>
    );
  }
  if (failure !== null) return <ErrorBox message={failure.message} onRetry={refetch} />;
  return <ResultsSkeleton />;
}

/**
 * After the visitor submits a search or changes the page, moves focus to the results' heading, the field in
 * error, or the message. Opening a link, reloading, and Back don't move focus.
 */
function useFocusOnResults(container: RefObject<HTMLElement | null>, savings: Savings, key: string) {
  const awaitedKey = useRef<string | null>(null);
  const { isFetching, failure } = savings;

  // Runs after every render, because a cached result arrives together with the new URL.
  useEffect(() => {
    if (awaitedKey.current !== key || isFetching) return;
    awaitedKey.current = null;
    const target = container.current?.querySelector<HTMLElement>(
      failure === null ? '[data-results-heading]' : '[aria-invalid="true"], [role="alert"]',
    );
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: failure === null ? 'start' : 'nearest' });
  });

  return (next: SearchAddress) => {
    awaitedKey.current = writeAddress(next);
  };
}
