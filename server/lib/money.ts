/** Formats whole cents as US dollars: 4995 becomes '$49.95'. */
export function formatCents(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
}

/** Dollars with two decimals and no sign: 4995 becomes '49.95', as the GraphQL contract sends prices. */
export function centsToDollars(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** Whole cents of an amount that a person wrote in dollars: '5' and '5.00' are 500; null where it is none. */
export function parseDollars(text: string): number | null {
  const [, whole, cents = ''] = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

/** The share of an amount in whole cents, rounded half up. `percent` has at most two decimals (20, 12.5, 33.33). */
export function percentOf(cents: number, percent: number): number {
  const hundredths = Math.round(percent * 100);
  return Math.floor((cents * hundredths + 5_000) / 10_000);
}
