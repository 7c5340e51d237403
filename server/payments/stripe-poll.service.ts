import type { StripePollsTable } from '#db/tables/payments.ts';
import type { Deps } from '../deps.ts';
import { saveReadUntil, startStripePoll } from './stripe-poll.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each poll reads the last hour again, because an object may be listed late and clocks differ. */
const OVERLAP_MS = HOUR_MS;

/** An instant range of a list; without `to`, it is open-ended. */
export interface PollRange {
  from: Date;
  to: Date | null;
}

/**
 * Once an hour, reads one of Stripe's lists since the last poll. Reads one day at a time, so that a poll that fails
 * resumes near where it stopped. `readRange` returns the newest object's time, or `from` if there are none.
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
  // The last range is open-ended, because Stripe's clock may be ahead of ours.
  const newestRead = await readRange({ from: periodStart, to: null });
  await saveReadUntil(db, list, newestRead > now ? newestRead : now);
}

/** The range as Stripe's list parameter `created`. */
export function createdIn({ from, to }: PollRange): { gte: number; lt?: number } {
  return { gte: toUnixSeconds(from), ...(to ? { lt: toUnixSeconds(to) } : {}) };
}

const toUnixSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
