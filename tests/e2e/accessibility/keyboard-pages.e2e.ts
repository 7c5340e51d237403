import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { ROUTE_STATES } from '../support/route-states/route-states.ts';
import { pressTab, walkByTab } from '../support/tab-walk.ts';

/** Long, because one test visits many pages. */
const WALK_TIMEOUT_MS = 240_000;
const PAGES_PER_TEST = 11;

/** The first state of every route. /trial is a modal, which the test of the visitors' modals covers. */
const FIRST_STATES = Object.values(ROUTE_STATES)
  .flatMap((states) => states[0] ?? [])
  .filter(({ path }) => path !== '/trial');

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first();

interface Modal {
  path: string;
  opener(page: Page): Locator;
  dialog: string | RegExp;
}

const VISITORS_MODALS: readonly Modal[] = [
  { path: '/pricing', opener: button('Login'), dialog: 'Login' },
  { path: '/', opener: link('Request Information'), dialog: 'Serve Your Community' },
  { path: '/', opener: link('Try it free for 7 days'), dialog: '7 Day Business Trial' },
  { path: '/pricing', opener: link('Buy Individual'), dialog: 'Individual plan' },
  { path: '/pricing', opener: link('Buy Corporate'), dialog: 'Corporate plan' },
  { path: '/pricing/family', opener: link('Buy Family'), dialog: 'Family/Educator plan' },
  { path: '/pricing/corporate', opener: link('Sign up Now'), dialog: 'Corporate plan' },
  {
    path: '/affiliates',
    opener: link('Purchase Exclusive Membership'),
    dialog: 'Purchase Exclusive Membership',
  },
  {
    path: '/affiliates/loyalty',
    opener: link('Join our Business Loyalty Program'),
    dialog: 'Join our Business Loyalty Program',
  },
  { path: '/educators', opener: link('Sign up as Friend'), dialog: 'Become a Friend' },
  { path: '/educators', opener: link('Sign up as Service Member'), dialog: 'Become an Influencer' },
  { path: '/educators/friend', opener: link('Become an Influencer'), dialog: 'Become an Influencer' },
  { path: '/educators/representative', opener: link('Become an Educator'), dialog: 'Become an Educator' },
  { path: '/savings?zip=10001', opener: link(/^View promotions/), dialog: /^Promotions at/ },
];

const OWNERS_MODALS: Record<string, readonly Modal[]> = {
  family: [
    { path: '/user', opener: link('View Membership Card'), dialog: 'Membership Card' },
    { path: '/user', opener: button(/^Cancel Membership/), dialog: 'Cancel Membership' },
    { path: '/user', opener: button(/^Change to Individual/), dialog: 'Change to Individual' },
    { path: '/user', opener: link(/^Edit Family Members/), dialog: 'Edit family members' },
  ],
  member: [{ path: '/user', opener: link(/^Change to Family/), dialog: 'Change to Family' }],
  company: [
    { path: '/user/company', opener: link('Add cards'), dialog: /cards/i },
    { path: '/user/company', opener: link('Replace Ava Brooks'), dialog: 'Replace an employee' },
    { path: '/user/company', opener: button('Cancel Plan with all its cards'), dialog: 'Cancel Plan' },
  ],
};

/**
 * Opens a modal with Enter and checks that it traps the focus. Then closes it with Escape and checks that the
 * focus returns.
 */
async function openAndCloseModal(page: Page, { path, opener, dialog }: Modal): Promise<void> {
  await test.step(`${dialog} from ${path}`, async () => {
    await page.goto(path);
    const openerElement = opener(page);
    await openerElement.focus();
    await page.keyboard.press('Enter');
    const modal = page.getByRole('dialog', { name: dialog });
    await expect(modal).toBeVisible();
    await expect.poll(() => modal.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    // What loads later, such as a notice below the wallet buttons, moves the focused element.
    await page.waitForLoadState('networkidle');
    const faults: string[] = [];
    for (const key of ['Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab'] as const) {
      const stop = await pressTab(page, key);
      if (stop.region !== 'dialog') faults.push(`${key} leaves the modal for ${stop.name}`);
      if (!stop.hasOutline) faults.push(`no outline around ${stop.name}`);
      if (!stop.isUncovered) faults.push(`covered or outside the window: ${stop.name}`);
    }
    expect(faults, `keys in ${dialog}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(openerElement).toBeFocused();
  });
}

for (let first = 0; first < FIRST_STATES.length; first += PAGES_PER_TEST) {
  const pageStates = FIRST_STATES.slice(first, first + PAGES_PER_TEST);
  test(`Tab reaches every control in order, starting with ${pageStates[0]?.path}`, {
    tag: ['@desktop', '@long'],
  }, async ({ page }) => {
    test.setTimeout(WALK_TIMEOUT_MS);
    for (const { path, findMarker: shows } of pageStates) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(shows(page)).toBeVisible();
        await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
        // A page without a header has no skip link.
        if ((await page.getByRole('banner').count()) > 0) {
          await page.keyboard.press('Tab');
          await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('main')).toBeFocused();
        }
        await walkByTab(page);
      });
    }
  });
}

test('Tab moves through the header, content, and footer of the home page', { tag: '@desktop' }, async ({
  page,
}) => {
  test.setTimeout(WALK_TIMEOUT_MS);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'News Letter' })).toBeAttached();
  const header = await page
    .getByRole('banner')
    .getByRole('link')
    .or(page.getByRole('banner').getByRole('button'))
    .count();
  expect(await walkByTab(page)).toBeGreaterThan(header);
  const links = await page.getByRole('contentinfo').getByRole('link').count();
  // `walkByTab` has already focused the first link.
  for (let linkNumber = 1; linkNumber < links; linkNumber++) {
    const stop = await pressTab(page);
    expect(stop).toMatchObject({ region: 'footer', hasOutline: true, isUncovered: true, isInOrder: true });
  }
  expect((await pressTab(page)).region).not.toBe('footer');
});

test('a visitor can open and close the modals by keyboard', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  test.setTimeout(WALK_TIMEOUT_MS);
  for (const modal of VISITORS_MODALS) await openAndCloseModal(page, modal);
});

for (const [person, modals] of Object.entries(OWNERS_MODALS)) {
  test(`${person}@example.com can open and close the modals by keyboard`, { tag: '@desktop' }, async ({
    page,
  }) => {
    test.setTimeout(WALK_TIMEOUT_MS);
    const data = { email: `${person}@example.com`, password: 'everything-demo' };
    expect((await page.request.post('/trpc/accounts.login', { data })).ok()).toBe(true);
    for (const modal of modals) await openAndCloseModal(page, modal);
  });
}

test('Escape closes the account menu and focuses its button', {
  tag: '@desktop',
}, async ({ page }) => {
  const data = { email: 'family@example.com', password: 'everything-demo' };
  expect((await page.request.post('/trpc/accounts.login', { data })).ok()).toBe(true);
  await page.goto('/pricing');
  const welcome = page.getByRole('button', { name: /^Welcome/ });
  await welcome.focus();
  await page.keyboard.press('Enter');
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(logout).toBeVisible();
  expect(await pressTab(page)).toMatchObject({ hasOutline: true, isUncovered: true, isInOrder: true });
  await page.keyboard.press('Escape');
  await expect(logout).toBeHidden();
  await expect(welcome).toBeFocused();
});

test('the menu of a narrow window opens and closes by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAndCloseModal(page, { path: '/pricing', opener: button('Menu'), dialog: 'Menu' });
});
