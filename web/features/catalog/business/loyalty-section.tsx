import { Link } from 'react-router';
import { MIN_AFFILIATE_AGE } from '#server/lib/business-rules.ts';
import { paths } from '#server/site/pages.shared.ts';
import { DownlinePicture, FriendPicture } from '#web/features/affiliates/affiliate-pictures.tsx';
import { useCommunityFund } from '#web/features/affiliates/use-community-fund.ts';
import classes from './business-info.module.css';
import { TaxFormPicture } from './business-pictures.tsx';
import { PlanList } from './plan-list.tsx';
import { HowItWorks, type Step } from './steps.tsx';
import { type Term, Terms } from './terms.tsx';

const STEPS: readonly Step[] = [
  {
    title: 'Sign up your business',
    text: 'Two pages: about you, with a tax form where none is on file, and about your business. Nothing is charged.',
    picture: <TaxFormPicture />,
  },
  {
    title: 'Name your employees',
    text: 'If you like: those who have agreed to be invited.',
    picture: <DownlinePicture />,
  },
  {
    title: 'Tell your customers',
    text: 'What the card is, where it is welcome, and what it costs. Promise no more than we do.',
    picture: <FriendPicture />,
  },
];

const buildTerms = (communityFund: string): readonly Term[] => [
  {
    term: 'Who can join',
    text: `Businesses with or without a plan. You need an account, and you must be ${MIN_AFFILIATE_AGE} or older.`,
  },
  {
    term: 'Rewards',
    text: `Come to your business or go to ${communityFund}, as you choose when you sign up.`,
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
    term: 'Being listed',
    text: (
      <>
        Is not part of the program. For members to find you in the search, choose a{' '}
        <Link to={paths.businessPlans()}>business plan</Link>.
      </>
    ),
  },
  {
    term: 'What you agree to',
    text: 'The program’s agreement, which you read and sign on the second page.',
  },
  {
    term: 'Your tax number',
    text: 'Is kept encrypted. You see its last four digits, and nobody else on this site sees any.',
  },
];

export function LoyaltySection() {
  const terms = buildTerms(useCommunityFund());
  return (
    <>
      <HowItWorks steps={STEPS} />
      <Terms title="Good to know" terms={terms} className={classes.three} />
      <section className={classes.section} aria-labelledby="sharing-title">
        <h2 id="sharing-title">Plans with the sharing program</h2>
        <p className={classes.lead}>
          With these plans your business is listed, too, and recommends memberships. For US persons; a W-9 is
          part of the purchase.
        </p>
        <PlanList filter={(offer) => offer.terms.loyalty} skeletonCount={2} />
      </section>
    </>
  );
}
