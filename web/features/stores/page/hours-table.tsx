import type { OpenHours, WeekHours } from '#server/domains/stores/hours.schema.ts';
import { WEEKDAYS } from '#server/domains/stores/hours.shared.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './business-page.module.css';

/** Formats a day's hours as '9:30 AM – 5:30 PM'. */
export function formatHours(hours: OpenHours): string {
  if (hours === null) return 'Closed';
  const { opens, closes } = hours;
  const text = `${formatTime(opens)} – ${formatTime(closes)}`;
  return closes < opens ? `${text} (next day)` : text;
}

function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Shows the hours in the location's own time zone, regardless of the visitor's. */
export function HoursTable({ hours }: { hours: WeekHours }) {
  return (
    <table className={`${layout.table} ${classes.hours}`}>
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
