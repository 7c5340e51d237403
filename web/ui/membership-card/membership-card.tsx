import type { ReactNode } from 'react';
import { LogoMark } from '#web/ui/logo.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import classes from './membership-card.module.css';

interface MembershipCardProps {
  holder: string;
  /** The plan's name on the card, such as 'Family'. */
  plan: string;
  /** The company that pays for the card. */
  company?: string | null | undefined;
  /** Formatted as XXXX-XXXX-XXXX. */
  membershipNumber: string;
  /** Formatted as MM/DD/YY. */
  expires: string;
  /** A QR code that opens the card's verification page. */
  qr?: ReactNode;
}

/**
 * The card's graphic. All sizes are relative to its width, so that it looks the same on phones, desktops, and
 * paper.
 */
export function MembershipCard({
  holder,
  plan,
  company,
  membershipNumber,
  expires,
  qr,
}: MembershipCardProps) {
  return (
    <figure className={classes.frame} aria-label="Membership card">
      <div className={classes.card}>
        <CardBackground />
        <div className={classes.awning} aria-hidden="true" />
        <div className={classes.brand}>
          <LogoMark />
          <span>Everything Card</span>
          {company ? <span className={classes.company}>{company}</span> : null}
        </div>
        {qr === undefined ? null : <div className={classes.qr}>{qr}</div>}
        <dl className={classes.facts}>
          <div className={classes.number}>
            <dt>ID</dt>
            <dd>{membershipNumber}</dd>
          </div>
          <div className={classes.holder}>
            <dt>Member</dt>
            <dd>
              <PersonName name={holder} />
            </dd>
          </div>
          <div className={classes.plan}>
            <dt>Plan</dt>
            <dd>{plan}</dd>
          </div>
          <div className={classes.expires}>
            <dt>Expires</dt>
            {/* A sample card's expiry is computed from today's date, which may differ between the browser
                and the server-rendered HTML. */}
            <dd suppressHydrationWarning>{expires}</dd>
          </div>
        </dl>
      </div>
    </figure>
  );
}

const RINGS = Array.from({ length: 16 }, (_, ring) => 18 + ring * 15);

/** Draws rings, as on a banknote, around a sun. */
function CardBackground() {
  return (
    <svg
      className={classes.background}
      viewBox="0 0 428 270"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <circle cx="380" cy="262" r="120" className={classes.glow} />
      <g className={classes.rings}>
        {RINGS.map((radius) => (
          <g key={radius}>
            <circle cx="388" cy="270" r={radius} />
            <circle cx="352" cy="300" r={radius + 6} />
          </g>
        ))}
      </g>
    </svg>
  );
}
