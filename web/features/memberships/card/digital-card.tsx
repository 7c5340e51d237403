import { useEffect } from 'react';
import { formatCardDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { WalletButtons } from '#web/features/checkout/completion/wallet-buttons.tsx';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { MembershipCard } from '#web/ui/membership-card/membership-card.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { isOverdue } from '../state-remark.tsx';
import classes from './digital-card.module.css';
import { LiveQr } from './live-qr.tsx';
import type { ReceivedCard } from './offline-cards.ts';

/** Keeps the screen on while the card is shown, if the browser supports it. */
function useWakeLock(): void {
  useEffect(() => {
    let isStopped = false;
    let lock: WakeLockSentinel | undefined;

    async function acquireLock() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const newLock = await navigator.wakeLock.request('screen');
        if (isStopped) await newLock.release();
        else lock = newLock;
      } catch {
        // The browser refuses if the battery is low or the settings forbid it. The card works without the
        // lock.
      }
    }

    void acquireLock();
    // The browser releases the lock when the page is hidden, and doesn't reacquire it.
    document.addEventListener('visibilitychange', acquireLock);
    return () => {
      isStopped = true;
      document.removeEventListener('visibilitychange', acquireLock);
      void lock?.release();
    };
  }, []);
}

type Card = RouterOutputs['memberships']['card'];
type SuppressedCard = Extract<Card, { shown: false }>;

interface DigitalCardProps {
  card: Card;
  /** When the card's data arrived, in epoch milliseconds of this device's clock. */
  receivedAt: number;
  /** True if the server can't be reached. The data is then the server's last response. */
  isOffline: boolean;
}

/** Shows the owner's card, or the reason why it can't be shown. */
export function DigitalCard({ card, receivedAt, isOffline }: DigitalCardProps) {
  return card.shown ? (
    <ShownCardView received={{ card, receivedAt }} isOffline={isOffline} />
  ) : (
    <SuppressedCardView card={card} />
  );
}

/** Shows the card's graphic, and a large code to scan at checkout. */
function ShownCardView({ received, isOffline }: { received: ReceivedCard; isOffline: boolean }) {
  useWakeLock();
  const { card } = received;
  const id = formatMembershipNumber(card.number);
  return (
    <div className={classes.card} data-print-only>
      <MembershipCard
        holder={formatPersonName(card)}
        plan={card.planName}
        company={card.companyName}
        membershipNumber={id}
        expires={formatCardDate(new Date(card.expiresAt))}
      />
      <div className={classes.scanArea}>
        <LiveQr received={received} id={id} />
        <div className={classes.words}>
          <Facts layout="line">
            <Fact name="Membership ID">{id}</Fact>
            <Fact name="Plan">{card.planName}</Fact>
          </Facts>
          <LastCheck at={new Date(card.checkedAt)} isOffline={isOffline} />
          <p>
            Show this card at checkout. Anyone who scans the code, or enters the ID at Verify a card, sees
            that it’s valid.{' '}
            <span data-print="hide">The code keeps changing, so a screenshot can’t pass for the card.</span>
          </p>
        </div>
      </div>
      {isOffline ? null : <WalletButtons number={card.number} />}
      <div className={classes.actions} data-print="hide">
        <Button variant="secondary" onClick={() => window.print()}>
          Print Card
        </Button>
        {isOffline ? null : (
          <>
            <ButtonLink variant="quiet" to={paths.requestCard(id)}>
              Request Physical Card
            </ButtonLink>
            <ButtonLink variant="quiet" to={paths.verifyCard(id)}>
              See what businesses see
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  );
}

const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Shows when the server last confirmed the card. */
function LastCheck({ at, isOffline }: { at: Date; isOffline: boolean }) {
  return (
    <p className={classes.check} data-offline={isOffline || undefined} data-print="hide">
      <span role="status">
        {isOffline ? 'You seem to be offline. This card is saved on your device.' : null}
      </span>{' '}
      Last checked <time dateTime={at.toISOString()}>{timeFormat.format(at)}</time>
    </p>
  );
}

function SuppressedCardView({ card }: { card: SuppressedCard }) {
  return (
    <div className={classes.suppressed}>
      <Notice tone={isOverdue(card.summary) ? 'error' : 'info'} title="This card can’t be shown right now">
        {card.summary.text}
      </Notice>
      <Facts layout="line">
        <Fact name="Membership ID">{formatMembershipNumber(card.number)}</Fact>
        <Fact name="Plan">{card.planName}</Fact>
      </Facts>
      {card.summary.actions.includes('choose-plan') ? (
        <ButtonLink to={paths.pricing()}>Choose a plan</ButtonLink>
      ) : null}
      {card.summary.actions.includes('pay') ? (
        <ButtonLink to={paths.updateCard()}>Update card and pay</ButtonLink>
      ) : null}
    </div>
  );
}
