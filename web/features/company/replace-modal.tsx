import { useState } from 'react';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { CompanyCardData } from './company-data.ts';
import { useCompanySearchParams } from './company-search-params.ts';
import { ReplaceEmployee } from './replace-employee.tsx';

/** Opens when the URL has `?replace=` and a card's number. */
export function ReplaceModal() {
  const { replace } = useCompanySearchParams();
  // While the modal closes, the URL no longer has the number.
  const [lastNumber, setLastNumber] = useState(replace);
  if (replace !== null && replace !== lastNumber) setLastNumber(replace);
  return (
    <ModalRoute opened={replace !== null} title="Replace an employee" closePath={paths.company()} size="lg">
      {lastNumber === null ? null : <ReplaceableCard key={lastNumber} number={lastNumber} />}
    </ModalRoute>
  );
}

function ReplaceableCard({ number }: { number: string }) {
  const query = trpc.corporate.cards.useQuery({ page: 1, search: number });
  const card = query.data?.cards.find((candidate) => candidate.number === number);
  // After the replacement the query no longer returns the card, so keep it.
  const [keptCard, setKeptCard] = useState<CompanyCardData>();
  if (keptCard === undefined && card !== undefined) setKeptCard(card);
  if (keptCard !== undefined) return <ReplaceEmployee card={keptCard} />;
  if (query.isError) {
    return <ErrorBox message={toFailure(query.error).message} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <Skeleton heights={['3rem', '20rem']} />;
  return (
    <EmptyState headingLevel={3} title="No Membership Found">
      It isn’t one of your company’s cards, or it was already replaced.
    </EmptyState>
  );
}
