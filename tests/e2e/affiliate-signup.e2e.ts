import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { activate, tabTo } from './support/keyboard.ts';
import { checkState } from './support/page-checks.ts';
import { CARDS, newPerson, press, step, typeCard } from './support/purchase.ts';
import { registerInDialog, signWithFinger, signWithMouse } from './support/registration.ts';

const TAX_NUMBER = '912-34-5678';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

const allSet = (page: Page) => expect(step(page, "You're all set!")).toBeVisible();

async function describePerson(page: Page): Promise<void> {
  await page.getByLabel('Phone').fill('555.010.0142');
  await page.getByLabel('Birthday').pressSequentially('1/2/1990');
  await expect(page.getByLabel('Birthday')).toHaveValue('01/02/1990');
  await page.getByLabel('Street address').fill('350 fifth avenue');
  await page.getByLabel('City', { exact: true }).fill('new york');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('ZIP code').fill('10118');
}

async function agreeToAll(page: Page): Promise<void> {
  await page.getByLabel('I accept the membership terms').check();
  await page.getByLabel('I accept the terms and privacy policy').check();
  await page.getByLabel('I accept the Policy Procedure Manual').check();
}

/** Checks the empty step, then the step with its validation errors. */
async function checkWithErrors(page: Page, name: string, button = 'Next'): Promise<void> {
  await checkState(page, name);
  await press(page, button);
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeFocused();
  await checkState(page, `${name}, with its errors`);
}

/** Scrolls to the top first, so that the dialog's header doesn't cover half of a field. */
async function checkStateFromTop(page: Page, state: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByText(/^Step \d of \d$/)
    .scrollIntoViewIfNeeded();
  await checkState(page, state);
}

const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

test('an educator draws a signature and pays for an individual membership', {
  tag: ['@phone', '@money'],
}, async ({ page }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  await page.goto('/educators?type=rep');
  await expect(page.getByRole('dialog', { name: 'Become an Educator' })).toBeVisible();
  await expect(step(page, 'Login to continue')).toBeVisible();
  await registerInDialog(page, newPerson());

  await expect(step(page, 'Your Information')).toBeFocused();
  await expect(page.getByLabel('Individual, $49.95 each month')).toBeChecked();
  await checkWithErrors(page, 'Your Information');
  await describePerson(page);
  await page.getByLabel('Send me a physical card, $10.00 once').check();
  await page.getByLabel('Legal name').fill('Olivia Park');
  await page.getByLabel('Tax classification').selectOption('individual');
  await page.getByLabel('Social Security number (SSN)').check();
  await page.getByLabel('Tax number', { exact: true }).fill(TAX_NUMBER);
  await page.getByLabel('I accept these terms').check();
  await press(page, 'Next');
  await press(page, 'Yes, Continue');

  await expect(step(page, 'Reference / More Information')).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Reference' })).toHaveValue('Everything Card');
  await checkWithErrors(page, 'Reference / More Information');
  await agreeToAll(page);
  await signWithFinger(page);
  await press(page, 'Clear');
  await press(page, 'Next');
  await expect(page.getByText('Please sign above to continue').first()).toBeVisible();
  await signWithFinger(page);
  await checkStateFromTop(page, 'signed');
  await press(page, 'Next');

  await expect(step(page, 'Payment')).toBeFocused();
  await expect(page.getByText('We charge $59.95 now.')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toBeVisible();
  await checkState(page, 'Payment');
  const draft = await readStorage(page);
  expect(draft).toContain('Olivia Park');
  expect(draft).not.toContain(TAX_NUMBER);
  expect(draft).not.toContain('data:image');

  await typeCard(page, CARDS.bank);
  const requestPromise = page.waitForRequest(/affiliateSignup\.join/);
  await press(page, 'Purchase');
  expect((await requestPromise).postData()).toContain('data:image/png;base64,');
  await press(page, 'Complete authentication');
  await allSet(page);
  await checkState(page, 'the end');
  const popupPromise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View Receipt' }).click();
  const receipt = await popupPromise;
  await expect(receipt.locator('body')).toContainText('$59.95');
  await receipt.close();

  await test.step('Back does not lead to a button that signs up again', async () => {
    await page.goBack();
    await expect(step(page, 'You already signed up to be an Educator!')).toBeVisible();
    await checkState(page, 'the refusal');
  });
});

test('a person without a membership signs up as a friend by keyboard, only once', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  await page.goto('/?ref=DEMO');
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'ref'))
    .toMatchObject({ value: 'DEMO' });
  await page.goto('/educators?type=friend');
  await registerInDialog(page, newPerson());
  await expect(step(page, 'Your Information')).toBeFocused();
  await describePerson(page);
  await page.getByLabel('No membership for now').check();
  await page.getByLabel('Donate what I earn to the community fund').check();
  await expect(page.getByLabel('Tax number', { exact: true })).toBeHidden();
  await press(page, 'Next');

  await expect(step(page, 'Reference / More Information')).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Reference' })).toHaveValue('Demo Affiliate');
  await agreeToAll(page);
  await activate(page, page.getByRole('button', { name: 'Type it instead' }));
  await page.keyboard.type('Olivia Park');
  await expect(page.getByRole('img', { name: 'Olivia Park, as a handwritten signature' })).toBeVisible();
  await checkStateFromTop(page, 'a typed signature');
  await tabTo(page, page.getByRole('button', { name: 'Signup' }));
  await page.keyboard.press('Enter');
  await allSet(page);
  const sentence = 'You are signed up... We will contact you shortly with more information.';
  await expect(page.getByText(sentence)).toBeVisible();

  await page.goto('/educators?type=friend');
  await allSet(page);
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('link', { name: 'Go to your affiliate page' }).click();
  await expect(page).toHaveURL('/user/affiliate');
});

