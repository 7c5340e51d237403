import type { Page } from '@playwright/test';
import { Answers } from './support/answers.ts';
import { expect, test } from './support/journey.ts';
import { expectAccessible } from './support/page-checks.ts';

/** axe on every state, on a loaded machine. */
const WITH_AXE = 240_000;

/** Pages that ask the server for what they show; the others stand by themselves. */
const ASKING = [
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

/** By the account whose page it is. */
const ASKING_OF_PEOPLE = {
  business: ['/user', '/user/business', '/user/company'],
  influencer: ['/user/affiliate'],
};

/** Goes there within the app, without a document of its own, whose text would have come along. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** On its way, and refused: both are told in words, and a refused page offers another try. */
async function judgeWaiting(page: Page, answers: Answers, path: string, spared: string[]): Promise<void> {
  await test.step(path, async () => {
    answers.wait();
    await go(page, path);
    const main = page.getByRole('main');
    // Its own part is there, and what it asks for is not.
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.getByRole('heading', { level: 1, name: 'Page not found' })).toHaveCount(0);
    await expect(main.getByRole('status', { name: 'Loading...' }).first()).toBeVisible();
    await expectAccessible(page);
    answers.refuse(...spared);
    const box = main.getByRole('alert').filter({ hasText: 'Please contact customer support' }).first();
    await expect(box).toBeVisible();
    await expect(box.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(main.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await expectAccessible(page);
  });
}

test('[issue 7] axe: pages while they wait for the server, and when it refuses', { tag: '@desktop' }, async ({
  page,
}) => {
  test.setTimeout(WITH_AXE);
  const answers = await Answers.of(page);
  answers.wait();
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  for (const path of ASKING) await judgeWaiting(page, answers, path, []);
});

for (const [person, pages] of Object.entries(ASKING_OF_PEOPLE)) {
  test(`[issue 7] axe: the own pages of ${person}@example.com while they wait, and when they are refused`, {
    tag: '@desktop',
  }, async ({ page }) => {
    test.setTimeout(WITH_AXE);
    const data = { email: `${person}@example.com`, password: 'everything-demo' };
    expect((await page.request.post('/trpc/accounts.login', { data })).ok()).toBe(true);
    const answers = await Answers.of(page);
    await page.goto('/nothing/here');
    await expect(page.getByRole('button', { name: /^Welcome/ })).toBeVisible();
    for (const path of pages) await judgeWaiting(page, answers, path, ['viewer.user']);
  });
}

test('[issue 7] axe: a page whose parts do not come says so, and is there at the next try', {
  tag: '@desktop',
}, async ({ page, complaints }) => {
  complaints.expect(/dynamically imported module|Failed to fetch|error loading/i);
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verify a card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toBeFocused();
  await expectAccessible(page);
  await page.unroute('**/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a card' })).toBeVisible();
});
