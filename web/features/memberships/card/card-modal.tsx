import { skipToken } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router';
import { pages, paths } from '#server/lib/pages.shared.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { cacheCardPage } from '#web/lib/card-page-offline.ts';
import { toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

import { DigitalCard } from './digital-card.tsx';
import { deleteOfflineCard, type ReceivedCard, readOfflineCards, saveOfflineCard } from './offline-cards.ts';
import { useIsOffline } from './use-is-offline.ts';

const TRANSITIONS = { enter: 300, exit: 100 };

interface CardModalProps {
  /** The account whose cards are shown. Null if the server can't be reached. */
  accountId: string | null;
  /** Shown if the server can't be reached. */
  offlineCards: ReceivedCard[];
}

/** Shows a card as a modal over /user, at /user/card/{id}. Closing returns to /user. */
export function CardModal({ accountId, offlineCards }: CardModalProps) {
  const number = useMatch(pages.card.path)?.params.id;
  const offlineCard = number === undefined ? undefined : findCard(offlineCards, number);
  // Query outside the modal, because the server-rendered HTML includes this query's result, but not the
  // modal.
  const card = trpc.memberships.card.useQuery(
    number === undefined || accountId === null ? skipToken : { number },
    { staleTime: 0, networkMode: 'always' },
  );
  return (
    <ModalRoute
      opened={number !== undefined && (accountId !== null || offlineCard !== undefined)}
      title="Membership Card"
      closePath={paths.account()}
      transitions={TRANSITIONS}
    >
      {number !== undefined && accountId !== null ? (
        <CardByNumber number={number} accountId={accountId} card={card} />
      ) : null}
      {offlineCard && accountId === null ? <DigitalCard {...offlineCard} isOffline /> : null}
    </ModalRoute>
  );
}

function findCard(cards: ReceivedCard[], numberInput: string): ReceivedCard | undefined {
  const number = valueOrNull(readMembershipNumber(numberInput));
  return cards.find(({ card }) => card.number === number);
}

interface CardByNumberProps {
  number: string;
  accountId: string;
  card: CardQuery & Parameters<typeof useIsOffline>[0];
}

function CardByNumber({ number, accountId, card }: CardByNumberProps) {
  // Load the wallets together with the card. Otherwise their notice would appear later and shift the layout.
  trpc.memberships.wallets.usePrefetchQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const isOffline = useIsOffline(card);
  useSavedCard(accountId, number, card);
  if (card.data) {
    return <DigitalCard card={card.data} receivedAt={card.dataUpdatedAt} isOffline={isOffline} />;
  }
  // Show the stored card until the server responds, which can take a long time on a bad connection.
  const savedCard = card.isPending || isOffline ? findCard(readOfflineCards(), number) : undefined;
  if (savedCard) return <DigitalCard {...savedCard} isOffline={isOffline} />;
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

interface CardQuery {
  data: RouterOutputs['memberships']['card'] | undefined;
  error: unknown;
  dataUpdatedAt: number;
}

/** Stores the card for offline use, or deletes the stored card if it can no longer be shown. */
function useSavedCard(accountId: string, number: string, { data, error, dataUpdatedAt }: CardQuery): void {
  const isNotFound = toFailure(error).code === 'MEMBERSHIP_NOT_FOUND';
  useEffect(() => {
    if (data?.shown) {
      saveOfflineCard(accountId, { card: data, receivedAt: dataUpdatedAt });
      cacheCardPage();
    } else if (data || isNotFound) deleteOfflineCard(accountId, number);
  }, [accountId, number, data, dataUpdatedAt, isNotFound]);
}
