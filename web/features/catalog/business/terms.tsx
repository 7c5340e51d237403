import { type ReactNode, useId } from 'react';
import classes from './business-info.module.css';

export interface Term {
  term: string;
  text: ReactNode;
}

interface TermsProps {
  title: string;
  terms: readonly Term[];
  /** A CSS class that changes the number of columns. */
  className?: string | undefined;
  children?: ReactNode;
}

export function Terms({ title, terms, className = '', children }: TermsProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className={`${classes.terms} ${className}`.trim()}>
        {terms.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
