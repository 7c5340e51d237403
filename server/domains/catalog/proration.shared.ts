import { toBusinessDate } from '../../lib/dates.ts';

const DAY_MS = 86_400_000;

/** Returns the whole days between two dates in the business time zone. */
function countDays(from: Date, to: Date): number {
  return Math.round((Date.parse(toBusinessDate(to)) - Date.parse(toBusinessDate(from))) / DAY_MS);
}

export interface Proration {
  /** Days left in the paid period, counting today. */
  days: number;
  periodDays: number;
}

/** Calculates how much of a paid period is left, in whole days (D44). */
export function calculateProration(
  { periodStart, periodEnd }: { periodStart: Date; periodEnd: Date },
  now: Date,
) {
  const periodDays = Math.max(1, countDays(periodStart, periodEnd));
  return { days: Math.min(periodDays, Math.max(0, countDays(now, periodEnd))), periodDays };
}

/** Returns what the remaining days of a period cost, in cents, rounded half up. */
export function prorate(cents: number, { days, periodDays }: Proration): number {
  return Math.floor((2 * cents * days + periodDays) / (2 * periodDays));
}
