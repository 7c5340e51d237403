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
