import type { Page } from '@playwright/test';
import { staffPath, staffSectionNames } from '#server/staff/sections.shared.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { checkRouteState, openRouteState } from '../support/check-route-state.ts';
import type { RouteState } from '../support/route-states/route-state.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';

const makeState = (path: string): RouteState => ({
  as: 'developer',
  path,
  findMarker: (page) => page.getByRole('heading', { level: 1 }),
});

/** Finds the page that the first row of the shown list links to. Null if there is no such page. */
async function findFirstRowPath(page: Page): Promise<string | null> {
  const link = page.getByRole('main').getByRole('table').first().locator('tbody tr td a').first();
  const path = (await link.count()) > 0 ? await link.getAttribute('href') : null;
  return path?.startsWith('/staff/') ? path : null;
}

// Other runs only check that the pages open without an error.
const checkPage = isLongRun ? checkRouteState : openRouteState;

test('each section of the staff console and its first row open, and axe finds no violations', {
  tag: '@desktop',
}, async ({ page, runningApp }) => {
  test.slow();
  await signInAsStaff(page, runningApp, DEVELOPER_EMAIL);
  for (const name of staffSectionNames) {
    await checkPage(page, makeState(staffPath(name)));
    const path = await findFirstRowPath(page);
    if (path !== null) await checkPage(page, makeState(path));
  }
});
