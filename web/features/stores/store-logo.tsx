import { useState } from 'react';
import classes from './store-logo.module.css';
import { initials } from './store-text.ts';

const SIZE = 72;
const TONES = 5;

/** Always the same tone for the same name. */
function chooseTone(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES;
}

interface StoreLogoProps {
  name: string;
  logo: string | null;
}

/** Shows initials if the business has no logo or it cannot be loaded. Decorative: the name is always next to it. */
export function StoreLogo({ name, logo }: StoreLogoProps) {
  const [isBroken, setBroken] = useState(false);
  if (logo !== null && !isBroken) {
    return (
      <img
        src={logo}
        alt=""
        width={SIZE}
        height={SIZE}
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
