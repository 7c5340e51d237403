import { useMatch } from 'react-router';
import { toFailure } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalRoute } from '#web/ui/modal-route.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DigitalCard } from './digital-card.tsx';

/** Milliseconds, as specified (SPEC section 2, Card modal). */
const TRANSITIONS = { enter: 300, exit: 100 };

/** The card over /user, where the address names one: /user/card/{id}. Closing returns to /user. */
export function CardModal() {
  const number = useMatch('/user/card/:id')?.params.id;
  return (
    <ModalRoute
      opened={number !== undefined}
      title="Membership Card"
      beneath={paths.account()}
      transitions={TRANSITIONS}
    >
      {number === undefined ? null : <CardByNumber number={number} />}
    </ModalRoute>
  );
}

function CardByNumber({ number }: { number: string }) {
  // An old answer serves at a till without a network; a new one replaces it as soon as there is one.
  const card = trpc.memberships.card.useQuery({ number }, { staleTime: 0, networkMode: 'always' });
  if (card.data) return <DigitalCard card={card.data} />;
  if (card.isPending) return <Skeleton heights={['18rem', '9rem']} />;
  const failure = toFailure(card.error);
  return failure.code === 'MEMBERSHIP_NOT_FOUND' ? (
    <ErrorBox
      title={failure.message}
      message="Please check the address, or open the card from your memberships."
    />
  ) : (
    <ErrorBox message={failure.message} onRetry={() => void card.refetch()} />
  );
}
