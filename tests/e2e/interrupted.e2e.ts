import { expect, test } from './support/journey.ts';
import {
  acceptTerms,
  CARDS,
  expectCompleted,
  fillAddress,
  fillContact,
  goToPayment,
  newPerson,
  openPlan,
  press,
  step,
  typeCard,
} from './support/purchase.ts';

test('a reload keeps the buyer’s input but no card data', {
  tag: '@phone',
}, async ({ page }) => {
  const person = await goToPayment(page, 'Family');
  await typeCard(page, CARDS.good);
  await page.reload();
  await expect(step(page, 'Payment')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /card number/i })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    '4242',
  );
  for (const title of ['Details', 'Family members', 'Shipping']) {
    await press(page, 'Previous');
    await expect(step(page, title)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toHaveValue(person.firstname);
  await expect(page.getByLabel('City')).toHaveValue('NEW YORK');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('Back returns to the previous step and then closes the wizard, which keeps its draft', {
  tag: '@phone',
}, async ({ page }) => {
  const person = newPerson();
  await openPlan(page, 'Individual');
  await press(page, 'Buy as guest');
  await expect(step(page, 'Shipping')).toBeVisible();
  await fillContact(page, person);
  await page.goBack();
  await expect(step(page, 'How would you like to buy?')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/pricing');

  await page.goForward();
  await page.goForward();
  await expect(step(page, 'Shipping')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastname);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/pricing');

  await page.getByRole('link', { name: 'Buy Individual' }).click();
  await press(page, 'Buy as guest');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('[S2 shipping] a buyer can edit an unknown address or use it as entered', { tag: '@desktop' }, async ({
  page,
}) => {
  await openPlan(page, 'Individual');
  await press(page, 'Buy as guest');
  await fillContact(page, newPerson());
  await fillAddress(page);
  await page.getByRole('group', { name: 'Shipping address' }).getByLabel('ZIP code').fill('00000');
  await press(page, 'Next');
  const question = page.getByRole('dialog', { name: 'Address not found' });
  await expect(question).toContainText(
    'USPS could not find your address. Please check your address and try again',
  );
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(step(page, 'Shipping')).toBeVisible();
  await press(page, 'Next');
  await press(page, 'Use as entered');
  await acceptTerms(page);
  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);
});
