import { Link } from 'react-router';
import { DownlinePicture, FriendPicture } from '#web/features/affiliates/affiliate-pictures.tsx';
import { paths } from '#web/lib/paths.ts';
import classes from './business-info.module.css';
import { TaxFormPicture } from './business-pictures.tsx';
import { PlanList } from './plan-list.tsx';
import { HowItWorks, type Step } from './steps.tsx';
import { type Term, Terms } from './terms.tsx';

const STEPS: readonly Step[] = [
  {
    title: 'Sign up your business',
    text: 'Two pages: about you, with a tax form where none is on file, and about your business.',
    picture: <TaxFormPicture />,
  },
  {
    title: 'Name your employees',
    text: 'If you like: those who have agreed to be invited.',
    picture: <DownlinePicture />,
  },
  {
    title: 'Tell your customers',
    text: 'Those who want to hear of the card. Say what is true, and promise what we promise.',
    picture: <FriendPicture />,
  },
];

const GOOD_TO_KNOW: readonly Term[] = [
  {
    term: 'Rewards',
    text: 'Come to you or go to the community fund, as you choose when you sign up.',
  },
  {
    term: 'Commissions',
    text: (
      <>
        The program itself pays none. To earn from sales, see the{' '}
        <Link to={paths.educators()}>service opportunities</Link>.
      </>
    ),
  },
  {
    term: 'Your tax number',
    text: 'Is kept encrypted. You see its last four digits, and nobody else on this site sees any.',
  },
];

/** How the program goes, step by step, and the plans that a business can have beside it. */
export function LoyaltySection() {
  return (
    <>
      <HowItWorks steps={STEPS} />
      <Terms title="Good to know" terms={GOOD_TO_KNOW} />
      <section className={classes.section} aria-labelledby="sharing-title">
        <h2 id="sharing-title">Plans with the sharing program</h2>
        <p className={classes.lead}>
          With these plans your business is listed, too, and recommends memberships. For US persons; a W-9 is
          part of the purchase.
        </p>
        <PlanList only={({ terms }) => terms.loyalty} expected={2} />
      </section>
    </>
  );
}
