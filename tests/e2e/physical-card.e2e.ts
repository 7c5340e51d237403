import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect } from './support/journey.ts';
import { readMails } from './support/mails.ts';
import { checkState } from './support/page-checks.ts';
import { CARDS, fillAddress, newPerson, type Person, press, step, typeCard } from './support/purchase.ts';
import { signInAsStaff, staffTest as test } from './support/staff.ts';
import { performAction } from './support/staff-console.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;
const DELIVERY_NOTICE = 'Please give us 5-7 business days to get your card sent out.';

async function callProcedure(page: Page, procedure: string, data: object): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  const headers: Record<string, string> = token ? { 'x-csrf-token': token.value } : {};
  const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Returns the input for buying an individual card without a physical card. */
function createCardPurchase({ firstname, lastname, email, phone }: Person) {
  const address = { street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118', country: 'US' };
  const buyer = { firstname, lastname, email, phone, ...address, members: [] };
  return { plan: 0, ...buyer, contractAgree: true, token: 'tok_visa', idempotencyKey: randomUUID() };
}

/** Waits for an email to this address and returns the part of its text that matches. */
async function waitForMail(runningApp: ProductProcess, email: string, pattern: RegExp): Promise<string> {
  let match: string | undefined;
  await expect(async () => {
    for (const mail of await readMails(runningApp.dataDir, email))
      match ??= pattern.exec(mail.text ?? '')?.[0];
    expect(match ?? '', `a mail to ${email}`).toMatch(pattern);
  }).toPass({ timeout: 30_000 });
  return match ?? '';
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Send your card to this address?' });

/** Enters the address, confirms it, and submits the form. */
async function requestCard(page: Page): Promise<void> {
  await fillAddress(page);
  await press(page, 'Continue');
  await press(page, 'Yes, Continue');
  await expect(question(page)).toContainText('Olivia Park');
  await checkState(page, 'the question before the card is sent');
  await press(page, 'Yes, Send My Card');
  await expect(page.getByText(DELIVERY_NOTICE)).toBeVisible();
}

test('a member requests one printed card, staff send it, and a replacement costs 10.00', {
  tag: ['@desktop', '@money'],
}, async ({ page, runningApp, sandbox, newVisitor }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const person = newPerson();
  const { password } = person;
  await callProcedure(page, 'accounts.register', {
    ...person,
    zip: '80202',
    confirm: password,
    startSession: true,
  });
  await page.request.get('/api/csrf');
  await callProcedure(page, 'checkout.buyCard', createCardPurchase(person));

  await page.goto('/user');
  await page.getByRole('link', { name: 'Request Physical Card' }).click();
  await expect(page.getByText(/^Your first printed card is free/)).toBeVisible();
  await checkState(page, 'the form of a printed card');
  await requestCard(page);
  await checkState(page, 'a request that was completed');
  await page.reload();
  await expect(page.getByText('You have already requested a physical card')).toBeVisible();
  await expect(page.getByText('If you need help, please contact our customer support.')).toBeVisible();
  await checkState(page, 'a card that was requested');

  const staffPage = await newVisitor();
  await signInAsStaff(staffPage, runningApp);
  await staffPage.goto(`/staff/cards?q=${encodeURIComponent(person.email)}`);
  await staffPage.getByRole('link', { name: 'Olivia Park' }).click();
  await expect(staffPage.getByText('350 FIFTH AVE')).toBeVisible();
  await performAction(staffPage, 'Mark as sent', { effects: `We’ll email ${person.email}` });
  await waitForMail(runningApp, person.email, /We mailed your Everything Card to the address below\./);

  await page.reload();
  await expect(page.getByText(/^Your card was sent on /)).toBeVisible();
  await checkState(page, 'a card that was sent');
  await page.getByRole('link', { name: 'Order a replacement' }).click();
  await expect(step(page, 'Shipping')).toBeVisible();
  await expect(page.getByLabel('Street address')).toHaveValue('350 FIFTH AVE');
  await press(page, 'Next');
  await press(page, 'Yes, Continue');
  await expect(step(page, 'Payment')).toBeVisible();
  await expect(page.getByText('We charge $10.00 now, one time only.')).toBeVisible();
  await checkState(page, 'the payment of a replacement');
  await typeCard(page, CARDS.bank);
  await press(page, 'Purchase');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: 'Request Completed' })).toBeVisible();

  const purchase = new URL(page.url()).searchParams.get('completed');
  const charges = (await sandbox.charges()).filter(({ metadata }) => metadata.purchase === purchase);
  expect(charges.map(({ amount }) => amount)).toEqual([1000]);
  const popupPromise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View/Print Your Receipt' }).click();
  await expect((await popupPromise).getByText('Physical Card replacement')).toBeVisible();
});

test('only the guest with the receipt’s link can request the printed card', {
  tag: ['@phone', '@long'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const person = newPerson();
  await callProcedure(page, 'checkout.buyCard', createCardPurchase(person));
  const link = new URL(
    await waitForMail(runningApp, person.email, /https?:\/\/\S+\/request\/card\/\S+#key=\S+/),
  );
  await page.goto(link.pathname + link.hash);
  await expect(page.getByText(/^Your first printed card is free/)).toBeVisible();
  await expect(page).toHaveURL(link.pathname);
  await requestCard(page);

  const otherVisitor = await newVisitor();
  await otherVisitor.goto(link.pathname);
  await expect(otherVisitor.getByRole('heading', { name: 'Login to continue' })).toBeVisible();
  await otherVisitor.goto(`${link.pathname}#key=a.b.c`);
  await expect(otherVisitor.getByText('No Membership Found')).toBeVisible();
  await checkState(otherVisitor, 'a card that is not found');
});
