import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { median } from '../support/figures.ts';
import { timeFixedWork } from './in-page.ts';

const REPETITIONS = 80;
const SAMPLES = 9;

/** How fast the machine was during a measurement. */
export interface Conditions {
  /** The time of a fixed amount of work, relative to the machine's best time without throttling. */
  slowness: number;
  load: number;
}

/** Returns the machine's best time for the fixed work in milliseconds, without throttling. */
export async function measureFixedWork(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < REPETITIONS; i++) bestMs = Math.min(bestMs, await page.evaluate(timeFixedWork));
    return bestMs;
  } finally {
    await page.close();
  }
}

/** Measures the conditions in the throttled page, before it navigates. */
export async function measureConditions(page: Page, baselineMs: number): Promise<Conditions> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) times.push(await page.evaluate(timeFixedWork));
  return { slowness: median(times) / baselineMs, load: loadavg()[0] ?? 0 };
}
