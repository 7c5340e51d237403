import type { ReactNode } from 'react';
import { FriendPicture } from '#web/features/affiliates/affiliate-pictures.tsx';
import { CornerShop } from '#web/features/home/street/corner-shop.tsx';
import { Street } from '#web/features/home/street/street.tsx';
import { MembershipCard } from '#web/features/memberships/membership-card.tsx';
import { Logo } from '#web/ui/logo.tsx';
import classes from './social-picture.module.css';

interface Shown {
  words: string;
  picture: ReactNode;
  /** What the ground is: the whole street, or its pavement where a picture stands on it. */
  ground: 'street' | 'pavement';
}

/** No price and no date is on them: they are kept by those who showed them once. */
const PICTURES: Readonly<Record<string, Shown>> = {
  membership: {
    words: 'One card for all of main street',
    picture: <Card />,
    ground: 'street',
  },
  company: {
    words: 'Cards for all your employees',
    picture: (
      <>
        <Card />
        <Card />
        <Card />
      </>
    ),
    ground: 'street',
  },
  business: {
    words: 'Be found by members near you',
    picture: <CornerShop />,
    ground: 'pavement',
  },
  earning: {
    words: 'Recommend the card, and earn',
    picture: <FriendPicture />,
    ground: 'street',
  },
  savings: {
    words: 'Find where your card saves',
    picture: <Pins />,
    ground: 'street',
  },
};

/** What messengers show beside a link, 1200 by 630 pixels (server/site/page-metadata.ts names them). */
export function SocialPicture({ name }: { name: string }) {
  const shown = PICTURES[name];
  if (!shown) return <p>There is no picture {name}.</p>;
  return (
    <main className={classes.frame} data-picture={name} data-ground={shown.ground}>
      <div className={classes.words}>
        <Logo />
        <h1>{shown.words}</h1>
      </div>
      <div className={classes.ground}>{shown.ground === 'pavement' ? null : <Street />}</div>
      <div className={classes.picture}>{shown.picture}</div>
    </main>
  );
}

/** Its number ends in a wrong check symbol and belongs to nobody. */
function Card() {
  return (
    <div className={classes.card}>
      <MembershipCard holder="Alex Rivera" plan="Individual" membershipNumber="7K3M-94QX-2WFT" expires="" />
    </div>
  );
}

/** Where members save: a pin over some of the street's shops. */
function Pins() {
  return (
    <svg viewBox="0 0 1200 630" aria-hidden="true">
      {[
        { x: 690, y: 384, size: 1.1 },
        { x: 830, y: 260, size: 1.9 },
        { x: 1104, y: 330, size: 1.3 },
      ].map(({ x, y, size }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
          <path
            d="M0-44a44 44 0 0 1 44 44c0 31-44 70-44 70S-44 31-44 0A44 44 0 0 1 0-44z"
            className={classes.pin}
          />
          <path d="M-17 1l12 12 23-25" className={classes.checkmark} />
        </g>
      ))}
    </svg>
  );
}
