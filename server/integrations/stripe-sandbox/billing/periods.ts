export type Interval = 'day' | 'week' | 'month' | 'year';

const DAY = 86_400;

/**
 * The n-th period boundary after an anchor, in Unix seconds. Months keep the anchor's day of the month, or use the last
 * day of a shorter month: January 31, February 28, March 31.
 */
export function boundary(anchor: number, interval: Interval, count: number, n: number): number {
  if (interval === 'day') return anchor + n * count * DAY;
  if (interval === 'week') return anchor + n * count * 7 * DAY;
  return addMonths(anchor, n * count * (interval === 'year' ? 12 : 1));
}

export function addMonths(instant: number, months: number): number {
  const from = new Date(instant * 1000);
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const clock = instant - Math.floor(instant / DAY) * DAY;
  return Date.UTC(from.getUTCFullYear(), month, day) / 1000 + clock;
}

/** The first period boundary after an instant. */
export function nextBoundary(anchor: number, interval: Interval, count: number, instant: number): number {
  const length = { day: DAY, week: 7 * DAY, month: 27 * DAY, year: 365 * DAY }[interval] * count;
  let n = Math.max(0, Math.floor((instant - anchor) / (length * 1.2)));
  while (boundary(anchor, interval, count, n) <= instant) n += 1;
  return boundary(anchor, interval, count, n);
}
