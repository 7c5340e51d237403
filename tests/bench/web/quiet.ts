import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { untilIdle } from './in-page.ts';

const QUIET_MS = 700;
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/**
 * Resolves when the page has asked for nothing for a while, and has nothing to do either: a slow processor may read a
 * script for a second before it asks for more. May be asked any number of times, other than Playwright's own
 * `networkidle`, which is once and for all.
 */
export function watchQuiet(page: Page): () => Promise<void> {
  let open = 0;
  let last = performance.now();
  const change = (by: number) => () => {
    open += by;
    last = performance.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return async () => {
    const began = performance.now();
    last = began;
    for (let asked = Number.NaN; asked !== last; ) {
      while (open > 0 || performance.now() - last < QUIET_MS) {
        if (performance.now() - began > PATIENCE_MS) throw new Error(`${page.url()} does not come to rest`);
        await sleep(POLL_MS);
      }
      asked = last;
      await page.evaluate(untilIdle);
    }
  };
}
