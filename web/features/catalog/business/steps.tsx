import type { ReactNode } from 'react';
import classes from './business-info.module.css';

export interface Step {
  title: string;
  text: ReactNode;
  picture: ReactNode;
}

/** What happens one after another, each with its picture. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, text, picture }) => (
        <li key={title}>
          {picture}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
