import type { ReactNode } from 'react';
import { BUSINESS_ZONE } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import type { Cell } from '#server/staff/kit/list.schema.ts';
import type { CellFormat } from '#server/staff/kit/list.shared.ts';
import { PersonName } from '#web/ui/person-name.tsx';
import classes from './staff.module.css';

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: BUSINESS_ZONE,
});
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: BUSINESS_ZONE });

/** Returns a date and time in the business time zone, such as 'Nov 22, 2026, 3:04 PM'. */
export const formatInstant = (instant: string | Date) => instantFormat.format(new Date(instant));

/** Returns a day in the business time zone, such as 'Nov 22, 2026'. Accepts an instant or 'YYYY-MM-DD'. */
export function formatDay(day: string | Date): string {
  const isCalendarDay = typeof day === 'string' && day.length === 10;
  return dayFormat.format(new Date(isCalendarDay ? `${day}T12:00:00-07:00` : day));
}

/** Formats the instants within a text, such as 'valid until 2026-11-22T22:04:00.000Z'. */
export const formatInstantsIn = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => formatInstant(instant));

/** Allows a line break only between the day and the time, for narrow columns. */
const keepDayTogether = (text: string) => text.replaceAll(' ', '\u00a0').replace(/,\u00a0(?=[^,]*$)/, ', ');

/** Formats a cell's value for display. An empty value is a dash. */
export function formatCell(value: Cell | undefined, format: CellFormat): ReactNode {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number')
    return format === 'cents' ? formatCents(value) : value.toLocaleString('en-US');
  if (format === 'instant') return <time dateTime={value}>{keepDayTogether(formatInstant(value))}</time>;
  if (format === 'day') return <time dateTime={value}>{formatDay(value)}</time>;
  if (format === 'status') return <span className={classes.status}>{value}</span>;
  // Many texts are names.
  return <PersonName name={value} />;
}
