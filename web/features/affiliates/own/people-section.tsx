import { formatLongDate } from '#server/lib/dates.ts';
import { toDate } from '#web/lib/format.ts';
import type { Overview } from './link-section.tsx';
import classes from './own-affiliate.module.css';

export function PeopleSection({ overview: { downline, broughtInBy } }: { overview: Overview }) {
  return (
    <section aria-labelledby="own-downline" className={classes.section}>
      <h2 id="own-downline">Your downline</h2>
      {downline.length === 0 ? (
        <p className={classes.remark}>
          Nobody has named you as their reference yet. People who sign up to recommend the card can choose you
          as their reference.
        </p>
      ) : (
        <ul className={classes.people}>
          {downline.map(({ name, role, since }) => (
            <li key={`${name} ${since}`}>
              <p className={classes.sale}>{name}</p>
              <p className={classes.remark}>
                {role}, since {formatDay(since)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p>{broughtInBy === null ? 'You signed up on your own.' : `${broughtInBy} brought you in.`}</p>
    </section>
  );
}

function formatDay(instant: string): string {
  const date = toDate(instant);
  return date === null ? '-' : formatLongDate(date);
}
