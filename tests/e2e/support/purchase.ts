import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Stripe's test cards. `bank` needs a confirmation by the bank (3-D Secure). */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  bank: '4000 0027 6000 3184',
};

export const THANK_YOU_TEXT =
  "You're all set! Thanks for buying the Everything Card. We are processing your order and it should arrive within 7-10 business days.";

export type PlanName = 'Individual' | 'Family';

export const step = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 3, exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export function newPerson() {
  return {
    firstname: 'Olivia',
    lastname: 'Park',
    email: `olivia-${randomUUID()}@example.com`,
    phone: '(555) 010-0142',
    password: 'a long enough password',
  };
}
export type Person = ReturnType<typeof newPerson>;

/** Goes from the home page to a plan's wizard by following links. */
export async function openPlan(page: Page, plan: PlanName): Promise<void> {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Member Sign-Up' }).click();
  await expect(page).toHaveURL('/pricing');
  await page.getByRole('link', { name: `Buy ${plan}` }).click();
  await expect(step(page, 'How would you like to buy?')).toBeVisible();
}

/** Opens the first step of the wizard. */
export async function openWizard(page: Page, plan: PlanName): Promise<void> {
  await page.goto(`/pricing?plan=${plan.toLowerCase()}`);
  await expect(step(page, 'How would you like to buy?')).toBeVisible();
}

export async function fillContact(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstname);
  await page.getByLabel('Last name').fill(person.lastname);
  await page.getByLabel('Phone').fill(person.phone);
  await page.getByLabel('Email').fill(person.email);
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street address').fill('350 fifth avenue');
  await page.getByLabel('City').fill('new york');
  await page.getByLabel('State').selectOption('NY');
  // The page behind the dialog may also have a ZIP code field.
  await page.getByLabel('ZIP code').last().fill('10118');
}

/** Completes the shipping step, with the address confirmed. */
export async function completeShipping(page: Page, person: Person): Promise<void> {
  await expect(step(page, 'Shipping')).toBeVisible();
  await fillContact(page, person);
  await fillAddress(page);
  await press(page, 'Next');
  await press(page, 'Yes, Continue');
}

export async function acceptTerms(page: Page): Promise<void> {
  await expect(step(page, 'Details')).toBeVisible();
  await page.getByLabel('I accept the membership terms').check();
  await press(page, 'Next');
  await expect(step(page, 'Payment')).toBeVisible();
}

/** Goes to the payment step as a guest. */
export async function goToPayment(page: Page, plan: PlanName, person = newPerson()): Promise<Person> {
  await openWizard(page, plan);
  await press(page, 'Buy as guest');
  await completeShipping(page, person);
  if (plan === 'Family') {
    await expect(step(page, 'Family members')).toBeVisible();
    await press(page, 'Next');
  }
  await acceptTerms(page);
  return person;
}

export const cardField = (page: Page, name: RegExp) => page.getByRole('textbox', { name });

export async function typeCard(page: Page, number: string): Promise<void> {
  await cardField(page, /card number/i).fill(number);
  await cardField(page, /expir/i).fill('12 / 34');
  await cardField(page, /cvc/i).fill('123');
}

export async function expectCompleted(page: Page): Promise<void> {
  await expect(page.getByText(THANK_YOU_TEXT)).toBeVisible();
}

/** Opens the receipt in a popup and reads the membership number. */
export async function openReceipt(page: Page): Promise<{ receipt: Page; membershipNumber: string }> {
  const popupPromise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View/Print Your Receipt' }).click();
  const receipt = await popupPromise;
  await receipt.waitForLoadState('domcontentloaded');
  const text = await receipt.locator('body').innerText();
  const membershipNumber = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0];
  if (membershipNumber === undefined) throw new Error(`The receipt has no membership number:\n${text}`);
  return { receipt, membershipNumber };
}

/** Looks up a card as a cashier does, by typing its number. */
export async function verifyCard(page: Page, membershipNumber: string): Promise<void> {
  await page.goto('/verify/card');
  await page.getByRole('searchbox').fill(membershipNumber.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Card Holder Name')).toBeVisible();
}

/** Finds the value of a term in a description list. */
export const findTermValue = (page: Page, name: string): Locator =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
