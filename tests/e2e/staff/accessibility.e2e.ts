import type { Page } from '@playwright/test';
import { staffPath, staffSectionNames } from '#server/staff/sections.shared.ts';
import { checkRouteState } from '../support/check-route-state.ts';
import { expect } from '../support/journey.ts';
import { checkState } from '../support/page-checks.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens the page that the first row of a section's list links to. Returns false if there is no such page. */
async function openFirstRow(page: Page): Promise<boolean> {
  const link = page.getByRole('main').getByRole('table').first().locator('tbody tr td a').first();
  if ((await link.count()) === 0) return false;
  const path = await link.getAttribute('href');
  await page.goto(path ?? '');
  return path?.startsWith('/staff/') ?? false;
}

test('axe finds no violations in any section of the staff console', { tag: ['@desktop', '@long'] }, async ({
  page,
  runningApp,
}) => {
  test.slow();
  await signInAsStaff(page, runningApp, DEVELOPER_EMAIL);
  for (const name of staffSectionNames) {
    await checkRouteState(page, { as: 'developer', path: staffPath(name), findMarker: heading });
    if (!(await openFirstRow(page))) continue;
    await expect(heading(page)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await checkState(page, `the first row of ${name}`);
  }
});
