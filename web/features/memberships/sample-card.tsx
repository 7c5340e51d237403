import { addMonths, formatCardDate } from '#server/lib/dates.ts';
import { MembershipCard } from './membership-card.tsx';

interface SampleCardProps {
  plan: string;
  /** The expiry date. */
  months?: number;
}

/** A sample card for sales pages. Its number has a wrong check digit and belongs to nobody. */
export function SampleCard({ plan, months = 1 }: SampleCardProps) {
  const [holder, membershipNumber] = ['Alex Rivera', '7K3M-94QX-2WFT'];
  return (
    <div aria-hidden="true">
      <MembershipCard
        holder={holder}
        plan={plan}
        membershipNumber={membershipNumber}
        expires={formatCardDate(addMonths(new Date(), months))}
      />
    </div>
  );
}
