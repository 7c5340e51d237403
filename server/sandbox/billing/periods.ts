export type Interval = 'day' | 'week' | 'month' | 'year';

const DAY_SECONDS = 86_400;

/**
 * Returns the start of the nth period after the anchor, in Unix seconds. Every month uses the anchor's day,
 * or its last day if it is shorter: January 31, February 28, March 31.
 */
export function computeBoundary(anchor: number, interval: Interval, count: number, n: number): number {
  if (interval === 'day') return anchor + n * count * DAY_SECONDS;
  if (interval === 'week') return anchor + n * count * 7 * DAY_SECONDS;
  return addMonths(anchor, n * count * (interval === 'year' ? 12 : 1));
}

/** Adds months to an instant in Unix seconds. */
export function addMonths(instant: number, months: number): number {
  const start = new Date(instant * 1000);
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const clock = instant - Math.floor(instant / DAY_SECONDS) * DAY_SECONDS;
  return Date.UTC(start.getUTCFullYear(), month, day) / 1000 + clock;
}

/** Returns the first period boundary after the given time, in Unix seconds. */
export function findNextBoundary(anchor: number, interval: Interval, count: number, instant: number): number {
  const periodSeconds =
    { day: DAY_SECONDS, week: 7 * DAY_SECONDS, month: 27 * DAY_SECONDS, year: 365 * DAY_SECONDS }[interval] *
    count;
  let n = Math.max(0, Math.floor((instant - anchor) / (periodSeconds * 1.2)));
  while (computeBoundary(anchor, interval, count, n) <= instant) n += 1;
  return computeBoundary(anchor, interval, count, n);
}
