import { expect, test } from '../support/journey.ts';
import { checkState } from '../support/page-checks.ts';
import {
  CARDS,
  expectCompleted,
  fillAddress,
  fillContact,
  findTermValue,
  newPerson,
  openReceipt,
  openWizard,
  press,
  step,
  typeCard,
} from '../support/purchase.ts';

test('axe finds no violations in the header, menu, and footer on a phone', { tag: '@phone' }, async ({
  page,
}) => {
  test.slow();
  await page.goto('/');
  await checkState(page, 'home');
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await checkState(page, 'the menu');
});

test('axe finds no violations in the promotions, filters, and map of a search', { tag: '@phone' }, async ({
  page,
}) => {
  test.slow();
  await page.goto('/savings?zip=10001&sort=distance');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('button', { name: 'Show on a map' }).click();
  const map = page.getByRole('region', { name: /^Map of the results/ });
  await expect(map.locator('svg text').first()).toBeVisible();
  await checkState(page, 'more filters and the map');
  await page
    .getByRole('link', { name: /^View promotions/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Promotions at/ })).toBeVisible();
  await checkState(page, 'promotions');
});

test('axe finds no violations in the login and registration modals', { tag: '@desktop' }, async ({
  page,
}) => {
  test.slow();
  await page.goto('/pricing?login=1');
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
  await checkState(page, 'the login modal');
  await page.goto('/user');
  const login = page.getByRole('region', { name: 'Login', exact: true });
  await login.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Required Field').first()).toBeVisible();
  await checkState(page, 'both forms with errors');
  await login.getByLabel('Email').fill('family@example.com');
  await login.getByLabel('Password', { exact: true }).fill('not the password');
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeFocused();
  await checkState(page, 'a login that is refused');
  await login.getByRole('button', { name: 'Forgot your password' }).click();
  await expect(page.getByRole('button', { name: 'Back to Login' })).toBeVisible();
  await checkState(page, 'forgotten password');
  await page.getByLabel('Account email').fill('nobody@example.com');
  await press(page, 'Send reset link');
  await expect(page.getByText('An email has been sent to nobody@example.com')).toBeVisible();
  await checkState(page, 'the mail was sent');
});

test('axe finds no violations on any step of a purchase', { tag: '@phone' }, async ({ page }) => {
  test.slow();
  await openWizard(page, 'Family');
  await checkState(page, 'choose');
  await press(page, 'Log in or register');
  await checkState(page, 'choose, with the forms');
  await press(page, 'Buy as guest');
  await expect(step(page, 'Shipping')).toBeVisible();
  await checkState(page, 'shipping');
  await press(page, 'Next');
  await expect(page.getByText('Required', { exact: true }).first()).toBeVisible();
  await checkState(page, 'shipping, with errors');
  await fillContact(page, newPerson());
  await fillAddress(page);
  await page.getByLabel('ZIP code').fill('00000');
  await press(page, 'Next');
  await expect(page.getByRole('dialog', { name: 'Address not found' })).toBeVisible();
  await checkState(page, 'address not found');
  await press(page, 'Ok');
  await page.getByLabel('ZIP code').fill('10118');
  await press(page, 'Next');
  await expect(page.getByRole('dialog', { name: 'Confirm your address' })).toBeVisible();
  await checkState(page, 'address question');
  await press(page, 'Yes, Continue');

  await expect(step(page, 'Family members')).toBeVisible();
  await press(page, 'Add family member');
  await press(page, 'Next');
  await expect(page.getByRole('button', { name: 'Name 1: Required' })).toBeVisible();
  await checkState(page, 'family members, with an error');
  await press(page, 'Remove name 1');
  await press(page, 'Next');

  await expect(step(page, 'Details')).toBeVisible();
  await press(page, 'Next');
  await expect(page.getByText('Terms must be accepted', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: /^Reference/ }).pressSequentially('Demo Aff');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkState(page, 'details, with an error and the list open');
  await page.keyboard.press('Escape');
  await press(page, 'Read the membership terms');
  await expect(page.getByText(/^Version \d/)).toBeVisible();
  await checkState(page, 'terms');
  await test.step('the terms print without the page beneath', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^Version \d/)).toBeVisible();
    await expect(step(page, 'Details')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });
  await page.keyboard.press('Escape');
  await page.getByLabel('Send me a physical card').check();
  await page.getByLabel('I accept the membership terms').check();
  await press(page, 'Next');
});

test('axe finds no violations in any state of the payment step', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  test.slow();
  await openWizard(page, 'Individual');
  await press(page, 'Buy as guest');
  await fillContact(page, newPerson());
  await fillAddress(page);
  await press(page, 'Next');
  await press(page, 'Yes, Continue');
  await page.getByLabel('I accept the membership terms').check();
  await press(page, 'Next');
  await expect(page.getByRole('textbox', { name: /card number/i })).toBeVisible();
  await checkState(page, 'payment');
  await press(page, 'Add a promo code');
  await page.getByLabel('Promo code').fill('nope');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong Promo Code')).toBeVisible();
  await checkState(page, 'wrong promo code');
  await page.getByLabel('Promo code').fill('FREEMONTH');
  await press(page, 'Apply');
  await expect(page.getByText('Promo Code Applied!')).toBeVisible();
  await checkState(page, 'free');
  await press(page, 'Remove promo code');
  await expect(page.getByRole('textbox', { name: /card number/i })).toBeVisible();
  await press(page, 'Purchase');
  await expect(page.getByText('Required Field').first()).toBeVisible();
  await checkState(page, 'payment, with errors');
  await typeCard(page, CARDS.declined);
  await press(page, 'Purchase');
  await expect(page.getByText('There was an Problem with your purchase')).toBeVisible();
  await checkState(page, 'declined');
  await typeCard(page, CARDS.bank);
  await press(page, 'Purchase');
  await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  await checkState(page, 'the bank asks');
  await press(page, 'Complete authentication');
  await expectCompleted(page);
  await checkState(page, 'completed');
  const { receipt } = await openReceipt(page);
  await checkState(receipt, 'receipt');
});

test('axe finds no violations on a member’s pages', { tag: ['@phone', '@long'] }, async ({ page }) => {
  test.slow();
  await page.goto('/user');
  const login = page.getByRole('region', { name: 'Login', exact: true });
  await login.getByLabel('Email').fill('family@example.com');
  await login.getByLabel('Password', { exact: true }).fill('everything-demo');
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(findTermValue(page, 'Membership ID')).toBeVisible();
  await checkState(page, 'memberships');
  await page.getByRole('button', { name: /^Cancel Membership/ }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel Membership' })).toBeVisible();
  await checkState(page, 'the question before canceling');
  await press(page, 'Keep Membership');
  const membershipNumber = await findTermValue(page, 'Membership ID').innerText();
  await page.getByRole('link', { name: 'View Membership Card' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await checkState(page, 'the card');
  await page.goto(`/verify/card/${membershipNumber}`);
  await expect(page.getByText('Card Holder Name')).toBeVisible();
  await checkState(page, 'the verification');
});
