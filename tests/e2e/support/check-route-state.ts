import { expect, type Page, test } from '@playwright/test';
import { checkState, expectNoSidewaysScroll } from './page-checks.ts';
import type { RouteState } from './route-states/route-state.ts';

/** The width of the narrowest window that the site supports. */
const MIN_WIDTH_PX = 320;

/** Opens a page in a state. Checks its accessibility, and its width in the narrowest window. */
export async function checkRouteState(
  page: Page,
  { as, path, findMarker: shows, enterState: act }: RouteState,
): Promise<void> {
  await test.step(`${path} as ${as}`, async () => {
    // Leave the page first, because a change of only the hash doesn't reload it.
    if (path.includes('#')) await page.goto('about:blank');
    await page.goto(path);
    await act?.(page);
    await expect(shows(page)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await checkState(page, `${path} as ${as}`);
    const size = page.viewportSize();
    await page.setViewportSize({ width: MIN_WIDTH_PX, height: 700 });
    await expectNoSidewaysScroll(page);
    if (size !== null) await page.setViewportSize(size);
  });
}
