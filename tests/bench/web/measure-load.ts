import type { Browser, BrowserContextOptions } from '@playwright/test';
import { type Conditions, measureConditions } from './cpu-speed.ts';
import { probeNetwork, scrollToEnd } from './in-page.ts';
import type { Visit } from './pages.ts';
import {
  computeLayoutShift,
  computeTotalBlockingTime,
  findWorstShift,
  ofType,
  type PerformanceRecord,
  readRecords,
} from './performance-records.ts';
import { openSlowPage, PHONE } from './slow-page.ts';

/** One page load with an empty cache. Paint times are in milliseconds since navigation. */
export interface Load extends Conditions {
  firstPaint: number;
  largestPaint: number;
  largest: string;
  blockedMs: number;
  shift: number;
  /** Including shifts while scrolling to the end. */
  shiftScrolled: number;
  moved: string;
}

function describeWorstShift(records: readonly PerformanceRecord[]): string {
  const worst = findWorstShift(records);
  return worst === undefined || worst.value < 0.001 ? '' : `${worst.what} ${worst.value.toFixed(3)}`;
}

export async function loadOnce(
  browser: Browser,
  device: BrowserContextOptions,
  { url, cookies }: Visit,
  baselineMs: number,
): Promise<Load> {
  const storageState = { cookies, origins: [] };
  const { page, waitUntilQuiet, close } = await openSlowPage(browser, { ...device, storageState });
  try {
    const measuredConditions = await measureConditions(page, baselineMs);
    await page.goto(url, { waitUntil: 'load' });
    await waitUntilQuiet();
    const beforeScrolling = await readRecords(page);
    await page.evaluate(scrollToEnd);
    await waitUntilQuiet();
    const afterScrolling = await readRecords(page);
    // The last entry is the largest.
    const largest = ofType(beforeScrolling, 'largest-contentful-paint').at(-1);
    return {
      ...measuredConditions,
      firstPaint:
        ofType(beforeScrolling, 'paint').find(({ what }) => what === 'first-contentful-paint')?.startTime ??
        0,
      largestPaint: largest?.startTime ?? 0,
      largest: largest?.what ?? '',
      blockedMs: computeTotalBlockingTime(beforeScrolling),
      shift: computeLayoutShift(beforeScrolling),
      shiftScrolled: computeLayoutShift(afterScrolling),
      moved: describeWorstShift(afterScrolling),
    };
  } finally {
    await close();
  }
}

/** Measures the emulated network on this machine. */
export async function measureNetwork(
  browser: Browser,
  url: string,
): Promise<{ latencyMs: number; bytesPerSecond: number }> {
  const { page, waitUntilQuiet, close } = await openSlowPage(browser, PHONE);
  try {
    await page.goto(url);
    await waitUntilQuiet();
    return await page.evaluate(probeNetwork);
  } finally {
    await close();
  }
}
