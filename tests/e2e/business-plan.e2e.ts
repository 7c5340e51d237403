import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { checkState } from './support/page-checks.ts';
import { CARDS, newPerson, type Person, press, step, typeCard } from './support/purchase.ts';
import { registerInDialog } from './support/registration.ts';

const TAX_NUMBER = '98-7654321';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

const expectCompleted = (page: Page) => expect(step(page, "You're all set!")).toBeVisible();

async function describeBusiness(page: Page, name: string, person: Person): Promise<void> {
  await page.getByLabel('Business name').fill(name);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('Category').selectOption({ label: 'Food & Drink' });
  await page.getByLabel('Website').fill('www.walker.example');
  await page.getByLabel('Street address').fill('350 5th Ave');
  await page.getByLabel('City').fill('New York');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('ZIP code').fill('10118');
}

/** Checks the empty step, then the step with its validation errors. */
async function checkWithErrors(page: Page, name: string): Promise<void> {
  await checkState(page, name);
  await press(page, 'Next');
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeFocused();
  await checkState(page, `${name}, with its errors`);
}

test('a new owner buys the largest plan, and axe finds no violations on any step', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const person = newPerson();
  await page.goto('/affiliates?plan=premium-business');
  await expect(page.getByRole('dialog', { name: 'Purchase Business PLUS Membership' })).toBeVisible();
  await expect(step(page, 'Login to continue')).toBeVisible();
  await checkState(page, 'the login before it');
  await registerInDialog(page, person);

  await expect(step(page, 'Basic Information')).toBeFocused();
  await checkWithErrors(page, 'Basic Information');
  await describeBusiness(page, 'Walker Bakery', person);
  await press(page, 'Next');

  const sharing = page.getByRole('dialog').getByRole('heading', { name: 'Sharing Program' });
  await expect(sharing).toBeFocused();
  await checkWithErrors(page, 'Sharing Program');
  await page.getByLabel('I am a US person').check();
  await page.getByLabel('Legal name').fill('Walker Bakery LLC');
  await page.getByLabel('Tax classification').selectOption('llc');
  await page.getByLabel('Employer identification number (EIN)').check();
  await page.getByLabel('Tax number', { exact: true }).fill(TAX_NUMBER);
  await page.getByLabel('I accept these terms').check();
  await press(page, 'Next');

  await expect(step(page, 'Social Media Information')).toBeFocused();
  await page.getByLabel('Instagram').fill('@walker');
  const storyField = page.getByLabel('What should people know?');
  await storyField.fill(Array(251).fill('bread').join(' '));
  await expect(page.getByText('251 of 250 words').first()).toBeVisible();
  await expect(page.getByText('Please use at most 250 words')).toBeVisible();
  await checkState(page, 'Social Media Information, too long');
  await storyField.fill('Bread since 1998.');
  await press(page, 'Next');

  await expect(step(page, 'Presentation Information')).toBeFocused();
  await checkWithErrors(page, 'Presentation Information');
  await page.getByLabel('Contact name').fill('Olivia Park');
  await page.getByLabel('Contact email').fill(person.email);
  await page.getByLabel('Maybe').check();
  await press(page, 'Next');

  await expect(step(page, 'Agreements')).toBeFocused();
  await checkWithErrors(page, 'Agreements');
  await press(page, 'Read the Business PLUS contract');
  const contract = page.getByRole('dialog', { name: 'Business PLUS contract' });
  await expect(contract.getByText(/^Version \d+, published /)).toBeVisible();
  await checkState(page, 'the contract');
  await page.keyboard.press('Escape');
  await expect(contract).toBeHidden();
  await page.getByLabel('I accept the Business PLUS contract').check();
  await press(page, 'Next');

  await expect(step(page, 'Payment')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Exclusive Business');
  await expect(page.getByText('We charge $249.75 now.')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toBeVisible();
  await checkState(page, 'Payment');

  await test.step('a reload forgets the tax number alone', async () => {
    await page.reload();
    await expect(sharing).toBeVisible();
    await expect(page.getByLabel('Legal name')).toHaveValue('Walker Bakery LLC');
    await expect(page.getByLabel('Tax number', { exact: true })).toHaveValue('');
    await page.getByLabel('Tax number', { exact: true }).fill(TAX_NUMBER);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(TAX_NUMBER);
    for (const stepTitle of [
      'Social Media Information',
      'Presentation Information',
      'Agreements',
      'Payment',
    ]) {
      await press(page, 'Next');
      await expect(step(page, stepTitle)).toBeVisible();
    }
  });

  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);
  await checkState(page, 'the end');

  const popupPromise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View Receipt' }).click();
  const receipt = await popupPromise;
  await expect(receipt.locator('body')).toContainText('$249.75');
  await receipt.close();

  await test.step('Back does not lead to a button that buys again', async () => {
    await page.goBack();
    await expect(step(page, 'Manage your Business Plan')).toBeVisible();
    await checkState(page, 'Manage your Business Plan');
  });
});

test('[S8 business purchase] a business is listed after one declined card and one accepted card', {
  tag: ['@desktop', '@money'],
}, async ({ page }) => {
  const person = newPerson();
  const name = `Olivia’s ${person.email.slice(7, 15)} Bakery`;
  await page.goto('/affiliates?plan=basic-networking');
  await registerInDialog(page, person);
  await expect(step(page, 'Basic Information')).toBeVisible();
  await describeBusiness(page, name, person);
  await press(page, 'Next');
  await expect(step(page, 'Agreements')).toBeVisible();
  for (const title of ['Business plan contract', 'Business terms', 'Business privacy statement']) {
    await page.getByLabel(`I accept the ${title}`).check();
  }
  await press(page, 'Next');
  await expect(page.getByText('We charge $99.90 now.')).toBeVisible();
  await typeCard(page, CARDS.declined);
  await press(page, 'Purchase');
  const alert = page.getByRole('alert').filter({ hasText: 'Payment failed: Your card was declined.' });
  await expect(alert).toBeFocused();
  await typeCard(page, CARDS.bank);
  await press(page, 'Purchase');
  await press(page, 'Fail authentication');
  await expect(alert.or(page.getByRole('alert').filter({ hasText: 'Payment failed' }))).toBeVisible();
  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);
  await page.getByRole('link', { name: 'Go to the Backoffice' }).click();
  await expect(page).toHaveURL('/user/business');

  await page.goto(`/savings?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article').getByRole('heading', { name })).toBeVisible();
});
