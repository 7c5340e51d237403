import { formatLongDate } from '#server/lib/dates.ts';

/** A day without a time, YYYY-MM-DD, as MMMM Do YYYY (SPEC section 9). */
export function longDay(day: string): string {
  return formatLongDate(new Date(`${day}T18:00:00Z`));
}
