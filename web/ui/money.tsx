import { formatCents } from '#server/lib/money.ts';
import classes from './money.module.css';

/** Formats cents with tabular digits, so that amounts align in a column. */
export function Money({ cents }: { cents: number }) {
  return <span className={classes.money}>{formatCents(cents)}</span>;
}
