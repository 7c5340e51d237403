import { formatLongDate } from '#server/lib/dates.ts';

/** Formats YYYY-MM-DD as MMMM Do YYYY. */
export function formatDay(day: string): string {
  return formatLongDate(new Date(`${day}T18:00:00Z`));
}
