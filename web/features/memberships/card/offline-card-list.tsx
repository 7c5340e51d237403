import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { opensModal } from '#web/lib/history-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './digital-card.module.css';
import type { ReceivedCard } from './offline-cards.ts';

/** Lists the stored cards on /user if the server can't be reached. */
export function OfflineCardList({ cards }: { cards: ReceivedCard[] }) {
  return (
    <Notice title="You seem to be offline">
      <div className={classes.offlineCards}>
        <p>We can’t load your memberships right now. These cards are saved on this device:</p>
        {cards.map(({ card: { number, planName } }) => (
          <ButtonLink
            key={number}
            to={paths.membershipCard(formatMembershipNumber(number))}
            state={opensModal}
          >
            Show {planName} card <span className={classes.id}>{formatMembershipNumber(number)}</span>
          </ButtonLink>
        ))}
      </div>
    </Notice>
  );
}
