import type { ReactNode } from 'react';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './owner.module.css';

/** Confirms that a change was saved. Screen readers announce it. */
export function SavedNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.saved}>
      <CheckIcon size={20} />
      {children}
    </p>
  );
}
