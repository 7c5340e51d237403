import type { WeekHours } from '#server/domains/stores/hours.schema.ts';
import { WEEKDAYS } from '#server/domains/stores/hours.shared.ts';
import classes from './business-page.module.css';
import { formatHours } from './format-hours.ts';

/** Shows the hours in the location's own time zone, regardless of the visitor's. */
export function HoursTable({ hours }: { hours: WeekHours }) {
  return (
    <table className={classes.hours}>
      <caption>Business hours</caption>
      <tbody>
        {WEEKDAYS.map((day, index) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{formatHours(hours[index] ?? null)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
