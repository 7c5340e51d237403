import { expect } from '../support/journey.ts';
import { findTermValue } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { buyAsGuest } from '../support/staff-console.ts';

test('the search box finds people and things by keyboard alone', { tag: '@desktop' }, async ({
  page,
  runningApp,
  newVisitor,
}) => {
  const person = await buyAsGuest(await newVisitor(), `http://localhost:${runningApp.port}`);
  await signInAsStaff(page, runningApp);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('dialog', { name: 'Search' });
  const field = box.getByLabel('What are you looking for?');
  await expect(field).toBeFocused();

  // Enter opens the first result.
  await page.keyboard.type(person.email);
  await expect(box.getByRole('status')).toHaveText('1 result');
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Olivia Park', level: 1 })).toBeVisible();
  const number = await findTermValue(page, 'Membership ID').innerText();
  const subscription = await findTermValue(page, 'Stripe subscription').innerText();

  const seek = async (text: string, kind: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(
      box.getByRole('list', { name: 'Results' }).getByText(kind, { exact: true }).first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
  };
  await seek(number.toLowerCase().replaceAll('-', ''), 'Membership');
  await seek(subscription, 'Purchase');
  await seek('DEMO', 'Affiliate');
  await seek('member@ex', 'Member');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nobody has this name');
  await expect(box.getByRole('status')).toContainText('Nothing found.');

  // The arrow keys move through the results.
  await field.fill('ma');
  const links = box.getByRole('list', { name: 'Results' }).getByRole('link');
  await expect(links.nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  const target = await links.nth(1).getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(target ?? '');
});
