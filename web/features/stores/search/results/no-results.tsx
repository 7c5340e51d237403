import { SEARCH_DISTANCES_MILES } from '#server/domains/stores/search/search-rules.shared.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '../../store-text.ts';
import { hasPlace, type SearchAddress, type SearchSort, writeAddress } from '../search-address.ts';
import { isFiltered, NO_FILTERS, type SearchValues } from '../search-values.ts';
import classes from './results.module.css';

interface NothingFoundProps {
  values: SearchValues;
  onSearch(values: SearchValues, sort?: SearchSort): void;
}

function NothingFound({ values, onSearch }: NothingFoundProps) {
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

interface NoResultsProps {
  address: SearchAddress;
  count: number;
  lastPage: number;
  onSearch(values: SearchValues, sort?: SearchSort): void;
}

/** Shown instead of an empty page of results. */
export function NoResults({ address, count, lastPage, onSearch }: NoResultsProps) {
  if (count > 0) return <PastLastPage address={address} lastPage={lastPage} />;
  return <NothingFound values={address.values} onSearch={onSearch} />;
}
