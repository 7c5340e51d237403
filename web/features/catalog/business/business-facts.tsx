import { PRESENTED_TO, PROMOTION_DAYS, RETENTION } from '#server/lib/figures.ts';
import classes from './business-info.module.css';

/** What the specification promises businesses (SPEC sections 1 and 9). */
const FACTS = [
  { figure: `Over ${RETENTION}`, text: 'business retention' },
  { figure: `Every ${PROMOTION_DAYS} days`, text: 'new promotions, if you like' },
  { figure: `Up to ${PRESENTED_TO}`, text: 'a year in presentations of your business' },
];

export function BusinessFacts() {
  return (
    <dl className={classes.facts}>
      {FACTS.map(({ figure, text }) => (
        <div key={figure}>
          <dt>{text}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
