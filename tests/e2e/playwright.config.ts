import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../helpers/chromium.ts';
import { isLongRun } from '../helpers/long-run.ts';

const root = join(import.meta.dirname, '..', '..');
const browser = await findChromium();
/** Tests tagged '@long' sweep through all pages, move clocks, or repeat in the console what unit tests cover. */
const NOT_NOW = isLongRun ? [] : [/@long/];
// Servers that tests start reuse Node's compile cache, as `npm start` does.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.e2e.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: join(import.meta.dirname, 'support', 'global-setup.ts'),
  // Sized for a two-core CI machine: each worker runs its own server and database.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // Long, because a loaded machine is slow; a condition that holds ends the wait.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: browser.executablePath,
      args: CHROMIUM_ARGS,
      env: { ...process.env, ...browser.env },
    },
    locale: 'en-US',
    screenshot: 'only-on-failure',
  },
  // A test runs at one width, `{ tag: '@desktop' }` or `{ tag: '@phone' }`, unless it checks the layout.
  projects: [
    { name: 'desktop', grepInvert: [/@phone/, ...NOT_NOW], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: [/@desktop/, ...NOT_NOW],
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
});
