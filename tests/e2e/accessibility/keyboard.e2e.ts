import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { activate, tabTo, type } from '../support/keyboard.ts';
import { CARDS, expectCompleted, newPerson, step } from '../support/purchase.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a buyer can complete a purchase by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  const person = newPerson();
  await page.goto('/');
  await activate(page, page.getByRole('contentinfo').getByRole('link', { name: 'Member Sign-Up' }));
  await expect(page).toHaveURL('/pricing');
  await activate(page, link(page, 'Buy Family'));
  await activate(page, button(page, 'Buy as guest'));

  await expect(step(page, 'Shipping')).toBeFocused();
  await activate(page, button(page, 'Next'));
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeFocused();
  await activate(page, button(page, 'First name: Required'));
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.type(person.firstname);
  await type(page, 'Last name', person.lastname);
  await type(page, 'Phone', person.phone);
  await type(page, 'Email', person.email);
  await type(page, 'Street address', '350 5th ave');
  await type(page, 'City', 'New York');
  await type(page, 'State', 'New York');
  await type(page, 'ZIP code', '10118');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Yes, Continue')).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(step(page, 'Family members')).toBeFocused();
  await activate(page, button(page, 'Add family member'));
  await expect(page.getByLabel('Name 1', { exact: true })).toBeFocused();
  await page.keyboard.type('Mia Park');
  await page.keyboard.press('Enter');

  await expect(step(page, 'Details')).toBeFocused();
  await type(page, /^Reference/, 'Demo Aff');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Reference/ })).toHaveValue(/^Demo Affiliate - /);
  await tabTo(page, page.getByLabel('I accept the membership terms'));
  await page.keyboard.press('Space');
  await activate(page, button(page, 'Read the membership terms'));
  await expect(page.getByRole('dialog', { name: 'Membership terms' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Membership terms' })).toBeHidden();
  await expect(button(page, 'Read the membership terms')).toBeFocused();
  await activate(page, button(page, 'Next'));

  await expect(step(page, 'Payment')).toBeFocused();
  await activate(page, button(page, 'Add a promo code'));
  await page.keyboard.type('FIVEOFF');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Promo Code Applied!')).toBeVisible();
  await type(page, /^Card number/i, CARDS.bank);
  await type(page, /expir/i, '1234');
  await type(page, /cvc/i, '123');
  await activate(page, button(page, 'Purchase'));
  await activate(page, button(page, 'Complete authentication'));
  await expectCompleted(page);
  const receipt = page.waitForEvent('popup');
  await activate(page, link(page, 'View/Print Your Receipt'));
  await expect((await receipt).getByText('$94.90').first()).toBeVisible();
  await activate(page, button(page, 'Close').last());
  await expect(page).toHaveURL('/pricing');
  await expect(link(page, 'Buy Family')).toBeFocused();
});
