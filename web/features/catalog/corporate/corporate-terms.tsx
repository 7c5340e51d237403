import { Link } from 'react-router';
import { CARDS_PER_FAMILY, MIN_CORPORATE_CARDS } from '#server/lib/business-rules.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/site/pages.shared.ts';
import businessClasses from '../business/business-info.module.css';
import { type Term, Terms } from '../business/terms.tsx';
import type { CorporatePlans } from './use-corporate-plans.ts';

export function CorporateTerms({ plans: { personal, family } }: { plans: CorporatePlans }) {
  const terms: readonly Term[] = [
    {
      term: 'Payment',
      text: `${formatCents(personal.priceCents)} per person is charged when you buy, and again each year until you cancel. One payment, one receipt for all cards.`,
    },
    {
      term: 'How many',
      text: `At least ${MIN_CORPORATE_CARDS} cards. A family card costs ${formatCents(family.priceCents)} and counts as ${CARDS_PER_FAMILY} of them.`,
    },
    {
      term: 'What a card is good for',
      text: (
        <>
          The same as every membership: savings at <Link to={paths.savings()}>participating businesses</Link>.
          Each has a membership ID of its own.
        </>
      ),
    },
    {
      term: 'When people come and go',
      text: 'On your company page you replace an employee, add cards, and see who has claimed theirs.',
    },
    {
      term: 'Canceling',
      text: 'Cancel on your company page whenever you like. The cards are good until their expiry date.',
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
