import { formatCents } from '#server/lib/money.ts';

/** Returns a price such as '$49.95/Month'. */
export function formatPerInterval(cents: number, interval: string): string {
  return `${formatCents(cents)}/${interval.charAt(0).toUpperCase()}${interval.slice(1)}`;
}

/** Returns null if the instant is missing or invalid. */
export function toDate(instant: string | Date | null | undefined): Date | null {
  if (instant === null || instant === undefined) return null;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : date;
}
