import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#tests/helpers/chromium.ts';
import { watchPage } from './in-page.ts';
import { watchQuiet } from './quiet.ts';

/**
 * Lighthouse's 'Slow 4G': 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. DevTools delays requests, not
 * packets, and ignores connection overhead. Like Lighthouse and DevTools, we multiply the latency by 3.75 and
 * the throughput by 0.9 to compensate.
 */
const NETWORK = { roundTripMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 };
const LATENCY_FACTOR = 3.75;
const THROUGHPUT_FACTOR = 0.9;
export const SLOW_4G = {
  latency: NETWORK.roundTripMs * LATENCY_FACTOR,
  downloadThroughput: (NETWORK.downBitsPerSecond * THROUGHPUT_FACTOR) / 8,
  uploadThroughput: (NETWORK.upBitsPerSecond * THROUGHPUT_FACTOR) / 8,
};
export const CPU_SLOWDOWN = 4;
const TIMEOUT_MS = 60_000;

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

export interface SlowPage {
  page: Page;
  /** Waits until the page has had no requests and no work for a while. */
  waitUntilQuiet(): Promise<void>;
  close(): Promise<void>;
}

export async function launchBrowser(): Promise<{ browser: Browser; description: string }> {
  const { executablePath, env, description } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    env: { ...process.env, ...env },
  });
  return { browser, description: `${description}, version ${browser.version()}` };
}

/** Opens a page in a new context with an empty cache, on a slow network and CPU. */
export async function openSlowPage(browser: Browser, device: BrowserContextOptions): Promise<SlowPage> {
  const context = await browser.newContext({ ...device, locale: 'en-US', colorScheme: 'light' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watchPage);
  page.setDefaultTimeout(TIMEOUT_MS);
  return { page, waitUntilQuiet: watchQuiet(page), close: () => context.close() };
}
