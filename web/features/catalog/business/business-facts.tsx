import { AUDIENCE_SIZE, PROMOTION_CHANGE_DAYS, RETENTION_RATE } from '#server/lib/business-rules.ts';
import classes from './business-info.module.css';

const FACTS = [
  { figure: `Over ${RETENTION_RATE}`, text: 'business retention' },
  { figure: `Every ${PROMOTION_CHANGE_DAYS} days`, text: 'new promotions, if you like' },
  { figure: `Up to ${AUDIENCE_SIZE}`, text: 'a year at presentations of your business' },
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
