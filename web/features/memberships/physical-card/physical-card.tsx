import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useRememberedContact } from '../../checkout/use-remembered-contact.ts';
import type { CardHolder, PhysicalCardView } from './card-address-values.ts';
import { CardRequest } from './card-request.tsx';
import { CompletedRequest } from './completed-request.tsx';
import { Replacement } from './replacement.tsx';
import { ReplacementCompleted } from './replacement-completed.tsx';
import { RequestedCard } from './requested-card.tsx';

/**
 * Shows the page of a membership's printed card. In the URL, `replace` opens the order for a replacement, and
 * `completed` holds the id of its purchase.
 */
export function PhysicalCard({ holder }: { holder: CardHolder }) {
  const [params] = useSearchParams();
  const cardQuery = trpc.physicalCards.find.useQuery(holder, { retry: false, staleTime: 0 });
  const completedPurchaseId = params.get('completed');
  if (completedPurchaseId !== null)
    return <ReplacementCompleted purchaseId={completedPurchaseId} card={cardQuery.data} />;
  if (cardQuery.data) {
    return <CurrentCard card={cardQuery.data} holder={holder} isReplacing={params.get('replace') !== null} />;
  }
  if (cardQuery.isPending) return <Skeleton heights={['6rem', '24rem']} />;
  const { code, message } = toFailure(cardQuery.error);
  if (code !== 'MEMBERSHIP_NOT_FOUND') {
    return <ErrorBox message={message} onRetry={() => void cardQuery.refetch()} />;
  }
  return (
    <ErrorBox
      title="No Membership Found"
      message="Please open this page from your memberships or from the link in your receipt email."
    />
  );
}

interface CurrentProps {
  card: PhysicalCardView;
  holder: CardHolder;
  isReplacing: boolean;
}

function CurrentCard({ card, holder, isReplacing }: CurrentProps) {
  // A refetch would report the card as already requested, so remember to show the confirmation.
  const [isDone, setDone] = useState(false);
  const contact = useRememberedContact(holder.key === null && card.state === 'open');
  if (isDone) return <CompletedRequest card={card} isGuest={holder.key !== null} />;
  if (card.state === 'open') {
    if (contact === undefined) return <Skeleton heights={['14rem', '22rem']} />;
    return <CardRequest card={card} holder={holder} contact={contact} onDone={() => setDone(true)} />;
  }
  if (card.state === 'closed') {
    return <Notice title="Invalid">The membership is invalid. For more info, please contact us.</Notice>;
  }
  if (card.state === 'sent' && isReplacing) return <Replacement card={card} holder={holder} />;
  return <RequestedCard card={card} />;
}
