import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { TrpcResponses } from '../support/trpc-responses.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

/** Pages with content from the server. */
const VISITOR_PAGES = [
  '/affiliates',
  '/business/signup',
  '/affiliates/loyalty',
  '/pricing',
  '/pricing/individual',
  '/pricing/corporate',
  '/savings',
  '/faq',
  '/legal/privacy-policy',
  '/verify/card/0000-0000-0000',
  '/resetpassword/0193a000-0000-7000-8000-000000000001',
  '/webinar',
  '/user',
  '/request/card/0000-0000-0000',
  '/claim#token=abc',
  '/secretloginpage',
];

/** Pages of signed-in users, by demo account. */
const MEMBER_PAGES = {
  business: ['/user', '/user/business', '/user/company'],
  influencer: ['/user/affiliate'],
};

/** Navigates without loading a new document, which would already contain the page's data. */
async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Checks the loading state, then the error state with its retry button. */
async function checkPendingAndFailed(
  page: Page,
  responses: TrpcResponses,
  path: string,
  unaffected: string[],
): Promise<void> {
  await test.step(path, async () => {
    responses.hold();
    await navigateInApp(page, path);
    const main = page.getByRole('main');
    // Require both in one element: the previous page has a heading but doesn't load, and while this page's
    // code loads, the page has no heading.
    const mainWithHeading = main.filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(mainWithHeading.getByRole('status', { name: 'Loading...' }).first()).toBeVisible();
    await expect(main.getByRole('heading', { level: 1, name: 'Page not found' })).toHaveCount(0);
    await expectAccessible(page);
    responses.fail(...unaffected);
    const errorAlert = main.getByRole('alert').filter({ hasText: 'Please contact customer support' }).first();
    await expect(errorAlert).toBeVisible();
    await expect(errorAlert.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(main.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await expectAccessible(page);
  });
}

test('axe finds no violations on public pages that are loading or failed to load', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const responses = await TrpcResponses.intercept(page);
  responses.hold();
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  for (const path of VISITOR_PAGES) await checkPendingAndFailed(page, responses, path, []);
});

for (const [person, pages] of Object.entries(MEMBER_PAGES)) {
  test(`axe finds no violations on pages of ${person}@example.com that are loading or failed to load`, {
    tag: ['@desktop', '@long'],
  }, async ({ page }) => {
    test.setTimeout(AXE_TIMEOUT_MS);
    const data = { email: `${person}@example.com`, password: 'everything-demo' };
    expect((await page.request.post('/trpc/accounts.login', { data })).ok()).toBe(true);
    const responses = await TrpcResponses.intercept(page);
    await page.goto('/nothing/here');
    await expect(page.getByRole('button', { name: /^Welcome/ })).toBeVisible();
    for (const path of pages) await checkPendingAndFailed(page, responses, path, ['viewer.user']);
  });
}

test('a page whose script fails to load shows an error and loads on retry', {
  tag: '@desktop',
}, async ({ page, pageErrors }) => {
  pageErrors.expect(/dynamically imported module|Failed to fetch|error loading/i);
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verify a card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We couldn’t show this page' })).toBeFocused();
  await expectAccessible(page);
  await page.unroute('**/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a card' })).toBeVisible();
});
