import { expect, test } from './support/journey.ts';
import { judgeState } from './support/judged-state.ts';
import { judge } from './support/page-checks.ts';
import {
  CARDS,
  expectCompleted,
  fact,
  fillAddress,
  fillContact,
  newPerson,
  openReceipt,
  openWizard,
  press,
  step,
  typeCard,
} from './support/purchase.ts';
import { ROUTE_STATES, statesOf } from './support/route-states.ts';

/** axe on every state, on a loaded machine. */
const WITH_AXE = 240_000;

/** Together in one test: what a browser takes to start is little beside them, and a slow one has time. */
const STATES_A_TEST = 12;

const visits = statesOf('visitor');
/** On a telephone the header differs, and what is beneath it stands in one column: seen once a route. */
const firstVisits = new Set(Object.values(ROUTE_STATES).map(([first]) => first));

for (let first = 0; first < visits.length; first += STATES_A_TEST) {
  const part = visits.slice(first, first + STATES_A_TEST);
  test(`[issue 7] axe: the routes as a visitor finds them, from ${part[0]?.path}`, async ({ page }, {
    project,
  }) => {
    test.setTimeout(WITH_AXE);
    const seen = part.filter((state) => project.name === 'desktop' || firstVisits.has(state));
    for (const state of seen) await judgeState(page, state);
  });
}

test('[issue 3] axe: the promotions, and what is behind more filters and the map', async ({ page }) => {
  test.slow();
  await page.goto('/savings?zip=10001&sort=distance');
  await page.getByRole('button', { name: 'More filters' }).click();
  const map = page.getByRole('button', { name: 'Show on a map' });
  if (await map.isVisible()) await map.click();
  await expect(page.getByRole('img', { name: /north up/ })).toBeVisible();
  await judge(page, 'more filters and the map');
  await page
    .getByRole('link', { name: /^View promotions/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Promotions at/ })).toBeVisible();
  await judge(page, 'promotions');
});

test('[issue 2] axe: logging in and registering', async ({ page }) => {
  test.slow();
  await page.goto('/pricing?login=1');
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
  await judge(page, 'the login modal');
  await page.goto('/user');
  const login = page.getByRole('region', { name: 'Login', exact: true });
  await login.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Required Field').first()).toBeVisible();
  await judge(page, 'both forms with errors');
  await login.getByLabel('E-mail').fill('family@example.com');
  await login.getByLabel('Password', { exact: true }).fill('not the password');
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeFocused();
  await judge(page, 'a login that is refused');
  await login.getByRole('button', { name: 'Forgot your password' }).click();
  await expect(page.getByRole('button', { name: 'Back to Login' })).toBeVisible();
  await judge(page, 'forgotten password');
  await page.getByLabel('Account e-mail').fill('nobody@example.com');
  await press(page, 'Send e-mail');
  await expect(page.getByText('An email has been sent to nobody@example.com')).toBeVisible();
  await judge(page, 'the mail was sent');
});

test('[issue 2] axe: every page of the purchase', async ({ page }) => {
  test.slow();
  await openWizard(page, 'Family');
  await judge(page, 'choose');
  await press(page, 'Log in or register');
  await judge(page, 'choose, with the forms');
  await press(page, 'Buy as guest');
  await expect(step(page, 'Shipping')).toBeVisible();
  await judge(page, 'shipping');
  await press(page, 'Next');
  await expect(page.getByText('Required', { exact: true }).first()).toBeVisible();
  await judge(page, 'shipping, with errors');
  await fillContact(page, newPerson());
  await fillAddress(page);
  await page.getByLabel('ZIP code').fill('00000');
  await press(page, 'Next');
  await expect(page.getByRole('dialog', { name: 'Address not found' })).toBeVisible();
  await judge(page, 'address not found');
  await press(page, 'Ok');
  await page.getByLabel('ZIP code').fill('10118');
  await press(page, 'Next');
  await expect(page.getByRole('dialog', { name: 'Confirm your address' })).toBeVisible();
  await judge(page, 'address question');
  await press(page, 'Yes, Continue');

  await expect(step(page, 'Family members')).toBeVisible();
  await press(page, 'Add family member');
  await press(page, 'Next');
  await expect(page.getByRole('button', { name: 'Name 1: Required' })).toBeVisible();
  await judge(page, 'family members, with an error');
  await press(page, 'Remove name 1');
  await press(page, 'Next');

  await expect(step(page, 'Details')).toBeVisible();
  await press(page, 'Next');
  await expect(page.getByText('Terms must be accepted', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: /^Reference/ }).pressSequentially('Demo Aff');
  await expect(page.getByRole('option').first()).toBeVisible();
  await judge(page, 'details, with an error and the list open');
  await page.keyboard.press('Escape');
  await press(page, 'Read the membership terms');
  await expect(page.getByText(/^Version \d/)).toBeVisible();
  await judge(page, 'terms');
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

test('[issue 2] axe: every state of the payment', async ({ page }) => {
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
  await judge(page, 'payment');
  await press(page, 'Add a promo code');
  await page.getByLabel('Promo code').fill('nope');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong Promo Code')).toBeVisible();
  await judge(page, 'wrong promo code');
  await page.getByLabel('Promo code').fill('FREEMONTH');
  await press(page, 'Apply');
  await expect(page.getByText('Promo Code Applied!')).toBeVisible();
  await judge(page, 'free');
  await press(page, 'Remove promo code');
  await expect(page.getByRole('textbox', { name: /card number/i })).toBeVisible();
  await press(page, 'Purchase');
  await expect(page.getByText('Required Field').first()).toBeVisible();
  await judge(page, 'payment, with errors');
  await typeCard(page, CARDS.declined);
  await press(page, 'Purchase');
  await expect(page.getByText('There was an Problem with your purchase')).toBeVisible();
  await judge(page, 'declined');
  await typeCard(page, CARDS.bank);
  await press(page, 'Purchase');
  await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  await judge(page, 'the bank asks');
  await press(page, 'Complete authentication');
  await expectCompleted(page);
  await judge(page, 'completed');
  const { receipt } = await openReceipt(page);
  await judge(receipt, 'receipt');
});

test('[issue 2] axe: the member’s pages', async ({ page }) => {
  test.slow();
  await page.goto('/user');
  const login = page.getByRole('region', { name: 'Login', exact: true });
  await login.getByLabel('E-mail').fill('family@example.com');
  await login.getByLabel('Password', { exact: true }).fill('everything-demo');
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(fact(page, 'Membership ID')).toBeVisible();
  await judge(page, 'memberships');
  await page.getByRole('button', { name: /^Cancel Membership/ }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel Membership' })).toBeVisible();
  await judge(page, 'the question before canceling');
  await press(page, 'Keep Membership');
  const membershipNumber = await fact(page, 'Membership ID').innerText();
  await page.getByRole('link', { name: 'View Membership Card' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await judge(page, 'the card');
  await page.goto(`/verify/card/${membershipNumber}`);
  await expect(page.getByText('Card Holder Name')).toBeVisible();
  await judge(page, 'the verification');
});
