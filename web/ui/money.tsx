import { formatCents } from '#server/lib/money.ts';
import classes from './money.module.css';

/** An amount in whole cents; its figures stand under each other in a column. */
export function Money({ cents }: { cents: number }) {
  return <span className={classes.money}>{formatCents(cents)}</span>;
}
