import { expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll, judge } from './page-checks.ts';
import type { RouteState } from './route-states.ts';

/** The narrowest window that the site fits. */
const NARROW = 320;

/** Opens the page, gets it into its state, and has axe judge it; nothing is wider than the narrowest window. */
export async function judgeState(page: Page, { as, path, shows, act }: RouteState): Promise<void> {
  await test.step(`${path} as ${as}`, async () => {
    // A change behind '#' alone would load nothing.
    if (path.includes('#')) await page.goto('about:blank');
    await page.goto(path);
    await act?.(page);
    await expect(shows(page)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await judge(page, `${path} as ${as}`);
    const size = page.viewportSize();
    await page.setViewportSize({ width: NARROW, height: 700 });
    await expectNoSidewaysScroll(page);
    if (size !== null) await page.setViewportSize(size);
  });
}
