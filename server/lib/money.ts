const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats 4995 as '$49.95'. */
export function formatCents(cents: number): string {
  return dollarFormat.format(cents / 100);
}

/** Formats 4995 as '49.95', like prices in the GraphQL contract. */
export function centsToDollars(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const dollars = Math.floor(Math.abs(cents) / 100);
  return `${sign}${dollars}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/**
 * Parses '5', '5.00', and '$5' as 500. Returns null for any other format, and for a million dollars or more.
 */
export function parseDollars(text: string): number | null {
  const [, dollars, cents = ''] = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/**
 * Returns a percentage of an amount. May have a fraction of a cent. `percent` may have two decimals, such as
 * 33.33.
 */
export function exactPercentOf(cents: number, percent: number): number {
  return (cents * Math.round(percent * 100)) / 10_000;
}

/** Like `exactPercentOf`, but rounded half up to whole cents. */
export function percentOf(cents: number, percent: number): number {
  return Math.round(exactPercentOf(cents, percent));
}
