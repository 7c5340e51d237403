import type { Browser, Page } from '@playwright/test';
import { type Conditions, measureConditions } from './cpu-speed.ts';
import { waitForTwoFrames } from './in-page.ts';
import type { Interaction } from './interactions.ts';
import {
  computeLayoutShift,
  findLongestDuration,
  ofType,
  type PerformanceRecord,
  readRecords,
} from './performance-records.ts';
import { openSlowPage, PHONE } from './slow-page.ts';

export interface ActionTimes {
  /** The longest event, from the input to the next paint; 0 if none took 16 ms. */
  eventMs: number;
  eventName: string;
  /**
   * The longest task until the page was quiet, which is how long the next tap might wait; 0 if none took 50
   * ms.
   */
  taskMs: number;
  /** From the input until the result is shown, including network time. */
  shownMs: number;
  /** Layout shifts until the page was quiet, without those right after the input. */
  shift: number;
}

export interface InteractionRun extends Conditions {
  first: ActionTimes;
  repeated: ActionTimes;
}

const isInteraction = ({ interaction }: PerformanceRecord) => interaction > 0;

async function measureAction(
  page: Page,
  { perform: act, result }: Interaction,
  waitUntilQuiet: () => Promise<void>,
): Promise<ActionTimes> {
  const startedAt = await page.evaluate(() => performance.now());
  await act(page);
  await result(page).waitFor({ state: 'attached' });
  await page.evaluate(waitForTwoFrames);
  const endedAt = await page.evaluate(() => performance.now());
  await waitUntilQuiet();
  const records = (await readRecords(page)).filter(({ startTime }) => startTime >= startedAt);
  const events = ofType(records, 'event').filter(isInteraction);
  const eventMs = findLongestDuration(events);
  return {
    eventMs,
    eventName: events.find(({ duration }) => duration === eventMs)?.what ?? '',
    taskMs: findLongestDuration(ofType(records, 'longtask')),
    shownMs: endedAt - (events[0]?.startTime ?? startedAt),
    shift: computeLayoutShift(records),
  };
}

/** Runs an interaction twice. The second time, everything it needs is already loaded. */
export async function interactOnce(
  browser: Browser,
  origin: string,
  interaction: Interaction,
  baselineMs: number,
): Promise<InteractionRun> {
  const { page, waitUntilQuiet, close } = await openSlowPage(browser, PHONE);
  try {
    const measuredConditions = await measureConditions(page, baselineMs);
    await page.goto(`${origin}${interaction.path}`);
    await waitUntilQuiet();
    await interaction.prepare?.(page);
    await waitUntilQuiet();
    const first = await measureAction(page, interaction, waitUntilQuiet);
    await interaction.undo(page);
    await waitUntilQuiet();
    return { ...measuredConditions, first, repeated: await measureAction(page, interaction, waitUntilQuiet) };
  } finally {
    await close();
  }
}
