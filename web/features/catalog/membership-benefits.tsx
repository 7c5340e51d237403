import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';
import { CarryPicture, ShowPicture } from '#web/features/home/step-pictures.tsx';
import classes from './business/business-info.module.css';
import { ListingPicture } from './business/listing-picture.tsx';

interface Benefit {
  title: string;
  text: ReactNode;
  picture: ReactNode;
}

const BENEFITS: readonly Benefit[] = [
  {
    title: 'Savings near you',
    text: (
      <>
        Local and national businesses with their promotions, by ZIP code, category or name.{' '}
        <Link to={paths.savings()}>Look who takes part</Link> before you buy.
      </>
    ),
    picture: <ListingPicture />,
  },
  {
    title: 'A card on your phone',
    text: 'With an account, your card opens on this site, and goes into Apple Wallet or Google Wallet.',
    picture: <CarryPicture />,
  },
  {
    title: 'Works at checkout',
    text: 'Show it where you pay. The business types the membership ID or scans the code, and reads that it is valid.',
    picture: <ShowPicture />,
  },
];

/** Lists only benefits that all consumer plans share. */
export function MembershipBenefits() {
  return (
    <section className={classes.section} aria-labelledby="benefits-title">
      <h2 id="benefits-title">What every membership holds</h2>
      <ul className={classes.steps}>
        {BENEFITS.map(({ title, text, picture }) => (
          <li key={title}>
            {picture}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
