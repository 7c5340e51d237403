import type { ReactNode } from 'react';
import classes from './wizard.module.css';

/** Stays in view next to the rest of the page on wide screens. On phones, it is above the buttons. */
export function WizardAside({ children }: { children: ReactNode }) {
  return <div className={classes.aside}>{children}</div>;
}
