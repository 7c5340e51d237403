import type { ReactNode } from 'react';
import classes from '#web/features/catalog/business/business-info.module.css';

export interface Fact {
  value: ReactNode;
  label: string;
}

export function FactsBand({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
