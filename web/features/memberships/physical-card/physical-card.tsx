import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import buttonClasses from '#web/ui/button.module.css';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { CompletionFrame } from '../../checkout/completion/completion-frame.tsx';
import { useRememberedContact } from '../../checkout/use-remembered-contact.ts';
import type { CardHolder, PhysicalCardView } from './card-address-values.ts';
import { CardPreview } from './card-preview.tsx';
import { CardRequest } from './card-request.tsx';
import classes from './physical-card.module.css';
import { Replacement } from './replacement.tsx';

/** Offers a replacement once the card has been sent. */
function RequestedCard({ card }: { card: PhysicalCardView }) {
  return (
    <div className={classes.page}>
      <Notice title="You have already requested a physical card">
        If you need help, please contact our customer support.
      </Notice>
      <RequestProgress card={card} />
      <CardPreview card={card} />
      {card.state === 'sent' ? <ReplacementOffer cents={card.replacementCents} /> : null}
    </div>
  );
}

function RequestProgress({ card: { latest, inactiveText } }: { card: PhysicalCardView }) {
  if (latest === null) return null;
  const requestedOn = formatLongDate(new Date(latest.requestedAt));
  const cardName = latest.isReplacement ? 'Your replacement' : 'Your card';
  if (latest.sentAt === null) {
    return (
      <p className={classes.note}>
        {cardName} was requested on {requestedOn}. {inactiveText ?? 'We’ll email you when we send it.'}
      </p>
    );
  }
  return (
    <p className={classes.note}>
      {cardName} was sent on {formatLongDate(new Date(latest.sentAt))}.
    </p>
  );
}

function ReplacementOffer({ cents }: { cents: number }) {
  const [params] = useSearchParams();
  const replaceParams = new URLSearchParams(params);
  replaceParams.set('replace', '1');
  return (
    <section aria-labelledby="replacement" className={classes.offer}>
      <h2 id="replacement">Is it lost or damaged?</h2>
      <p>
        We’ll print another card with the same membership ID. It costs {formatCents(cents)}, and your
        membership stays active.
      </p>
      <ButtonLink to={`?${replaceParams}`} variant="secondary">
        Order a replacement
      </ButtonLink>
    </section>
  );
}

interface CompletedRequestProps {
  card: PhysicalCardView;
  isGuest: boolean;
}

function CompletedRequest({ card, isGuest }: CompletedRequestProps) {
  return (
    <CompletionFrame
      title="Request Completed"
      heading="Request Completed"
      headingLevel={2}
      text={`Please give us ${card.sentWithin} to get your card sent out.`}
    >
      {isGuest ? (
        <ButtonLink to={paths.home()} variant="secondary">
          Go to the home page
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.account()} variant="secondary">
          See your memberships
        </ButtonLink>
      )}
    </CompletionFrame>
  );
}

interface ReplacementCompletedProps {
  purchaseId: string;
  card: PhysicalCardView | undefined;
}

function ReplacementCompleted({ purchaseId, card }: ReplacementCompletedProps) {
  const delivery = card ? ` Please give us ${card.sentWithin} to get your card sent out.` : '';
  return (
    <CompletionFrame heading="Request Completed" headingLevel={2} text={`You're all set!${delivery}`}>
      <a
        href={paths.receipt(purchaseId)}
        target="_blank"
        rel="noopener"
        className={buttonClasses.button}
        data-variant="primary"
      >
        View/Print Your Receipt
      </a>
    </CompletionFrame>
  );
}

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
