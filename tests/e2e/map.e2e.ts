import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { checkState, expectNoSidewaysScroll } from './support/page-checks.ts';
import { press } from './support/purchase.ts';

const map = (page: Page) => page.getByRole('region', { name: /^Map of the results/ });
const clusters = (page: Page) => map(page).getByRole('button', { name: /businesses: results/ });
const markers = (page: Page) => map(page).getByRole('button', { name: /^\d+\. / });

async function openMap(page: Page): Promise<void> {
  await page.goto('/savings?zip=10001&sort=distance');
  await press(page, 'Show on a map');
  await expect(page).toHaveURL('/savings?zip=10001&sort=distance&map=open');
  // City names are decorative. Screen readers get the list of results instead.
  await expect(map(page).locator('svg text').first()).toBeVisible();
}

test('the map shows counties and names, opens a cluster, and selects a result', { tag: '@desktop' }, async ({
  page,
  baseURL,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await openMap(page);
  await expect
    .poll(() => map(page).locator('svg text').allTextContents())
    .toContainEqual(expect.stringMatching(/^(New York|Brooklyn|Jersey City)$/));
  await checkState(page, 'the map');

  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  for (let step = 0; step < 3 && (await markers(page).count()) === 0; step++) {
    const before = await clusters(page).count();
    if (before > 0) await clusters(page).first().click();
    else await zoomIn.click();
  }
  if ((await markers(page).count()) === 0) {
    await page
      .getByRole('region', { name: 'Businesses at this address' })
      .getByRole('button')
      .first()
      .click();
  } else {
    await markers(page).first().click();
  }
  const selection = page.getByRole('region', { name: /^Result \d+$/ });
  await expect(selection).toBeVisible();
  await expect(page.locator('li[data-selected]')).toHaveCount(1);
  const directions = selection.getByRole('link', { name: /^Directions/ });
  await expect(directions).toHaveAttribute('href', /^https:\/\//);
  await expect(directions).toHaveAttribute('rel', /noreferrer/);
  await checkState(page, 'a selected result');
  await selection.getByRole('button', { name: 'Show in the list' }).click();
  await expect(page.locator('li[data-selected] article')).toBeFocused();
  expect([...origins]).toEqual([new URL(baseURL ?? '').origin]);
});

test('results follow the map by dragging and by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await openMap(page);
  await map(page).scrollIntoViewIfNeeded();
  const box = await map(page).boundingBox();
  if (!box) throw new Error('The map has no size');
  // Drag from a corner, where there is no marker.
  const [x, y] = [box.x + 15, box.y + 15];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 60, { steps: 4 });
  await page.mouse.up();
  await press(page, 'Back to the results');
  await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0);

  await map(page).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('-');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  await press(page, 'Search this area');
  await expect(page).toHaveURL(/\/savings\?zip=(?!10001)\d{5}.*&map=open$/);
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(map(page)).toHaveAccessibleName(/^Map of the results around (?!New York, NY 10001)/);
  await page.reload();
  await expect(map(page)).toBeVisible();
  await page.goBack();
  await expect(map(page)).toHaveAccessibleName('Map of the results around New York, NY 10001');
});

test('the map fits a narrow phone, in dark colors too', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openMap(page);
  await expectNoSidewaysScroll(page);
  await checkState(page, 'the map on a narrow phone');
});
