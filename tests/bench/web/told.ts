import type { Page } from '@playwright/test';
import { z } from 'zod';

const told = z.array(
  z.object({
    type: z.string(),
    /** Milliseconds since the page was asked for. */
    startTime: z.number(),
    duration: z.number(),
    what: z.string().default(''),
    /** A shift's share of the screen times its way. */
    value: z.number().default(0),
    /** A shift that follows somebody's own action is expected, and does not count. */
    byPerson: z.boolean().default(false),
    interaction: z.number().default(0),
    handled: z.number().default(0),
  }),
);
export type Told = z.infer<typeof told>[number];

export async function toldBy(page: Page): Promise<Told[]> {
  return told.parse(await page.evaluate(() => Reflect.get(window, 'benchTold')));
}

export const ofType = (all: readonly Told[], type: string) => all.filter((entry) => entry.type === type);

const WINDOW_MS = 5_000;
const GAP_MS = 1_000;

/** Cumulative Layout Shift: the worst window of at most 5 s in which no second passes without a shift. */
export function layoutShift(all: readonly Told[]): number {
  let [worst, sum, began, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { startTime, value, byPerson } of ofType(all, 'layout-shift')) {
    if (byPerson) continue;
    const isSame = startTime - last < GAP_MS && startTime - began < WINDOW_MS;
    sum = isSame ? sum + value : value;
    if (!isSame) began = startTime;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}

export function worstShift(all: readonly Told[]): Told | undefined {
  const counted = ofType(all, 'layout-shift').filter(({ byPerson }) => !byPerson);
  return counted.sort((a, b) => b.value - a.value)[0];
}

/** Total Blocking Time: how long tasks held everything up beyond the 50 ms that nobody notices. */
export function blockedFor(all: readonly Told[]): number {
  return ofType(all, 'longtask').reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
}

export function longest(entries: readonly Told[]): number {
  return Math.max(0, ...entries.map(({ duration }) => duration));
}
