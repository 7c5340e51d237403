import type { ReactNode } from 'react';
import { CornerShop } from '#web/features/home/street/corner-shop.tsx';
import { Street } from '#web/features/home/street/street.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MembershipCard } from '#web/ui/membership-card/membership-card.tsx';
import { FriendPicture } from '#web/ui/pictures/affiliate-pictures.tsx';
import classes from './social-picture.module.css';

interface Preview {
  text: string;
  picture: ReactNode;
  /** What is drawn behind the picture: the whole street, or only its pavement. */
  background: 'street' | 'pavement';
}

/** No prices or dates, because other sites cache these images. */
const PICTURES: Readonly<Record<string, Preview>> = {
  membership: {
    text: 'One card for all of main street',
    picture: <Card />,
    background: 'street',
  },
  company: {
    text: 'Cards for all your employees',
    picture: (
      <>
        <Card />
        <Card />
        <Card />
      </>
    ),
    background: 'street',
  },
  business: {
    text: 'Be found by members near you',
    picture: <CornerShop />,
    background: 'pavement',
  },
  earning: {
    text: 'Recommend the card, and earn',
    picture: <FriendPicture />,
    background: 'street',
  },
  savings: {
    text: 'Find where your card saves',
    picture: <Pins />,
    background: 'street',
  },
};

/** The preview of a shared link, 1200 by 630 pixels. server/app/site/page-metadata.ts names the image files. */
export function SocialPicture({ name }: { name: string }) {
  const preview = PICTURES[name];
  if (!preview) return <p>There is no picture {name}.</p>;
  return (
    <main className={classes.frame} data-picture={name} data-ground={preview.background}>
      <div className={classes.words}>
        <Logo />
        <h1>{preview.text}</h1>
      </div>
      <div className={classes.ground}>{preview.background === 'pavement' ? null : <Street />}</div>
      <div className={classes.picture}>{preview.picture}</div>
    </main>
  );
}

/** Shows a number with a wrong check symbol, which no real card can have. */
function Card() {
  return (
    <div className={classes.card}>
      <MembershipCard holder="Alex Rivera" plan="Individual" membershipNumber="7K3M-94QX-2WFT" expires="" />
    </div>
  );
}

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
