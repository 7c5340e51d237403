import { Link } from 'react-router';
import { COMMISSION_PENDING_DAYS, MIN_AFFILIATE_AGE } from '#server/lib/business-rules.ts';
import { paths } from '#server/site/pages.shared.ts';
import classes from '#web/features/catalog/business/business-info.module.css';
import { TaxFormPicture } from '#web/features/catalog/business/business-pictures.tsx';
import { HowItWorks, type Step } from '#web/features/catalog/business/steps.tsx';
import { type Term, Terms } from '#web/features/catalog/business/terms.tsx';
import { FiguresPicture, LinkPicture } from './affiliate-pictures.tsx';
import { useCommunityFund } from './use-community-fund.ts';

const STEPS: readonly Step[] = [
  {
    title: 'Sign up once',
    text: 'With your account, an address, a tax form where none is on file, and your signature.',
    picture: <TaxFormPicture />,
  },
  {
    title: 'Share your link',
    text: 'Or your reference code. Anyone who buys with either is credited to you.',
    picture: <LinkPicture />,
  },
  {
    title: 'See what each sale earned',
    text: 'Your page lists every sale with its rate, its reason, and when it is payable.',
    picture: <FiguresPicture />,
  },
];

const buildTerms = (communityFund: string): readonly Term[] => [
  {
    term: 'When you are paid',
    text: `What you earn is pending for ${COMMISSION_PENDING_DAYS} days and then payable. A refund takes back its share.`,
  },
  {
    term: 'What counts',
    text: 'The net amount of what was paid. Card fees and shipping do not count, nor does a purchase of your own.',
  },
  {
    term: 'Your tax number',
    text: 'Is kept encrypted. You see its last four digits, and nobody else on this site sees any.',
  },
  {
    term: 'Donating instead',
    text: `You can choose that all you would earn goes to ${communityFund}.`,
  },
  { term: 'Your age', text: `You must be ${MIN_AFFILIATE_AGE} or older.` },
  {
    term: 'Being plain about it',
    text: 'Say that you earn from a sale wherever you recommend us, and promise no more than we do.',
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
          Signed up already? <Link to={paths.affiliate()}>Your link and your figures</Link>
        </p>
      </Terms>
    </>
  );
}
