import { Link } from 'react-router';
import type { TimelineEntry } from '#server/staff/kit/timeline.schema.ts';
import layout from '#web/ui/styles/layout.module.css';
import { formatInstant, formatInstantsIn } from './format-cell.tsx';
import classes from './staff.module.css';

interface TimelineProps {
  entries: ReadonlyArray<Omit<TimelineEntry, 'at'> & { at: string }>;
}

/** Lists events, newest first. */
export function Timeline({ entries }: TimelineProps) {
  if (entries.length === 0) return <p className={classes.subtitle}>Nothing has happened yet.</p>;
  return (
    <ol className={`${layout.list} ${classes.timeline}`}>
      {entries.map(({ at, title, detail, by, path }) => (
        <li key={[at, title, detail, by].join()}>
          <time dateTime={at}>{formatInstant(at)}</time>
          <p>
            {path === null ? <strong>{title}</strong> : <Link to={path}>{title}</Link>}
            {by === null ? null : ` by ${by}`}
          </p>
          {detail === null ? null : <p className={classes.subtitle}>{formatInstantsIn(detail)}</p>}
        </li>
      ))}
    </ol>
  );
}
