import { join } from 'node:path';
import type { Page } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import { CHROMIUM_ARGS } from '#tests/helpers/chromium.ts';
import { paintQr } from '#tests/helpers/qr.ts';
import { cameraArgs, writeCameraVideo } from './support/fake-camera.ts';
import { expect, test } from './support/journey.ts';
import { checkState } from './support/page-checks.ts';

const code = (page: Page) => page.getByRole('img', { name: /QR code/ });
const membershipCheck = (page: Page) => page.getByRole('region', { name: 'Membership check' });

/** Logs in as the demo family, opens its card, and returns the card's path. */
async function openCard(page: Page): Promise<string> {
  await page.goto('/user');
  const login = page.getByRole('region', { name: 'Login', exact: true });
  await login.getByLabel('Email').fill('family@example.com');
  await login.getByLabel('Password', { exact: true }).fill('everything-demo');
  await login.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'View Membership Card' }).first().click();
  await expect(code(page).locator('path')).toHaveAttribute('d', /^M/);
  return new URL(page.url()).pathname;
}

/** Decodes the QR code to its path and query. */
async function decodeCardQr(page: Page): Promise<string> {
  const modules = Number((await code(page).getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await code(page).locator('path').getAttribute('d')) ?? '';
  const { luma, ...size } = paintQr(path, modules, (modules + 8) * 4);
  const data = Uint8Array.from({ length: luma.length * 4 }, (_, at) => luma[at >> 2] ?? 255);
  const link = new URL(decodeQr({ ...size, data }));
  return link.pathname + link.search;
}

/** Returns the path that the installed app starts with. */
async function readStartPath(page: Page): Promise<string> {
  const link = page.locator('link[rel=manifest]');
  const response = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const { start_url: startPath } = await response.json();
  return String(startPath);
}

/** Waits until the service worker has cached the card's page. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
}

test('a live card opens offline, verifies as shown live, and is removed at logout', {
  tag: '@phone',
}, async ({ page, context, newVisitor }) => {
  test.slow();
  const cardPath = await openCard(page);
  await waitUntilCached(page);
  const startPath = await readStartPath(page);

  await context.setOffline(true);
  await test.step('the installed app opens it', async () => {
    await page.goto(startPath);
    await page.getByRole('link', { name: /^Show Family card/ }).click();
    await expect(code(page).locator('path')).toHaveAttribute('d', /^M/);
  });
  await page.goto(cardPath);
  const modal = page.getByRole('dialog', { name: 'Membership Card' });
  await expect(modal.getByText(/You seem to be offline. This card is saved on your device/)).toBeVisible();
  await expect(modal.getByText(/Last checked/)).toBeVisible();
  await expect(modal.getByRole('figure', { name: 'Membership card' })).toContainText('Miller');
  await expect(code(page).locator('path')).toHaveAttribute('d', /^M/);
  await checkState(page, 'the card without a signal');

  const cashier = await newVisitor();
  const link = await decodeCardQr(page);
  await cashier.goto(link);
  await expect(membershipCheck(cashier).getByRole('heading', { name: 'Active' })).toBeVisible();
  await expect(membershipCheck(cashier).getByRole('heading', { name: 'Shown live' })).toBeVisible();
  await expect(
    membershipCheck(cashier).getByText(/^Expires [A-Z][a-z]+ \d+(st|nd|rd|th) \d{4}$/),
  ).toBeVisible();
  await checkState(cashier, 'a card that is shown live');

  await test.step('the code changes without a request', async () => {
    await expect.poll(() => decodeCardQr(page), { timeout: 45_000 }).not.toBe(link);
  });

  await test.step('/user lists the offline cards and recovers once it is online', async () => {
    await modal.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('link', { name: /^Show Family card/ })).toBeVisible();
    await checkState(page, 'the memberships without a signal');
    await context.setOffline(false);
    await expect(page.getByText('Current Memberships')).toBeVisible();
  });

  await test.step('logout deletes the offline card', async () => {
    const header = page.getByRole('banner');
    const menu = header.getByRole('button', { name: 'Menu', exact: true });
    const welcome = header.getByRole('button', { name: /^Welcome/ });
    if (await menu.isVisible()) await menu.click();
    else await welcome.click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Login to continue' })).toBeAttached();
    await expect
      .poll(() =>
        page.evaluate(async () => ({
          cards: Object.keys(localStorage).filter((name) => name.startsWith('kept-cards')),
          pages: await caches.keys(),
          workers: (await navigator.serviceWorker.getRegistrations()).length,
        })),
      )
      .toEqual({ cards: [], pages: [], workers: 0 });
  });
});

test('a cashier scans a card with a phone’s camera', { tag: '@phone' }, async ({
  page,
  pageErrors,
  playwright,
  runningApp,
}) => {
  test.slow();
  await openCard(page);
  const videoPath = join(runningApp.dataDir, `cashier-${test.info().parallelIndex}.y4m`);
  await writeCameraVideo(code(page), videoPath);
  const { launchOptions, viewport } = test.info().project.use;
  const camera = await playwright.chromium.launch({
    ...launchOptions,
    args: [...CHROMIUM_ARGS, ...cameraArgs(videoPath)],
  });
  const context = await camera.newContext({ baseURL: runningApp.url, viewport: viewport ?? null });
  pageErrors.watch(context);
  const cashier = await context.newPage();
  await cashier.goto('/verify/card');
  await cashier.getByRole('button', { name: 'Scan a card' }).click();
  await expect(membershipCheck(cashier).getByRole('heading', { name: 'Shown live' })).toBeVisible();
  await expect(membershipCheck(cashier).getByText('Names on Card')).toBeVisible();
  await expect(cashier.getByRole('button', { name: 'Scan another card' })).toBeVisible();
  await camera.close();
});

test('axe finds no violations on any scan result', { tag: ['@phone', '@long'] }, async ({ page }) => {
  test.slow();
  const card = (await openCard(page)).split('/').at(-1) ?? '';
  await checkState(page, 'the card');
  for (const [scan, words] of [
    ['', 'No live code'],
    ['made.up.1', 'Not shown live'],
  ] as const) {
    await page.goto(`/verify/card/${card}?scan=${scan}`);
    await expect(membershipCheck(page).getByRole('heading', { name: words })).toBeVisible();
    await checkState(page, `a scan: ${words}`);
  }
  await page.goto('/verify/card/0000-0000-0000?scan=x');
  await expect(membershipCheck(page).getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await checkState(page, 'a scan of no card');
  await page.goto('/verify/card');
  await page.getByRole('button', { name: 'Scan a card' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await checkState(page, 'no camera');
});
