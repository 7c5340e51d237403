import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { activate, tabTo, type } from './support/keyboard.ts';
import { followNavbarLink } from './support/navbar.ts';
import { expectNoSidewaysScroll } from './support/page-checks.ts';
import { press } from './support/purchase.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^[\d,]+ business(es)?$/ });
const results = (page: Page) => page.getByRole('article');
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Promotions at/ });
const promotions = (page: Page) => page.getByRole('link', { name: /^View promotions \(\d+\)$/ });
const names = (page: Page) => results(page).getByRole('heading').allInnerTexts();

/** Waits until the results of the current URL are shown. */
async function waitForResults(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'false');
  await expect(heading(page)).toBeVisible();
}

async function searchNewYork(page: Page): Promise<void> {
  await page.goto('/savings');
  await waitForResults(page);
  await page.getByLabel('ZIP code').fill('10001');
  await press(page, 'Search');
  await expect(page.getByText('Within 60 miles of New York, NY 10001')).toBeVisible();
  await waitForResults(page);
}

/**
 * Starts to add up layout shifts, and returns a function that reads the sum. Excludes shifts right after user
 * input, as browsers do.
 */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'));
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'shifted')));
}

async function readDistances(page: Page): Promise<number[]> {
  const texts = await results(page)
    .getByText(/^[\d.]+ miles?$/)
    .allInnerTexts();
  return texts.map(Number.parseFloat);
}

/** Waits until the page shows ten results, the nearest first. */
async function expectSortedByDistance(page: Page): Promise<void> {
  await expect(async () => {
    const distances = await readDistances(page);
    expect(distances.length).toBe(10);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
  }).toPass();
}

test('the results of a slow search replace the previous ones without moving them', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/savings');
  await waitForResults(page);
  await page.route(/savings\.search/, async (route) => {
    await sleep(800);
    await route.continue();
  });
  const readShift = await watchShifts(page);
  await page.getByLabel('ZIP code').fill('10001');
  await press(page, 'Search');
  await expect(page.getByText('Within 60 miles of New York, NY 10001')).toBeVisible();
  await waitForResults(page);
  await expect(heading(page)).toBeFocused();
  expect(await readShift()).toBeLessThanOrEqual(0.02);
});

test('a search keeps its sorting and page after Back and after a reload', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/');
  await followNavbarLink(page, 'Find Businesses');
  await expect(page).toHaveURL('/savings');
  await expect(page.getByRole('heading', { level: 1, name: 'Find Businesses' })).toBeVisible();
  await waitForResults(page);

  await page.getByLabel('ZIP code').fill('10001');
  await page.getByLabel('ZIP code').press('Enter');
  await expect(page).toHaveURL('/savings?zip=10001');
  await expect(page.getByText('Within 60 miles of New York, NY 10001')).toBeVisible();
  await waitForResults(page);
  await expect(heading(page)).toBeFocused();

  await page.getByLabel('Sort by').selectOption('Distance');
  await expect(page).toHaveURL('/savings?zip=10001&sort=distance');
  await waitForResults(page);
  await expectSortedByDistance(page);

  const firstPageNames = await names(page);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/savings?zip=10001&sort=distance&page=2');
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toBeInViewport();
  await waitForResults(page);
  await expect.poll(() => names(page)).not.toEqual(firstPageNames);
  const secondPageNames = await names(page);

  await page.reload();
  await waitForResults(page);
  await expect.poll(() => names(page)).toEqual(secondPageNames);
  await expect(page.getByLabel('ZIP code')).toHaveValue('10001');
  await page.goBack();
  await expect(page).toHaveURL('/savings?zip=10001&sort=distance');
  await expect.poll(() => names(page)).toEqual(firstPageNames);
  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('1');
});

test('a search without results offers a wider search', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/savings?name=qqqqqqqq&zip=10001&distance=40');
  await expect(page.getByRole('heading', { name: 'No Results' })).toBeVisible();
  await expect(page.getByText('Change your search criteria and try again!')).toBeVisible();
  await press(page, 'Search within 60 miles');
  await expect(page).toHaveURL('/savings?name=qqqqqqqq&zip=10001');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL('/savings');
  await waitForResults(page);
  await expect(results(page)).toHaveCount(10);
});

