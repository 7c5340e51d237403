import { expect, type Page, test } from '@playwright/test';
import { checkState, expectNoSidewaysScroll } from './page-checks.ts';
import type { RouteState } from './route-states/route-state.ts';

/** The width of the narrowest window that the site supports. */
const MIN_WIDTH_PX = 320;

/** Opens a page in a state, and waits until it has loaded. */
export async function openRouteState(
  page: Page,
  { path, findMarker, enterState }: RouteState,
): Promise<void> {
  // Leave the page first, because a change of only the hash doesn't reload it.
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(path);
  await enterState?.(page);
  await expect(findMarker(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
}

/** Opens a page in a state. Checks its accessibility, and its width in the narrowest window. */
export async function checkRouteState(page: Page, state: RouteState): Promise<void> {
  const { as, path } = state;
  await test.step(`${path} as ${as}`, async () => {
    await openRouteState(page, state);
    await checkState(page, `${path} as ${as}`);
    const size = page.viewportSize();
    await page.setViewportSize({ width: MIN_WIDTH_PX, height: 700 });
    await expectNoSidewaysScroll(page);
    if (size !== null) await page.setViewportSize(size);
  });
}
