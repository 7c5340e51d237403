import type { Browser, BrowserContextOptions } from '@playwright/test';
import { probeNetwork, scrollToEnd } from './in-page.ts';
import { type Conditions, conditions } from './speed.ts';
import { openSlow, TELEPHONE } from './telephone.ts';
import { blockedFor, layoutShift, ofType, type Told, toldBy, worstShift } from './told.ts';

/** One load of a page by somebody who was never here, in milliseconds since it was asked for. */
export interface Load extends Conditions {
  firstPaint: number;
  largestPaint: number;
  largest: string;
  blocked: number;
  shift: number;
  /** With the way to the page's end. */
  shiftScrolled: number;
  moved: string;
}

function movedMost(all: readonly Told[]): string {
  const worst = worstShift(all);
  return worst === undefined || worst.value < 0.001 ? '' : `${worst.what} ${worst.value.toFixed(3)}`;
}

export async function loadOnce(
  browser: Browser,
  device: BrowserContextOptions,
  url: string,
  quickest: number,
): Promise<Load> {
  const { page, untilQuiet, close } = await openSlow(browser, device);
  try {
    const given = await conditions(page, quickest);
    await page.goto(url, { waitUntil: 'load' });
    await untilQuiet();
    const atFirst = await toldBy(page);
    await page.evaluate(scrollToEnd);
    await untilQuiet();
    const all = await toldBy(page);
    // The last one told is the largest; scrolling alone adds none.
    const largest = ofType(atFirst, 'largest-contentful-paint').at(-1);
    return {
      ...given,
      firstPaint:
        ofType(atFirst, 'paint').find(({ what }) => what === 'first-contentful-paint')?.startTime ?? 0,
      largestPaint: largest?.startTime ?? 0,
      largest: largest?.what ?? '',
      blocked: blockedFor(atFirst),
      shift: layoutShift(atFirst),
      shiftScrolled: layoutShift(all),
      moved: movedMost(all),
    };
  } finally {
    await close();
  }
}

/** What the emulation really does to a page, on this machine's loopback. */
export async function probe(browser: Browser, url: string): Promise<{ latency: number; throughput: number }> {
  const { page, untilQuiet, close } = await openSlow(browser, TELEPHONE);
  try {
    await page.goto(url);
    await untilQuiet();
    return await page.evaluate(probeNetwork);
  } finally {
    await close();
  }
}
