import classes from './test-cards.module.css';

const CARDS = [
  { number: '4242 4242 4242 4242', effect: 'is accepted' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0027 6000 3184', effect: 'asks the bank (3-D Secure)' },
];

/** Shown only with the payment sandbox (D45). */
export function TestCards() {
  return (
    <details className={classes.box}>
      <summary>This is a sandbox: no money moves</summary>
      <p>Use one of these test cards with any future date, any security code, and any ZIP code.</p>
      <ul className={classes.cards}>
        {CARDS.map(({ number, effect }) => (
          <li key={number}>
            <code>{number}</code> {effect}
          </li>
        ))}
      </ul>
    </details>
  );
}
