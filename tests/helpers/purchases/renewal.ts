/**
 * Advance the sandbox by this to pass the next monthly renewal. No month is longer. Adding a calendar month
 * stops too early after a short month: a plan bought on January 29 renews on February 28 and March 29.
 */
export const PAST_NEXT_RENEWAL = { days: 31 } as const;

/** Returns the first year after the given time that a leap year follows. */
export function findYearBeforeLeapYear(after: Date): number {
  const nextYear = after.getUTCFullYear() + 1;
  return nextYear + 3 - (nextYear % 4);
}
