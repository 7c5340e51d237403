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
          Nobody has signed up with you as reference so far. People who recommend the card, too, choose you
          when they sign up.
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
      <p>{broughtInBy === null ? 'You came by yourself.' : `You were brought in by ${broughtInBy}.`}</p>
    </section>
  );
}

function formatDay(instant: string): string {
  const date = toDate(instant);
  return date === null ? '-' : formatLongDate(date);
}
