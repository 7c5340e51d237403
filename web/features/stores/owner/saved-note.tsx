import type { ReactNode } from 'react';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './owner.module.css';

/** Says beside the button that it is done; read aloud when it appears. */
export function SavedNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.saved}>
      <CheckIcon size={20} />
      {children}
    </p>
  );
}
