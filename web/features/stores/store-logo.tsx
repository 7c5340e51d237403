import { useState } from 'react';
import classes from './store-logo.module.css';
import { initials } from './store-text.ts';

const SIZE_PX = 72;
const TONE_COUNT = 5;

/** The same name always gets the same tone. */
function chooseTone(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONE_COUNT;
}

interface StoreLogoProps {
  name: string;
  logo: string | null;
}

/**
 * Shows initials if the business has no logo, or if the logo fails to load. Hidden from screen readers,
 * because the name is next to it.
 */
export function StoreLogo({ name, logo }: StoreLogoProps) {
  const [isBroken, setBroken] = useState(false);
  if (logo !== null && !isBroken) {
    return (
      <img
        src={logo}
        alt=""
        width={SIZE_PX}
        height={SIZE_PX}
        loading="lazy"
        decoding="async"
        className={classes.picture}
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span className={classes.monogram} data-tone={chooseTone(name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
