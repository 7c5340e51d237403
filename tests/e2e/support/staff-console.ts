import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import { newPerson, type Person } from './purchase.ts';

export const REASON = 'Asked for it by phone';

/** Does an action of the console: fills in its form, reads the effects, and confirms them. Returns the effects. */
export async function doAction(
  page: Page,
  label: string,
  { within = page, fill }: { within?: Page | Locator; fill?: (dialog: Locator) => Promise<void> } = {},
): Promise<string> {
  await within.getByRole('button', { name: label, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: label });
  await fill?.(dialog);
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('heading', { name: 'What will happen' })).toBeVisible();
  const effects = await dialog.getByRole('list').innerText();
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog.getByRole('status')).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  return effects;
}

/** Expects the audit log to have these actions about a subject, with the reason. */
export async function expectAudited(page: Page, subject: string, actions: readonly string[]): Promise<void> {
  await page.goto(`/staff/audit?q=${encodeURIComponent(subject)}`);
  const table = page.getByRole('table', { name: 'Audit log' });
  for (const action of actions) {
    await expect(
      table.getByRole('row').filter({ hasText: action }).filter({ hasText: REASON }).first(),
    ).toBeVisible();
  }
}

/** A page of a visitor who bought an individual card as a guest. */
export async function buyAsGuest(page: Page, site: string, person: Person = newPerson()): Promise<Person> {
  const { firstname, lastname, email, phone } = person;
  const address = { street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118', country: 'US' };
  const buyer = { firstname, lastname, email, phone, ...address, members: [] };
  const data = { plan: 0, ...buyer, contractAgree: true, token: 'tok_visa', idempotencyKey: randomUUID() };
  const response = await page.request.post(`${site}/trpc/checkout.buyCard`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return person;
}

/** Registers an account, whose session the page then has. */
export async function registerMember(
  page: Page,
  site: string,
  person: Person = newPerson(),
): Promise<Person> {
  const { firstname, lastname, email, password } = person;
  const data = { firstname, lastname, email, password, zip: '10118', startSession: true };
  const response = await page.request.post(`${site}/trpc/accounts.register`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return person;
}
