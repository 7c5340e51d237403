import { Link } from 'react-router';
import { PROMOTION_CHANGE_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/site/pages.shared.ts';
import classes from './business-info.module.css';
import { type Term, Terms } from './terms.tsx';

const TERMS: readonly Term[] = [
  {
    term: 'What you give',
    text: `A promotion for members: you say what it is. You may change your promotions every ${PROMOTION_CHANGE_DAYS} days.`,
  },
  {
    term: 'What you pay',
    text: 'The price of your plan when you buy it, and again each month until you cancel.',
  },
  {
    term: 'Canceling',
    text: 'Any time, on your Business page. Your plan runs until the end of what is paid for.',
  },
  {
    term: 'At the till',
    text: (
      <>
        Type the membership ID or scan the code on <Link to={paths.verify()}>the verification page</Link>: it
        shows the status, the expiry and the names on the card.
      </>
    ),
  },
  {
    term: 'Your back office',
    text: 'Owners of a plan get access to it, to set up their store and to create memberships for employees.',
  },
  {
    term: 'Questions',
    text: (
      <>
        Read <Link to={`${paths.faq()}#section-businesses`}>the answers for businesses</Link>, or{' '}
        <Link to={paths.contact()}>write to us</Link>.
      </>
    ),
  },
];

export function BusinessTermsSection() {
  return <Terms title="Good to know" terms={TERMS} className={classes.three} />;
}
