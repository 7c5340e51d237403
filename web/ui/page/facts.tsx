import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  /** 'columns' makes all facts equally wide. 'line' makes each fact as wide as its content. */
  layout?: 'columns' | 'line';
  children: ReactNode;
}

export function Facts({ layout = 'columns', children }: FactsProps) {
  return (
    <dl className={classes.facts} data-layout={layout}>
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
