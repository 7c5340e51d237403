import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { median } from '../support/figures.ts';
import { fixedWork } from './in-page.ts';

const REPETITIONS = 80;
const SAMPLES = 9;

/** What the machine gave while something was measured. */
export interface Conditions {
  /** How many times longer the same work took than in the quickest moment without the emulated slowness. */
  slowness: number;
  load: number;
}

/** The machine's best for the fixed work, without an emulated processor. */
export async function quickestWork(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < REPETITIONS; i++) best = Math.min(best, await page.evaluate(fixedWork));
    return best;
  } finally {
    await page.close();
  }
}

/** Asked of the slowed page itself, before it goes anywhere. */
export async function conditions(page: Page, quickest: number): Promise<Conditions> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) times.push(await page.evaluate(fixedWork));
  return { slowness: median(times) / quickest, load: loadavg()[0] ?? 0 };
}
