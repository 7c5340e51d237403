/**
 * Advance the sandbox by this to pass the next monthly renewal. No month is longer. Adding a calendar month
 * stops too early after a short month: a plan bought on January 29 renews on February 28 and March 29.
 */
export const PAST_NEXT_RENEWAL = { days: 31 } as const;
