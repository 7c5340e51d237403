import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { waitUntilIdle } from './in-page.ts';

const QUIET_MS = 700;
const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * Returns a function that waits until the page has no requests and no work for a while. A slow processor may parse a
 * script for a second before it requests more. Unlike Playwright's `networkidle`, it works any number of times.
 */
export function watchQuiet(page: Page): () => Promise<void> {
  let openRequests = 0;
  let lastChange = performance.now();
  const change = (by: number) => () => {
    openRequests += by;
    lastChange = performance.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  return async () => {
    const began = performance.now();
    lastChange = began;
    for (let checkedAt = Number.NaN; checkedAt !== lastChange; ) {
      while (openRequests > 0 || performance.now() - lastChange < QUIET_MS) {
        if (performance.now() - began > TIMEOUT_MS) throw new Error(`${page.url()} did not become idle`);
        await sleep(POLL_MS);
      }
      checkedAt = lastChange;
      await page.evaluate(waitUntilIdle);
    }
  };
}
