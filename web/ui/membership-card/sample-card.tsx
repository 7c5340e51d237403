import { addMonths, formatCardDate } from '#server/lib/dates.ts';
import { MembershipCard } from './membership-card.tsx';

interface SampleCardProps {
  plan: string;
  monthsValid?: number;
}

/** A sample card for sales pages. Its number has a wrong check symbol, so no real card can have it. */
export function SampleCard({ plan, monthsValid = 1 }: SampleCardProps) {
  const [holder, membershipNumber] = ['Alex Rivera', '7K3M-94QX-2WFT'];
  return (
    <div aria-hidden="true">
      <MembershipCard
        holder={holder}
        plan={plan}
        membershipNumber={membershipNumber}
        expires={formatCardDate(addMonths(new Date(), monthsValid))}
      />
    </div>
  );
}
