import type { ReactNode } from 'react';
import classes from '#web/features/catalog/business/business-info.module.css';

export interface Figure {
  figure: ReactNode;
  text: string;
}

/** Figures that a role is about, at a size that nobody misses. */
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
