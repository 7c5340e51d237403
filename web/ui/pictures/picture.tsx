import type { ReactNode } from 'react';
import classes from './pictures.module.css';

export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 240 150" className={classes.picture} aria-hidden="true">
      <rect width="240" height="150" className={classes.ground} />
      {children}
    </svg>
  );
}
