import type { ReactNode } from 'react';
import classes from './wizard.module.css';

/** Stays in view beside the rest of the page on wide screens. On phones, it is in the flow, above the buttons. */
export function WizardAside({ children }: { children: ReactNode }) {
  return <div className={classes.aside}>{children}</div>;
}
