import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makePicture } from '#tests/helpers/pictures.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { expect, test } from './support/journey.ts';
import { activate, tabTo } from './support/keyboard.ts';
import { checkState } from './support/page-checks.ts';
import { newPerson, press } from './support/purchase.ts';

/** axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 360_000;
interface Login {
  email: string;
  password: string;
}

const MEMBER: Login = { email: 'member@example.com', password: 'everything-demo' };

/** Creates an account with a plan and logs out. */
async function makeOwner(page: Page, businessname: string): Promise<Login> {
  const { firstname, lastname, email, password } = newPerson();
  const callProcedure = async (procedure: string, data: object, headers: Record<string, string> = {}) => {
    const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const zip = '80202';
  await callProcedure('accounts.register', { firstname, lastname, email, zip, password, confirm: password });
  await callProcedure('accounts.login', { email, password });
  await page.request.get('/api/csrf');
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  await callProcedure('businessPlans.purchase', businessPlanPurchase({ businessname }), {
    'x-csrf-token': token?.value ?? '',
  });
  await page.context().clearCookies();
  return { email, password };
}

async function logIn(page: Page, { email, password }: Login): Promise<void> {
  const form = page.getByRole('main').getByRole('region', { name: 'Login', exact: true });
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}

async function chooseLogo(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) logo$/ }).click(),
  ]);
  await chooser.setFiles({ name, mimeType, buffer });
}

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('an owner edits the listing, logo, and promotions, and a member finds them', {
  tag: '@desktop',
}, async ({ page, newVisitor }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const business = `Journey Bakery ${randomUUID().slice(0, 8)}`;
  const owner = await makeOwner(page, business);

  await page.goto('/user/business');
  await logIn(page, owner);
  await expect(page.getByRole('heading', { name: 'Community Educator Membership' })).toBeVisible();
  await expect(page.getByLabel('Business name')).toHaveValue(business);
  await checkState(page, 'the plan and the listing');

  await page.getByLabel('Business name').fill('');
  await press(page, 'Save listing');
  await expect(page.getByRole('alert')).toBeFocused();
  await checkState(page, 'the listing, with its errors');
  const newName = `${business} & Café`;
  await page.getByLabel('Business name').fill(newName);
  await press(page, 'Add further categories…');
  await page.getByLabel('Family Fun').check();
  await page.getByLabel('Website').fill('walker.example/bread');
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await checkState(page, 'the question before unsaved words are left');
  await confirm(page, 'Stay');
  await press(page, 'Save listing');
  await expect(page.getByText('Your listing is saved.')).toBeVisible();
  await expect(page.getByLabel('Website')).toHaveValue('https://walker.example/bread');

  await chooseLogo(page, 'logo.gif', 'image/gif', Buffer.from('GIF89a'));
  await expect(page.getByText('Please choose a picture: PNG, JPEG or WebP')).toBeVisible();
  await checkState(page, 'a logo that is refused');
  await chooseLogo(page, 'logo.png', 'image/png', await makePicture('png', { width: 300, height: 300 }));
  await expect(page.getByAltText('Your new logo')).toBeVisible();
  await checkState(page, 'a logo before it is sent');
  await press(page, 'Save logo');
  await expect(page.getByText('Your logo is saved.')).toBeVisible();

  await writePromotion(page);
  await press(page, 'Save promotions');
  await expect(page.getByRole('dialog', { name: 'Save these promotions?' })).toBeVisible();
  await checkState(page, 'the question before promotions are saved');
  await confirm(page, 'Save now');
  await expect(page.getByText('Your promotions are saved.')).toBeVisible();
  await expect(page.getByText(/^You can change your promotions again on /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save promotions' })).toHaveCount(0);
  await checkState(page, 'promotions that are only shown');
  await page.reload();
  await expect(page.getByText(/^You can change your promotions again on /)).toBeVisible();

  await checkMemberView(await newVisitor(), newName);

  await press(page, 'Cancel Plan Community Educator Membership');
  await expect(page.getByRole('dialog', { name: 'Cancel Plan' })).toBeVisible();
  await checkState(page, 'the question before a plan is canceled');
  await confirm(page, 'Cancel Plan');
  await expect(page.getByText(/^You can use it until .* Then your business leaves/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cancel Plan/ })).toHaveCount(0);
  await checkState(page, 'a canceled plan');
});

/** Writes a promotion with the keyboard only: bold text, a list, and a link. */
async function writePromotion(page: Page): Promise<void> {
  await activate(page, page.getByRole('button', { name: 'Add a promotion' }));
  const text = page.getByRole('textbox', { name: 'Description' });
  await expect(text).toBeVisible();
  await activate(page, page.getByRole('button', { name: 'Save promotions' }));
  await expect(page.getByText('Description: Required Field')).toBeVisible();
  await checkState(page, 'a promotion, with its errors');
  await activate(page, page.getByRole('button', { name: 'Description: Required Field' }));
  await expect(text).toBeFocused();

  await page.keyboard.type('Ten ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('percent');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' off');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  for (let steps = 0; steps < 6; steps++) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Bulleted list' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(page.getByRole('button', { name: 'Bulleted list' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('Bread');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rolls ');
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Link address')).toBeFocused();
  await page.keyboard.type('walker.example/rolls');
  await checkState(page, 'the address of a link');
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(text.getByRole('link')).toHaveAttribute('href', 'https://walker.example/rolls');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(/^Code/)).toBeFocused();
  await page.keyboard.type('BREAD10');
  await tabTo(page, page.getByLabel('Link to the offer'));
  await page.keyboard.type('walker.example/offer');
  await checkState(page, 'a promotion that is written');
}

/** Checks that a member finds the logo and the promotion, but can't open the owner's page. */
async function checkMemberView(page: Page, business: string): Promise<void> {
  await page.goto('/user/business');
  await logIn(page, MEMBER);
  await expect(page.getByText('You have no business plan')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your listing' })).toHaveCount(0);
  await checkState(page, 'an account without a plan');

  await page.goto(`/savings?name=${encodeURIComponent(business)}`);
  const businessResult = page.getByRole('article', { name: business });
  await expect(businessResult.getByText('Food & Drink · Family Fun')).toBeVisible();
  const logo = businessResult.locator('img');
  await expect(logo).toHaveAttribute('src', /^\/files\/logos\/[0-9a-f]{32}\.webp$/);
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await businessResult.getByRole('link', { name: 'View promotions (1)' }).click();
  const drawer = page.getByRole('dialog', { name: `Promotions at ${business}` });
  await expect(drawer.locator('strong')).toHaveText('percent');
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Bread$/ })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'walker.example/rolls' })).toHaveAttribute(
    'href',
    'https://walker.example/rolls',
  );
  await expect(drawer.getByText('BREAD10')).toBeVisible();
}