test('Back closes the promotions drawer, a reload keeps it open, and a visitor can copy a code', {
  tag: '@phone',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await searchNewYork(page);
  const link = promotions(page).first();
  await link.click();
  await expect(drawer(page)).toBeVisible();
  await expect(page).toHaveURL(/promotions=/);
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL('/savings?zip=10001');
  await expect(link).toBeFocused();

  await link.click();
  await expect(drawer(page)).toBeVisible();
  await page.reload();
  await expect(drawer(page)).toBeVisible();
  const copyButton = drawer(page).getByRole('button', { name: 'Copy code' }).first();
  await expect(drawer(page).getByRole('listitem').first()).toBeVisible();
  if (await copyButton.isVisible()) {
    const code = await drawer(page).locator('code').first().innerText();
    await Promise.all([
      expect(drawer(page).getByRole('button', { name: 'Copied' })).toBeVisible(),
      copyButton.click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  }
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/savings?zip=10001');
});

test('[D32] a visitor who logs in to see promotions returns to the same search', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/savings');
  await waitForResults(page);
  const loginLink = page.getByRole('link', { name: 'Login to check Promotions' });
  for (let number = 2; number <= 10 && (await loginLink.count()) === 0; number++) {
    await page.goto(`/savings?page=${number}`);
    await waitForResults(page);
  }
  const address = new URL(page.url());
  const store = results(page)
    .filter({ has: page.getByRole('link', { name: 'Login to check Promotions' }) })
    .first();
  const name = await store.getByRole('heading').innerText();
  await store.getByRole('link', { name: 'Login to check Promotions' }).click();
  const login = page.getByRole('dialog', { name: 'Login' });
  await login.getByLabel('Email').fill('member@example.com');
  await login.getByLabel('Password', { exact: true }).fill('everything-demo');
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(login).toBeHidden();
  await expect(page).toHaveURL(address.pathname + address.search);
  await expect(loginLink).toHaveCount(0);
  // The server-rendered HTML may contain a visitor's results; a member must get their own.
  await page.reload();
  await waitForResults(page);
  await expect(loginLink).toHaveCount(0);
  await results(page)
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .first()
    .getByRole('link', { name: /^View promotions/ })
    .click();
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page).getByRole('listitem').first()).toBeVisible();
});

test('a search downloads as SearchResults.txt', { tag: '@desktop' }, async ({ page }) => {
  await searchNewYork(page);
  const [name = ''] = await names(page);
  const download = page.waitForEvent('download');
  await press(page, 'Download');
  const file = await download;
  expect(file.suggestedFilename()).toBe('SearchResults.txt');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(name.replace(/^\d+\s*/, ''));
});

test('Near me searches by ZIP code and keeps the position out of the page’s URL', {
  tag: '@phone',
}, async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 40.7506, longitude: -73.9972 });
  await page.goto('/savings');
  await waitForResults(page);
  await press(page, 'Near me');
  await expect(page).toHaveURL(/\/savings\?zip=\d{5}&sort=distance$/);
  await expect(page.getByText(/^Within 60 miles of New York, NY/)).toBeVisible();
  await expect(page.getByLabel('ZIP code')).toHaveValue(/^\d{5}$/);
});

test('Near me requests a ZIP code if the browser denies the position', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await context.clearPermissions();
  await page.goto('/savings');
  await waitForResults(page);
  await press(page, 'Near me');
  await expect(page.getByRole('alert')).toHaveText(/type a ZIP code/);
  await expect(page).toHaveURL('/savings');
});

test('a visitor can search by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/savings');
  await waitForResults(page);
  await type(page, 'ZIP code', '1000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('ZIP code')).toBeFocused();
  await expect(page.getByText('Please enter a 5-digit ZIP code')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.type('1');
  await activate(page, page.getByRole('button', { name: 'More filters' }));
  await tabTo(page, page.getByLabel('Include national businesses'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/savings?zip=10001&national=true');
  await waitForResults(page);
  await expect(heading(page)).toBeFocused();
  await tabTo(page, page.getByLabel('Sort by'));
  await page.keyboard.type('D');
  await expect(page).toHaveURL(/sort=distance/);
  await waitForResults(page);
  await expectSortedByDistance(page);
  await activate(page, promotions(page));
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await activate(page, page.getByRole('link', { name: 'Next' }));
  await expect(page).toHaveURL(/page=2/);
  await waitForResults(page);
  await expect(heading(page)).toBeFocused();
});

test('the search page does not scroll sideways at 320 pixels', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await searchNewYork(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await expectNoSidewaysScroll(page);
  await promotions(page).first().click();
  await expect(drawer(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
