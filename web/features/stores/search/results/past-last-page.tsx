import { paths } from '#server/lib/pages.shared.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatCount } from '../../store-text.ts';
import { type SearchAddress, writeAddress } from '../search-address.ts';

/** Shown for a link to a page past the end of the results. */
export function PastLastPage({ address, lastPage }: { address: SearchAddress; lastPage: number }) {
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
