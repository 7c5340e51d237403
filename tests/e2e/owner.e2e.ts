import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makePicture } from '#tests/helpers/pictures.ts';
import { expect, test } from './support/journey.ts';
import { activate, tabTo } from './support/keyboard.ts';
import { logIn, MEMBER, makeOwner } from './support/owner.ts';
import { checkState } from './support/page-checks.ts';
import { press } from './support/purchase.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 360_000;
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
  await press(page, 'Add more categories…');
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
  await expect(page.getByText('Please choose a picture: PNG, JPEG, or WebP')).toBeVisible();
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

  await expect(page.getByRole('heading', { name: 'No stats yet' })).toBeVisible();
  await checkMemberView(await newVisitor(), newName);
  await useBusinessPage(await newVisitor(), newName);
  await checkFigures(page);

  await press(page, 'Cancel Plan Community Educator Membership');
  await expect(page.getByRole('dialog', { name: 'Cancel Plan' })).toBeVisible();
  await checkState(page, 'the question before a plan is canceled');
  await confirm(page, 'Cancel Plan');
  await expect(page.getByText(/^You can use it until .* After that, your business/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cancel Plan/ })).toHaveCount(0);
  await checkState(page, 'a canceled plan');
});

/** Writes a promotion with the keyboard only: bold text, a list, and a link. */
async function writePromotion(page: Page): Promise<void> {
  await activate(page, page.getByRole('button', { name: 'Add a promotion' }));
  const text = page.getByRole('textbox', { name: 'Description', exact: true });
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
  await page.keyboard.type('our rolls');
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(page.getByText('Please use an address such as https://example.com')).toBeVisible();
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
  await page.getByLabel(/^Headline/).fill('Ten percent off bread');
  await page.getByLabel(/^One use saves/).fill('1.25');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Ten percent off breadSave $1.25');
  await expect(preview.locator('strong').last()).toHaveText('percent');
  await tabTo(page, page.getByLabel('Link to the offer'));
  await page.keyboard.type('walker.example/offer');
  await checkState(page, 'a promotion that is written');
}

/** Checks that the owner sees what the member and the visitor did, as charts and as a table. */
async function checkFigures(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Your stats' });
  await expect(async () => {
    await page.reload();
    await expect(section.getByRole('img', { name: /^Views by week/ })).toBeVisible();
    await expect(section.getByRole('definition')).toHaveText([/^[1-9]/, '2', '2', '1', '2'], {
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await checkState(page, 'the figures as charts');
  await section.getByLabel('Show as table: Actions by week').check();
  const thisWeek = section.getByRole('table').getByRole('row').last();
  await expect(thisWeek.getByRole('cell')).toHaveText(['2', '1', '2']);
  await checkState(page, 'the figures as a table');
}

/** Checks that a member finds the logo and the promotion, but can't open the owner's page. */
async function checkMemberView(page: Page, business: string): Promise<void> {
  await page.goto('/user/business');
  await logIn(page, MEMBER);
  await expect(page.getByText('You don’t have a business plan')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your listing' })).toHaveCount(0);
  await checkState(page, 'an account without a plan');

  await page.goto(`/savings?name=${encodeURIComponent(business)}`);
  const businessResult = page.getByRole('article', { name: business });
  await expect(businessResult.getByText('Food & Drink · Family Fun')).toBeVisible();
  const logo = businessResult.locator('img');
  await expect(logo).toHaveAttribute('src', /^\/files\/logos\/[0-9a-f]{32}\.webp$/);
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(businessResult.getByText('Ten percent off bread')).toBeVisible();
  await expect(businessResult.getByText('Save $1.25')).toBeVisible();
  await businessResult.getByRole('link', { name: 'View promotions (1)' }).click();
  const drawer = page.getByRole('dialog', { name: `Promotions at ${business}` });
  await expect(drawer.locator('strong')).toHaveText(['Ten percent off bread', 'percent']);
  await expect(drawer.getByText('Save $1.25')).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Bread$/ })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'walker.example/rolls' })).toHaveAttribute(
    'href',
    'https://walker.example/rolls',
  );
  await expect(drawer.getByText('BREAD10')).toBeVisible();
  await copyCode(page);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await clickWithoutLeaving(businessResult.getByRole('link', { name: /^\(?\d{3}\)?/ }));
}

/** Finds the business's page in the search as a visitor, copies its code, and clicks its links. */
async function useBusinessPage(page: Page, business: string): Promise<void> {
  await page.goto(`/savings?name=${encodeURIComponent(business)}`);
  await page.getByRole('link', { name: business, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: business })).toBeVisible();
  await copyCode(page);
  await clickWithoutLeaving(page.getByRole('link', { name: /^Directions to / }));
  await clickWithoutLeaving(page.getByRole('link', { name: /^Call / }));
}

async function copyCode(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await Promise.all([
    expect(page.getByRole('button', { name: 'Copied' })).toBeVisible(),
    press(page, 'Copy code'),
  ]);
}

/** Clicks a link without following it, because the test browser can't make calls or reach other sites. */
async function clickWithoutLeaving(link: Locator): Promise<void> {
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await link.click();
}
