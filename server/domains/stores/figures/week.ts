const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** January 1, 1970 was a Thursday. */
const MONDAY_OFFSET_MS = 3 * DAY_MS;

/** Counts the weeks since 1970. They begin on Mondays, in UTC. */
export const toWeekNumber = (instant: Date) => Math.floor((instant.getTime() + MONDAY_OFFSET_MS) / WEEK_MS);

/** Returns the week's Monday as YYYY-MM-DD. */
export const toMonday = (weekNumber: number) =>
  new Date(weekNumber * WEEK_MS - MONDAY_OFFSET_MS).toISOString().slice(0, 10);
