import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { CarryPicture, ShowPicture } from '#web/ui/pictures/step-pictures.tsx';
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
        Search local and national businesses and their promotions by ZIP code, category, or name.{' '}
        <Link to={paths.savings()}>See who’s in</Link> before you buy.
      </>
    ),
    picture: <ListingPicture />,
  },
  {
    title: 'A card on your phone',
    text: 'With an account, you open your card on this site or add it to Apple Wallet or Google Wallet.',
    picture: <CarryPicture />,
  },
  {
    title: 'Works at checkout',
    text: 'Show it when you pay. The business types the membership ID or scans the code and sees that it’s valid.',
    picture: <ShowPicture />,
  },
];

/** Lists only benefits that all consumer plans share. */
export function MembershipBenefits() {
  return (
    <section className={classes.section} aria-labelledby="benefits-title">
      <h2 id="benefits-title">What’s included</h2>
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
