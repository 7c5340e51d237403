import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  PAGE_SIZE,
  SEARCH_DISTANCES_MILES,
  SEARCH_SORTS,
} from '#server/domains/stores/search/search-rules.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Select } from '#web/ui/form/inputs.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageLinks } from '#web/ui/page/page-links.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { formatBusinessCount, formatCount, formatPlaceName } from '../../store-text.ts';
import { hasPlace, parseSort, type SearchAddress, type SearchSort, writeAddress } from '../search-address.ts';
import { DownloadIcon } from '../search-icons.tsx';
import { isFiltered, NO_FILTERS, type SearchValues, validateSearch } from '../search-values.ts';
import type { SavingsResult } from '../use-savings.ts';
import { PlaceMap } from './place-map.tsx';
import { ResultItem } from './result-item.tsx';
import classes from './results.module.css';

interface NoResultsProps {
  values: SearchValues;
  onSearch(values: SearchValues, sort?: SearchSort): void;
}

function NoResults({ values, onSearch }: NoResultsProps) {
  const widerDistance = hasPlace(values)
    ? SEARCH_DISTANCES_MILES.find((miles) => miles > Number(values.distance))
    : undefined;
  return (
    <EmptyState
      headingLevel={3}
      title="No Results"
      action={
        <div className={classes.nextSteps}>
          {widerDistance === undefined ? null : (
            <Button onClick={() => onSearch({ ...values, distance: String(widerDistance) })}>
              Search within {widerDistance} miles
            </Button>
          )}
          {isFiltered(values) ? (
            <Button variant="secondary" onClick={() => onSearch(NO_FILTERS)}>
              Clear filters
            </Button>
          ) : null}
        </div>
      }
    >
      Change your search criteria and try again!
    </EmptyState>
  );
}

/** Shown for a link to a page past the end of the results. */
function PastLastPage({ address, lastPage }: { address: SearchAddress; lastPage: number }) {
  return (
    <EmptyState
      headingLevel={3}
      title={`There’s no page ${formatCount(address.page)}`}
      action={
        <ButtonLink to={paths.savings(writeAddress({ ...address, page: lastPage }))}>
          Go to the last page, {formatCount(lastPage)}
        </ButtonLink>
      }
    >
      The results end before that page.
    </EmptyState>
  );
}

/** Downloads all matches as a file. Loads its code with the first download. */
function useDownload() {
  return useMutation({
    // Fail immediately without a network, instead of waiting for one.
    networkMode: 'always',
    mutationFn: async ({ values, sort }: { values: SearchValues; sort: SearchSort }) =>
      (await import('../download-results.ts')).downloadResults({
        ...validateSearch(values).filters,
        sortBy: sort,
      }),
  });
}

/** Downloads all matches in the chosen order, not just the current page. */
function DownloadButton({ values, sort }: { values: SearchValues; sort: SearchSort }) {
  const download = useDownload();
  return (
    <div className={classes.download}>
      <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate({ values, sort })}>
        <span className={layout.inlineWithIcon}>
          <DownloadIcon size={20} /> Download
        </span>
      </Button>
      {download.isError ? (
        <p role="alert" className={classes.downloadError}>
          Could not download results, please try again.
        </p>
      ) : null}
    </div>
  );
}

interface PaginationProps {
  address: SearchAddress;
  lastPage: number;
  onPage(next: SearchAddress): void;
}

/** Every link contains the complete search, so that it can be shared or opened in a new tab. */
function Pagination({ address, lastPage, onPage }: PaginationProps) {
  const linkToPage = (page: number) => {
    const next = { ...address, page };
    return { to: paths.savings(writeAddress(next)), onClick: () => onPage(next) };
  };
  return <PageLinks page={address.page} lastPage={lastPage} linkToPage={linkToPage} />;
}

interface ResultsProps {
  address: SearchAddress;
  result: SavingsResult;
  /** True while the previous search's result is shown because the new one is still loading. */
  isStale: boolean;
  onSort(sort: SearchSort): void;
  onPage(next: SearchAddress): void;
  onToggleMap(): void;
  onSearch(values: SearchValues, sort?: SearchSort): void;
}

