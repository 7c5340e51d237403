import { useLocation } from 'react-router';
import { toFailure } from '#web/lib/errors.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

interface ReopeningProps {
  error: unknown;
  onRetry(): void;
  /** The label of the link for starting over, shown if the purchase can't be reopened. */
  startLabel: string;
  startSearch: string;
}

/** Shown while a purchase from an emailed link loads, or if it can't be reopened. */
export function ReopenStatus({ error, onRetry, startLabel, startSearch }: ReopeningProps) {
  const { state } = useLocation();
  if (error === null) return <Skeleton heights={['1.5rem', '2rem', '24rem']} />;
  const failure = toFailure(error);
  if (failure.code !== 'PURCHASE_NOT_FOUND') return <ErrorBox message={failure.message} onRetry={onRetry} />;
  return (
    <EmptyState
      headingLevel={3}
      title="This link no longer works"
      action={
        <ButtonLink to={{ search: startSearch }} state={state} replace>
          {startLabel}
        </ButtonLink>
      }
    >
      The purchase is already complete, or the link has expired. If you got a receipt by email, you’re done.
    </EmptyState>
  );
}
