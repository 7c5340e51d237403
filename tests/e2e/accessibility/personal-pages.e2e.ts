import type { Page } from '@playwright/test';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { expect, test } from '../support/journey.ts';
import { findUnstyledClasses } from '../support/unstyled-classes.ts';

test.use({ timezoneId: 'Pacific/Kiritimati' });

/** Records each page's server-rendered elements. Returns a list to which errors are added. */
async function watchHydration(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const servedElements = [...document.querySelectorAll('h1, main, main *, footer')];
      Object.assign(window, { served: servedElements, title: document.title });
    });
  });
  return faults;
}

/** Checks that hydration kept the server-rendered elements and title. */
async function expectHydrated(page: Page): Promise<void> {
  const state = await page.evaluate(() => ({
    served: Reflect.get(window, 'served').length,
    removed: Reflect.get(window, 'served')
      .filter((element: Element) => !element.isConnected)
      .map((element: Element) => element.outerHTML.slice(0, 100)),
    titleBefore: Reflect.get(window, 'title'),
    title: document.title,
  }));
  expect(state.served).toBeGreaterThan(5);
  expect(state).toMatchObject({ removed: [], title: state.titleBefore });
}

/** Logs in by calling the API, and returns the number of the member's card. */
async function loginAsMember(page: Page): Promise<string> {
  const data = { email: 'member@example.com', password: 'everything-demo' };
  const response = await page.request.post('/trpc/accounts.login', { data });
  expect(response.ok(), await response.text()).toBe(true);
  const memberships = await (await page.request.get('/trpc/memberships.mine')).json();
  return formatMembershipNumber(memberships.result.data[0].number);
}

test('cards, searches, and accounts can be read without JavaScript', { tag: '@desktop' }, async ({
  page,
  browser,
  runningApp,
}) => {
  const number = await loginAsMember(page);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: runningApp.url,
    storageState: await page.context().storageState(),
  });
  const reader = await context.newPage();
  await reader.goto('/user');
  await expect(reader.getByRole('article', { name: 'Individual membership' })).toContainText(number);
  await expect(reader.getByRole('button', { name: 'Cancel Membership' })).toBeHidden();

  await reader.goto('/user/profile');
  await reader.getByLabel('Current password').first().fill('my-secret');
  await expect(reader.getByRole('main').getByRole('button')).toHaveCount(0);
  await reader.getByLabel('Current password').first().press('Enter');
  // Wait long enough for a submission by Enter to replace the page.
  await reader.waitForLoadState('networkidle');
  await expect(reader.getByLabel('Current password').first()).toHaveValue('my-secret');
  expect(reader.url()).toBe(`${runningApp.url}/user/profile`);

  await reader.goto('/savings?name=zzzz');
  await expect(reader.getByRole('heading', { name: 'No Results' })).toBeVisible();
  expect(await findUnstyledClasses(reader)).toEqual([]);

  await reader.goto('/verify/card');
  await reader.getByLabel('Membership ID').fill(number.toLowerCase());
  await reader.getByRole('button', { name: 'Search' }).click();
  await expect(reader).toHaveURL(`${runningApp.url}/verify/card/${number.toLowerCase()}`);
  await expect(reader).toHaveTitle('Verify a card | Everything Card');
  await expect(reader.getByRole('heading', { name: 'Active' })).toBeVisible();

  await reader.goto('/savings');
  await reader.getByLabel('ZIP code').fill('10001');
  await reader.getByLabel('Distance').selectOption('20 miles');
  await reader.getByRole('button', { name: 'Search' }).click();
  await expect(reader.getByText('Within 20 miles of New York, NY 10001')).toBeVisible();
  await expect(reader.getByRole('article')).toHaveCount(10);
  await expect(reader.getByRole('link', { name: /^View promotions/ }).first()).toBeVisible();
  await reader.getByRole('link', { name: /^Next/ }).click();
  await expect(reader.getByText(/Page\s2\sof/).first()).toBeVisible();
  await context.close();
});

/** Pages by demo account; null is a visitor. */
const PERSONAL_PAGES = [
  ['member', ['/user', '/user/profile', '/user/billing', '/user/affiliate', '/savings?zip=10001']],
  ['family', ['/user']],
  ['business', ['/user/business']],
  ['company', ['/user/company', '/user/company?page=2']],
  ['educator', ['/user/affiliate']],
  [null, ['/savings?zip=10001&sort=distance', '/savings?zip=99999', '/savings?zip=1', '/savings?name=zzzz']],
  [
    null,
    ['/verify/card', '/verify/card/{number}', '/verify/card/{number}?scan=', '/verify/card/0000-0000-0000'],
  ],
] as const;

test('hydration keeps the HTML of every personal page, and requests nothing again', {
  tag: ['@phone', '@long'],
}, async ({ page, newVisitor }) => {
  test.slow();
  const number = await loginAsMember(page);
  for (const [person, paths] of PERSONAL_PAGES) {
    const visitor = await newVisitor();
    const faults = await watchHydration(visitor);
    // The browser's clock and time zone differ from the server's.
    await visitor.clock.setFixedTime('2031-07-04T08:00:00Z');
    const calls: string[] = [];
    visitor.on('request', (request) => {
      if (request.url().includes('/trpc/')) calls.push(request.url());
    });
    if (person !== null) {
      const data = { email: `${person}@example.com`, password: 'everything-demo' };
      expect((await visitor.request.post('/trpc/accounts.login', { data })).ok()).toBe(true);
    }
    for (const path of paths) {
      await test.step(`${path} as ${person ?? 'visitor'}`, async () => {
        await visitor.goto(path.replace('{number}', number), { waitUntil: 'networkidle' });
        await expectHydrated(visitor);
        expect(await findUnstyledClasses(visitor)).toEqual([]);
        expect(faults).toEqual([]);
        expect(calls).toEqual([]);
      });
    }
  }
});

test('hydration keeps the HTML if the account arrives before the page is hydrated', {
  tag: '@desktop',
}, async ({ page }) => {
  await loginAsMember(page);
  const faults = await watchHydration(page);
  // React hydrates in tasks that it starts with messages, first the header and then the page.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => Reflect.apply(postMessage, this, message), 300);
    };
  });
  await page.goto('/savings');
  await expect(page.getByRole('button', { name: /^Welcome/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login to check Promotions' })).toHaveCount(0);
  await expectHydrated(page);
  expect(faults).toEqual([]);
});
