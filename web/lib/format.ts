import { formatCents } from '#server/lib/money.ts';

/** '$49.95/Month', '$49.95 per year': how a catalog price reads with its interval. */
export function perInterval(cents: number, interval: string): string {
  return `${formatCents(cents)}/${interval.charAt(0).toUpperCase()}${interval.slice(1)}`;
}

/** An instant as the API sends it (ISO 8601) or as a Date; null where there is none. */
export function toDate(instant: string | Date | null | undefined): Date | null {
  if (instant === null || instant === undefined) return null;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : date;
}
