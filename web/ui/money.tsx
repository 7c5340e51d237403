import { formatCents } from '#server/lib/money.ts';
import classes from './money.module.css';

/** Uses digits of equal width, so that amounts align in a column. */
export function Money({ cents }: { cents: number }) {
  return <span className={classes.money}>{formatCents(cents)}</span>;
}
