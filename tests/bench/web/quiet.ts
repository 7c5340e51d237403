import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { waitUntilIdle } from './in-page.ts';

const QUIET_MS = 700;
const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * Returns a function that waits until the page has had no requests and no work for a while, because a slow
 * CPU may parse a script for a second before it requests more. Unlike Playwright's `networkidle`, it
 * can be used repeatedly.
 */
export function watchQuiet(page: Page): () => Promise<void> {
  let openRequests = 0;
  let lastChange = performance.now();
  const changePendingCount = (delta: number) => () => {
    openRequests += delta;
    lastChange = performance.now();
  };
  page.on('request', changePendingCount(1));
  page.on('requestfinished', changePendingCount(-1));
  page.on('requestfailed', changePendingCount(-1));
  return async () => {
    const startedAt = performance.now();
    lastChange = startedAt;
    for (let checkedAt = Number.NaN; checkedAt !== lastChange; ) {
      while (openRequests > 0 || performance.now() - lastChange < QUIET_MS) {
        if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`${page.url()} did not become idle`);
        await sleep(POLL_MS);
      }
      checkedAt = lastChange;
      await page.evaluate(waitUntilIdle);
    }
  };
}
