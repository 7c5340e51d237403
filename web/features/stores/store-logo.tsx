import { useState } from 'react';
import classes from './store-logo.module.css';
import { initials } from './words.ts';

const SIZE = 72;
const TONES = 5;

/** The same tone for a name wherever it is shown. */
function toneOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES;
}

interface StoreLogoProps {
  name: string;
  logo: string | null;
}

/** The business's logo, or its initials where it has none or the picture cannot be had. The name stands beside it. */
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
    <span className={classes.monogram} data-tone={toneOf(name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
