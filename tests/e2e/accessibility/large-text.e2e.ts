import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlaywrightWorkerArgs } from '@playwright/test';
import { CHROMIUM_ARGS } from '#tests/helpers/chromium.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';
import { expect, test } from '../support/journey.ts';
import { expectNoSidewaysScroll } from '../support/page-checks.ts';

const PATHS = [...PUBLIC_PATHS, '/savings?zip=10001', '/verify/card', '/user', '/no-such-page'];

/**
 * Opens a browser whose default text size a visitor has changed. Chromium reads it from the profile, and the
 * headless Chromium of the npm package from the arguments.
 */
async function openBrowser({ chromium }: PlaywrightWorkerArgs['playwright'], textPixels: number) {
  const profile = test.info().outputPath(`profile-${textPixels}`);
  await mkdir(join(profile, 'Default'), { recursive: true });
  const preferences = { webkit: { webprefs: { default_font_size: textPixels } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const { launchOptions, viewport } = test.info().project.use;
  return chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...CHROMIUM_ARGS, `--blink-settings=defaultFontSize=${textPixels}`],
    viewport: viewport ?? null,
  });
}

for (const textPixels of isLongRun ? [24, 32] : [32]) {
  test(`no page is wider than a phone with a text size of ${textPixels} pixels`, {
    tag: '@phone',
  }, async ({ playwright, runningApp, pageErrors }) => {
    test.slow();
    const context = await openBrowser(playwright, textPixels);
    pageErrors.watch(context);
    const page = await context.newPage();
    for (const path of PATHS) {
      await test.step(path, async () => {
        await page.goto(runningApp.url + path);
        await expect(page.locator('html')).toHaveCSS('font-size', `${textPixels}px`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoSidewaysScroll(page);
      });
    }
    await context.close();
  });
}
