import type { Page } from '@playwright/test';
import { z } from 'zod';

const records = z.array(
  z.object({
    type: z.string(),
    /** Milliseconds since navigation. */
    startTime: z.number(),
    duration: z.number(),
    what: z.string().default(''),
    /** A layout shift's score. */
    value: z.number().default(0),
    /** True for shifts right after user input, which are expected and don't count. */
    hadRecentInput: z.boolean().default(false),
    interaction: z.number().default(0),
    handled: z.number().default(0),
  }),
);
export type PerformanceRecord = z.infer<typeof records>[number];

export async function readRecords(page: Page): Promise<PerformanceRecord[]> {
  return records.parse(await page.evaluate(() => Reflect.get(window, 'benchRecords')));
}

export const ofType = (records: readonly PerformanceRecord[], type: string) =>
  records.filter((entry) => entry.type === type);

const WINDOW_MS = 5_000;
const GAP_MS = 1_000;

/**
 * Computes Cumulative Layout Shift: the highest sum in a window of at most 5 s with less than 1 s between
 * shifts.
 */
export function computeLayoutShift(records: readonly PerformanceRecord[]): number {
  let [worst, sum, startedAt, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { startTime, value, hadRecentInput } of ofType(records, 'layout-shift')) {
    if (hadRecentInput) continue;
    const isSame = startTime - last < GAP_MS && startTime - startedAt < WINDOW_MS;
    sum = isSame ? sum + value : value;
    if (!isSame) startedAt = startTime;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}

export function findWorstShift(records: readonly PerformanceRecord[]): PerformanceRecord | undefined {
  const unexpectedShifts = ofType(records, 'layout-shift').filter(({ hadRecentInput }) => !hadRecentInput);
  return unexpectedShifts.sort((a, b) => b.value - a.value)[0];
}

/** Computes Total Blocking Time: the milliseconds of each task beyond 50, added up. */
export function computeTotalBlockingTime(records: readonly PerformanceRecord[]): number {
  return ofType(records, 'longtask').reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
}

/** Returns the longest duration in milliseconds. */
export function findLongestDuration(entries: readonly PerformanceRecord[]): number {
  return Math.max(0, ...entries.map(({ duration }) => duration));
}
