import { Link } from 'react-router';
import { PROMOTION_CHANGE_DAYS } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import classes from './business-info.module.css';
import { type Term, Terms } from './terms.tsx';

const TERMS: readonly Term[] = [
  {
    term: 'What you give',
    text: `A promotion for members. You decide what it is, and you can change your promotions every ${PROMOTION_CHANGE_DAYS} days.`,
  },
  {
    term: 'What you pay',
    text: 'The price of your plan when you buy it, and again each month until you cancel.',
  },
  {
    term: 'Canceling',
    text: 'Any time, on your Business page. Your plan runs until the end of the period you paid for.',
  },
  {
    term: 'At checkout',
    text: (
      <>
        Type the membership ID or scan the code on <Link to={paths.verify()}>the verification page</Link>to
        see the card’s status, expiration date, and names.
      </>
    ),
  },
  {
    term: 'Your back office',
    text: 'Plan owners use it to set up their store and create memberships for employees.',
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
