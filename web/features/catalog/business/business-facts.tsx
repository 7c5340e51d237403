import classes from './business-info.module.css';

/** What the specification promises businesses (SPEC sections 1 and 9). */
const FACTS = [
  { figure: 'Over 98%', text: 'business retention' },
  { figure: 'Every 30 days', text: 'new promotions, if you like' },
  { figure: 'Up to 5,000', text: 'people a year in presentations of your business' },
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