export function Results({ address, result, isStale, onSort, onPage, onToggleMap, onSearch }: ResultsProps) {
  const { values, sort, page, isMapOpen = false } = address;
  const { count, stores, place } = result;
  const lastPage = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const isNumbered = place !== null || isMapOpen;

  return (
    <div className={classes.results} data-stale={isStale || undefined}>
      <div className={classes.head}>
        <div>
          <h2 data-results-heading tabIndex={-1}>
            {formatBusinessCount(count)}
          </h2>
          <p className={classes.about}>{describeResults(address, result, lastPage)}</p>
        </div>
        {count === 0 ? null : (
          <div className={classes.tools} data-print="hide">
            <SortField values={values} sort={sort} onSort={onSort} />
            <DownloadButton values={values} sort={sort} />
          </div>
        )}
      </div>
      {result.searchedInstead === null || count === 0 ? null : (
        <p className={classes.instead}>
          No results for “{values.name}”. Showing results for “{result.searchedInstead}”.
        </p>
      )}
      <div className={classes.columns} data-map={isMapOpen || undefined}>
        {stores.some(({ latitude }) => latitude !== null) ? (
          <PlaceMap
            isOpen={isMapOpen}
            onToggle={onToggleMap}
            place={place}
            stores={stores}
            distance={Number(values.distance)}
            highlighted={highlighted}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onSearchHere={(zip, distance) =>
              onSearch({ ...values, zip, city: '', state: '', distance: String(distance) })
            }
          />
        ) : null}
        <div className={layout.column}>
          {stores.length > 0 ? null : count === 0 ? (
            <NoResults values={values} onSearch={onSearch} />
          ) : (
            <PastLastPage address={address} lastPage={lastPage} />
          )}
          {/* Gives every list its own items. Otherwise, a business in both the old and the new list would
              move. */}
          <ol key={stores.map(({ id }) => id).join()} className={classes.items}>
            {stores.map((store, index) => (
              <ResultItem
                key={store.id}
                store={store}
                number={isNumbered ? index + 1 : null}
                isSelected={isMapOpen && store.id === selectedId}
                onHighlight={setHighlighted}
              />
            ))}
          </ol>
          {stores.length === 0 ? null : <Pagination address={address} lastPage={lastPage} onPage={onPage} />}
        </div>
      </div>
      <p role="status" className={classes.aloud}>
        {isStale
          ? ''
          : `${formatBusinessCount(count)}${lastPage > 1 ? `, page ${formatCount(page)} of ${formatCount(lastPage)}` : ''}`}
      </p>
    </div>
  );
}

function describeResults(
  { values, page }: SearchAddress,
  { place, count }: SavingsResult,
  lastPage: number,
): string {
  const placeText =
    place === null ? describeNowhere(values) : `Within ${values.distance} miles of ${formatPlaceName(place)}`;
  const nationalText = place !== null && values.national ? ', or national' : '';
  // Non-breaking spaces keep it on one line.
  const pageText =
    count > 0 && lastPage > 1 ? `Page\u00a0${formatCount(page)}\u00a0of\u00a0${formatCount(lastPage)}` : '';
  return [placeText === '' ? '' : placeText + nationalText, pageText].filter(Boolean).join('\u00a0· ');
}

/** Only a military address is a place without a center (D72). */
function describeNowhere(values: SearchValues): string {
  if (hasPlace(values)) return 'National, because a military address isn’t on the map';
  return values.national ? 'National' : '';
}

interface SortFieldProps {
  values: SearchValues;
  sort: SearchSort;
  onSort(sort: SearchSort): void;
}

function SortField({ values, sort, onSort }: SortFieldProps) {
  const id = useId();
  const options = Object.entries(SEARCH_SORTS)
    .filter(([value]) => value !== '5' || hasPlace(values))
    .map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.sort}>
      <Select
        id={id}
        label="Sort by"
        value={String(sort)}
        options={options}
        onChange={(value) => onSort(parseSort(value))}
      />
    </div>
  );
}
