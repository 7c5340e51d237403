import type { StripePollsTable } from '#db/tables/payments.ts';
import type { Deps } from '../../../platform/deps.ts';
import { saveReadUntil, startStripePoll } from './stripe-poll.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Each poll reads the hour before its start again: Stripe may list an object late, and our clock may differ
 * from Stripe's.
 */
const OVERLAP_MS = HOUR_MS;

/** Without `to`, the range has no end. */
export interface PollRange {
  from: Date;
  to: Date | null;
}

/**
 * Reads one of Stripe's lists from where the last poll ended, at most once an hour. Reads one day at a time,
 * so that a poll resumes near the point where it failed. `readRange` returns the newest object's time, or
 * `from` if none is later.
 */
export async function pollStripe(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  list: StripePollsTable['list'],
  earliest: Date,
  readRange: (range: PollRange) => Promise<Date>,
): Promise<void> {
  const now = clock();
  const dueBefore = new Date(now.getTime() - HOUR_MS);
  const readUntil = await startStripePoll(db, list, { now, due: dueBefore, first: earliest });
  if (!readUntil) return;
  let periodStart = new Date(Math.max(readUntil.getTime() - OVERLAP_MS, earliest.getTime()));
  for (;;) {
    const periodEnd = new Date(periodStart.getTime() + DAY_MS);
    if (periodEnd >= now) break;
    await readRange({ from: periodStart, to: periodEnd });
    await saveReadUntil(db, list, periodEnd);
    periodStart = periodEnd;
  }
  // The last range has no end, because Stripe's clock may be ahead of ours.
  const newestRead = await readRange({ from: periodStart, to: null });
  await saveReadUntil(db, list, newestRead > now ? newestRead : now);
}

/** Converts a range to the `created` parameter of Stripe's lists. */
export function createdIn({ from, to }: PollRange): { gte: number; lt?: number } {
  return { gte: toUnixSeconds(from), ...(to ? { lt: toUnixSeconds(to) } : {}) };
}

const toUnixSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
