import type { ReactNode } from 'react';
import classes from '#web/features/catalog/business/business-info.module.css';

export interface Figure {
  figure: ReactNode;
  text: string;
}

/** A role's key figures in large type. */
export function FiguresBand({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.facts}>
      {figures.map(({ figure, text }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
