import { Link } from 'react-router';
import { COMMISSION_PENDING_DAYS, MIN_AFFILIATE_AGE } from '#server/lib/business-rules.ts';
import { paths } from '#server/lib/pages.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { TaxFormPicture } from '#web/features/catalog/business/business-pictures.tsx';
import { HowItWorks, type Step } from '#web/features/catalog/business/how-it-works.tsx';
import { type Term, Terms } from '#web/features/catalog/business/terms.tsx';
import { useCommunityFund } from '#web/features/content/use-community-fund.ts';
import { EarningsPicture, LinkPicture } from '#web/ui/pictures/affiliate-pictures.tsx';

const STEPS: readonly Step[] = [
  {
    title: 'Sign up once',
    text: 'You need an account, an address, a tax form if we don’t have one on file, and your signature.',
    picture: <TaxFormPicture />,
  },
  {
    title: 'Share your link',
    text: 'Or your reference code. Anyone who buys with either one is credited to you.',
    picture: <LinkPicture />,
  },
  {
    title: 'See what each sale earned',
    text: 'Your page lists every sale with your rate, what you earned and why, and when it’s payable.',
    picture: <EarningsPicture />,
  },
];

const buildTerms = (communityFund: string): readonly Term[] => [
  {
    term: 'When you get paid',
    text: `What you earn is pending for ${COMMISSION_PENDING_DAYS} days, then payable. If a buyer gets a refund, we take back your share of it.`,
  },
  {
    term: 'What counts',
    text: 'The net amount the buyer paid. Card fees, shipping, and your own purchases don’t count.',
  },
  {
    term: 'Your tax number',
    text: 'We store it encrypted and show you only its last four digits. Staff open it only for tax reporting, and we log each time.',
  },
  {
    term: 'Donating your earnings',
    text: `You can donate everything you earn to ${communityFund}.`,
  },
  { term: 'Your age', text: `You must be ${MIN_AFFILIATE_AGE} or older.` },
  {
    term: 'Being upfront',
    text: 'Whenever you recommend us, say that you earn from each sale, and don’t promise more than we do.',
  },
];

/**
 * Shared by the pages of three affiliate roles: friend, influencer ("Service Member" on screen), and
 * educator.
 */
export function HowReferralsWork() {
  const terms = buildTerms(useCommunityFund());
  return (
    <>
      <HowItWorks steps={STEPS} />
      <Terms title="Good to know" terms={terms} className={classes.three}>
        <p className={classes.more}>
          Already signed up? <Link to={paths.affiliate()}>See your link and your sales</Link>
        </p>
      </Terms>
    </>
  );
}
