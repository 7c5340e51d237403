import type { ReactNode } from 'react';
import classes from '#web/features/catalog/business/business-info.module.css';

export interface Figure {
  value: ReactNode;
  label: string;
}

export function FiguresBand({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.facts}>
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
