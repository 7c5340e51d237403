import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { activate, tabTo, type } from './support/keyboard.ts';
import { readMails } from './support/mails.ts';
import { followNavbarLink } from './support/navbar.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/page-checks.ts';
import { newPerson, press } from './support/purchase.ts';

const trial = (page: Page) => page.getByRole('dialog', { name: '7 Day Business Trial' });

async function checkInBothColorSchemes(page: Page, checkState: () => Promise<void>): Promise<void> {
  await checkState();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeAttached();
  await checkState();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html[data-mantine-color-scheme=light]')).toBeAttached();
}

/** Registers an account and returns its email address. */
async function register(dialog: Locator): Promise<string> {
  const person = newPerson();
  const form = dialog.getByRole('region', { name: 'Register' });
  await form.getByLabel('First name').fill(person.firstname);
  await form.getByLabel('Last name').fill(person.lastname);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('ZIP code').fill('80202');
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Register' }).click();
  return person.email;
}

/** Waits for the email to a new account and follows its link (D58). */
async function verifyEmail(page: Page, dataDir: string, email: string): Promise<void> {
  let link = '';
  await expect(async () => {
    for (const mail of await readMails(dataDir, email))
      link ||= /https?:\/\/\S+\/verifyemail#\S+/.exec(mail.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 30_000 });
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  await press(page, 'Verify my email');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
}

test('a visitor copies a plan’s link, and the link opens its purchase', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await followNavbarLink(page, 'Plan Sign Up');
  await expect(page).toHaveURL('/affiliates');
  await expect(page.getByRole('heading', { level: 1, name: 'Business plans' })).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(4);

  const planCard = page.getByRole('article', { name: 'Exclusive Membership' });
  await expect(planCard.getByText('$199.80')).toBeVisible();
  await Promise.all([
    expect(planCard.getByRole('status')).toHaveText('Link copied'),
    planCard.getByRole('button', { name: /^Copy link/ }).click(),
  ]);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname + new URL(link).search).toBe('/affiliates?plan=exclusive-business');

  await page.goto(link);
  const purchase = page.getByRole('dialog', { name: 'Purchase Exclusive Membership' });
  await expect(purchase).toBeVisible();
  await purchase.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/affiliates');

  await page.getByRole('link', { name: 'Purchase Deluxe Membership' }).click();
  await expect(page.getByRole('dialog', { name: 'Purchase Deluxe Membership' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Purchase Deluxe Membership' })).toBeFocused();
});

test('a plan’s link is selected for manual copying if the clipboard is unavailable', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.goto('/affiliates');
  const planCard = page.getByRole('article', { name: 'Deluxe Membership' });
  await planCard.getByRole('button', { name: /^Copy link/ }).click();
  const link = planCard.getByRole('textbox', { name: /Please copy this link by hand/ });
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await link.inputValue());
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a new account starts a trial, and members find the business after its email is verified', {
  tag: ['@desktop', '@money'],
}, async ({ page, runningApp }) => {
  test.slow();
  const name = `Blue Door Coffee ${Date.now()}`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Try it free for 7 days' }).click();
  await expect(page).toHaveURL('/trial');
  const dialog = trial(page);
  await expect(dialog.getByText('$99.90/Month')).toBeVisible();
  await expect(dialog.getByText('$199.80/Month')).toBeVisible();
  const email = await register(dialog);

  await expect(dialog.getByLabel('Business name')).toBeFocused();
  await press(page, 'Start my trial');
  await expect(dialog.getByText('Please choose a category').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Business name').fill(name);
  await dialog.getByLabel('Category').selectOption('Food & Drink');
  await dialog.getByLabel('Business ZIP code').fill('00000');
  await press(page, 'Start my trial');
  await expect(dialog.getByText('We don’t recognize this ZIP code').first()).toBeVisible();
  await dialog.getByLabel('Business ZIP code').fill('80202');
  await press(page, 'Start my trial');
  await expect(dialog.getByRole('heading', { name: 'Your trial has started' })).toBeFocused();
  await expect(dialog.getByText(/Verify your email address/)).toBeVisible();
  await expect(dialog.getByText(/ends on its own on/)).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('link', { name: 'Go to your business' }).click();
  await expect(page.getByText('Members can find your business once you verify your email')).toBeVisible();
  await press(page, 'Send a new link');
  await expect(page.getByText(/^We sent a new link to/)).toBeVisible();
  await expectAccessible(page);
  await verifyEmail(page, runningApp.dataDir, email);
  await expectAccessible(page);
  const result = page.getByRole('article', { name });
  await expect(async () => {
    await page.goto(`/savings?name=${encodeURIComponent(name)}&zip=80202`);
    await expect(result).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });

  // Each account gets only one trial.
  await page.goto('/trial');
  await expect(trial(page).getByRole('heading', { name: 'Your trial is running' })).toBeVisible();
  await expectAccessible(page);
  await trial(page).getByRole('link', { name: 'Go to your business' }).click();
  await expect(page).toHaveURL('/user/business');
});

test('a visitor can start a trial and read its terms by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/trial');
  const dialog = trial(page);
  await register(dialog);
  await expect(dialog.getByLabel('Business name')).toBeFocused();
  await page.keyboard.type('Elm Street Books');
  await tabTo(page, dialog.getByLabel('Category'));
  await page.keyboard.type('Retail');
  await type(page, 'Business ZIP code', '10001');
  await activate(page, dialog.getByRole('button', { name: 'business terms' }));
  const terms = page.getByRole('dialog', { name: 'Business terms' });
  await expect(terms).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(dialog).toBeVisible();
  await activate(page, dialog.getByRole('button', { name: 'Start my trial' }));
  await expect(dialog.getByRole('heading', { name: 'Your trial has started' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
});

test('the Business Program page opens its sign-up in a modal and names the plans that include sharing', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/affiliates/loyalty');
  await page.getByRole('link', { name: 'Join our Business Loyalty Program' }).click();
  const join = page.getByRole('dialog', { name: 'Join our Business Loyalty Program' });
  await expect(join).toBeVisible();
  await checkInBothColorSchemes(page, () => expectAccessible(page));
  await page.goBack();
  await expect(join).toBeHidden();
  const plans = page.getByRole('region', { name: 'Plans with the sharing program' });
  await expect(plans.getByRole('heading', { level: 3 })).toHaveText([
    'Deluxe Membership',
    'Business PLUS Membership',
  ]);
  await plans.getByRole('link', { name: 'Purchase Deluxe Membership' }).click();
  await expect(page.getByRole('dialog', { name: 'Purchase Deluxe Membership' })).toBeVisible();
});

test('[D17] the Back office link sends a visitor to the login', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/affiliates');
  await page.getByRole('link', { name: 'Back office' }).click();
  await expect(page).toHaveURL('/user');
  await expect(page.getByRole('heading', { name: 'Login to continue' })).toBeVisible();
});
