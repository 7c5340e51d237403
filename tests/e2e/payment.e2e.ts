import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { CARDS, cardField, expectCompleted, goToPayment, press, step, typeCard } from './support/purchase.ts';

const PROBLEM_TEXT = 'There was an Problem with your purchase';

test('a buyer completes 3-D Secure on the page and can retry a failed check', {
  tag: ['@phone', '@money'],
}, async ({ page }) => {
  await goToPayment(page, 'Individual');
  await typeCard(page, CARDS.bank);
  await press(page, 'Purchase');
  await press(page, 'Fail authentication');
  await expect(page.getByRole('alert').filter({ hasText: PROBLEM_TEXT })).toBeVisible();
  await press(page, 'Purchase');
  await press(page, 'Complete authentication');
  await expectCompleted(page);
});

const findTotal = (page: Page) =>
  page.getByRole('region', { name: 'Order summary' }).getByText('Total today');

test('the total stays in view beside the form, and Change leads back to a page with its values', {
  tag: '@desktop',
}, async ({ page }) => {
  await goToPayment(page, 'Family');
  await cardField(page, /card number/i).waitFor();
  await page.getByRole('button', { name: 'Purchase' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeInViewport();
  await expect(findTotal(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Change Shipping' }).click();
  await expect(step(page, 'Shipping')).toBeFocused();
  await expect(page.getByLabel('Last name')).toHaveValue('Park');
  await page.goBack();
  await expect(step(page, 'Payment')).toBeVisible();
});

test('on a phone, the total is directly above the button', { tag: '@phone' }, async ({ page }) => {
  await goToPayment(page, 'Individual');
  await cardField(page, /card number/i).waitFor();
  await page.getByRole('button', { name: 'Purchase' }).scrollIntoViewIfNeeded();
  // The two boxes can be measured on either side of a layout change.
  await expect(async () => {
    const total = await findTotal(page).boundingBox();
    const button = await page.getByRole('button', { name: 'Purchase' }).boundingBox();
    const gap = (button?.y ?? 0) - ((total?.y ?? 0) + (total?.height ?? 0));
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(80);
  }).toPass({ timeout: 30_000 });
});

test('[S8 promo code] a promo code can be refused, reduce the price, or make the purchase free without a card', {
  tag: '@desktop',
}, async ({ page }) => {
  await goToPayment(page, 'Individual');
  await press(page, 'Add a promo code');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.getByLabel('Promo code').fill('nosuchcode');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong Promo Code')).toBeVisible();

  await page.getByLabel('Promo code').fill('welcome10');
  await press(page, 'Apply');
  await expect(page.getByText('Promo Code Applied!')).toBeVisible();
  await expect(page.getByText('We charge $44.96 now.')).toBeVisible();

  await press(page, 'Remove promo code');
  await page.getByLabel('Promo code').fill('FREEMONTH');
  await press(page, 'Apply');
  await expect(page.getByText('You won’t be charged, and you don’t need a card.')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toBeHidden();
  await press(page, 'Purchase');
  await expectCompleted(page);
});

test('a purchase whose response is lost is retried and charged once', {
  tag: '@desktop',
}, async ({ page, sandbox }) => {
  const person = await goToPayment(page, 'Individual');
  await typeCard(page, CARDS.good);
  const dropResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/trpc/checkout.buyCard*', dropResponse, { times: 1 });
  await press(page, 'Purchase');
  await expect(page.getByRole('alert').filter({ hasText: PROBLEM_TEXT })).toContainText('No error');
  await press(page, 'Try again');
  await expectCompleted(page);
  const purchaseId = new URL(page.url()).searchParams.get('completed');
  const charges = (await sandbox.charges()).filter(({ metadata }) =>
    JSON.stringify(metadata).includes(String(purchaseId)),
  );
  expect(charges, person.email).toHaveLength(1);
});
