import { Link } from 'react-router';
import { CARDS_PER_FAMILY, MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import businessClasses from '../business/business-info.module.css';
import { type Term, Terms } from '../business/terms.tsx';
import type { CorporatePlans } from './use-corporate-plans.ts';

export function CorporateTerms({ plans: { personal, family } }: { plans: CorporatePlans }) {
  const terms: readonly Term[] = [
    {
      term: 'Payment',
      text: `${formatCents(personal.priceCents)} per person when you buy, and again each year until you cancel. You make one payment and get one receipt for all cards.`,
    },
    {
      term: 'How many',
      text: `At least ${MIN_CORPORATE_CARDS} cards. A family card costs ${formatCents(family.priceCents)} and counts as ${CARDS_PER_FAMILY} of them.`,
    },
    {
      term: 'What a card gets you',
      text: (
        <>
          The same as every membership: savings at <Link to={paths.savings()}>participating businesses</Link>.
          Each card has its own membership ID.
        </>
      ),
    },
    {
      term: 'When employees come and go',
      text: 'Use your company page to replace an employee, add cards, and see who has claimed theirs.',
    },
    {
      term: 'Canceling',
      text: 'Cancel any time on your company page. The cards are good until their expiration date.',
    },
    {
      term: 'Already bought?',
      text: (
        <>
          Open <Link to={paths.company()}>your company page</Link>, or{' '}
          <Link to={paths.contact()}>contact us</Link> to add members.
        </>
      ),
    },
  ];
  return <Terms title="Good to know" terms={terms} className={businessClasses.three} />;
}
