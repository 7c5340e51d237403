import { Link } from 'react-router';
import { MIN_AFFILIATE_AGE } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useCommunityFund } from '#web/features/content/use-community-fund.ts';
import { DownlinePicture, FriendPicture } from '#web/ui/pictures/affiliate-pictures.tsx';
import classes from './business-info.module.css';
import { TaxFormPicture } from './business-pictures.tsx';
import { HowItWorks, type Step } from './how-it-works.tsx';
import { PlanList } from './plan-list.tsx';
import { type Term, Terms } from './terms.tsx';

const STEPS: readonly Step[] = [
  {
    title: 'Sign up your business',
    text: 'Two pages: one about you, with a tax form if we don’t have one on file, and one about your business. It’s free.',
    picture: <TaxFormPicture />,
  },
  {
    title: 'Name your employees',
    text: 'This is optional. Only name people who’ve agreed to be invited.',
    picture: <DownlinePicture />,
  },
  {
    title: 'Tell your customers',
    text: 'Tell them what the card is, where it works, and what it costs. Don’t promise more than we do.',
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
    text: `Go to your business or to ${communityFund}. You choose when you sign up.`,
  },
  {
    term: 'Commissions',
    text: (
      <>
        The program itself doesn’t pay any. To earn from sales, see the{' '}
        <Link to={paths.educators()}>service opportunities</Link>.
      </>
    ),
  },
  {
    term: 'Being listed',
    text: (
      <>
        Isn’t part of the program. To show up in the search, choose a{' '}
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
    text: 'We store it encrypted and show you only its last four digits. Staff open it only for tax reporting, and we log each time.',
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
          With these plans, your business is listed and also recommends memberships. For US persons. You’ll
          fill out a W-9 when you buy.
        </p>
        <PlanList filter={(offer) => offer.terms.loyalty} skeletonCount={2} />
      </section>
    </>
  );
}