test('a loyalty affiliate outside the US signs up with a W-8BEN and adds employees', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  await page.goto('/affiliates/loyalty?signup=loyalty');
  await expect(page.getByRole('dialog', { name: 'Join our Business Loyalty Program' })).toBeVisible();
  await registerInDialog(page, newPerson());
  await expect(step(page, 'Your Information')).toBeFocused();
  await describePerson(page);
  await page.getByLabel('Country').selectOption('FR');
  await page.getByLabel('State or province').fill('Île-de-France');
  await page.getByLabel('Postal code').fill('75012');
  await press(page, 'Next');

  await expect(step(page, 'Business Information')).toBeFocused();
  await press(page, 'Add an employee');
  await expect(page.getByLabel('Name of employee 1')).toBeFocused();
  await checkWithErrors(page, 'Business Information', 'Signup');
  await page.getByLabel('Business name').fill('Boulangerie Roux');
  await page.getByLabel('Pay it out to the business').check();
  await page.getByLabel('Name of the person being paid').fill('Amélie Roux');
  await page.getByLabel('Permanent residence address').fill('12 Rue de Lyon');
  await page.getByLabel('City or town of residence').fill('Paris');
  await page.getByRole('textbox', { name: 'US taxpayer number' }).fill('none');
  await page.getByRole('textbox', { name: 'Foreign tax number' }).fill('FR 07 551 330 912');
  await page.getByRole('textbox', { name: 'Reference number' }).fill('none');
  await page.getByLabel('I accept these terms').check();
  await page.getByLabel('Name of employee 1').fill('Luc Roux');
  await page.getByLabel('Email or phone of employee 1').fill('luc@example.com');
  await page.getByLabel('I accept the Loyalty affiliate agreement').check();
  await signWithMouse(page);
  expect(await readStorage(page)).not.toContain('FR 07 551');
  await press(page, 'Signup');
  await allSet(page);
  await checkState(page, 'the end of a loyalty sign-up');
});
