import { type ReactNode, useId } from 'react';
import classes from './business-info.module.css';

export interface Step {
  title: string;
  text: ReactNode;
  picture: ReactNode;
}

export function HowItWorks({ steps }: { steps: readonly Step[] }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>How it works</h2>
      <ol className={classes.steps}>
        {steps.map(({ title, text, picture }) => (
          <li key={title}>
            {picture}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
