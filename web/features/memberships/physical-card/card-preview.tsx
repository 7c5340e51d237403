import { formatCardDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { MembershipCard } from '#web/ui/membership-card/membership-card.tsx';
import type { PhysicalCardView } from './card-address-values.ts';
import classes from './physical-card.module.css';

export function CardPreview({ card }: { card: PhysicalCardView }) {
  return (
    <div className={classes.card}>
      <MembershipCard
        holder={card.recipient}
        plan={card.planName}
        membershipNumber={formatMembershipNumber(card.number)}
        expires={formatCardDate(new Date(card.expiresAt))}
      />
    </div>
  );
}
