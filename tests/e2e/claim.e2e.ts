import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import {
  employee as cardholder,
  makeCompanyForm,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';
import { expect, test } from './support/journey.ts';
import { readMails } from './support/mails.ts';
import { checkState } from './support/page-checks.ts';
import { findTermValue, newPerson, type Person, press, verifyCard } from './support/purchase.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;

/** Waits for an email and returns the path of its claim link. */
async function findClaimPath(dataDir: string, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    for (const mail of await readMails(dataDir, email)) {
      link ??= /https?:\/\/\S+\/claim#\S+/.exec(mail.text ?? '')?.[0];
    }
    expect(link, `a link to claim in a mail to ${email}`).toMatch(/\/claim#token=./);
  }).toPass({ timeout: 30_000 });
  const { pathname, hash } = new URL(link ?? '');
  return pathname + hash;
}

async function callProcedure(page: Page, procedure: string, data: object): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  const headers: Record<string, string> = token ? { 'x-csrf-token': token.value } : {};
  const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Returns the input for buying an individual card. */
function createCardPurchase({ firstname, lastname, email, phone }: Person) {
  const address = { street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118', country: 'US' };
  const buyer = { firstname, lastname, email, phone, ...address, members: [] };
  return { plan: 0, ...buyer, contractAgree: true, token: 'tok_visa', idempotencyKey: randomUUID() };
}

async function register(page: Page, { firstname, lastname, email, password }: Person): Promise<void> {
  const form = page.getByRole('main').getByRole('region', { name: 'Register' });
  await form.getByLabel('First name').fill(firstname);
  await form.getByLabel('Last name').fill(lastname);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('ZIP code').fill('10118');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Register' }).click();
}

const cardDialog = (page: Page) => page.getByRole('dialog', { name: 'Membership Card' });

test('a guest claims a membership by the receipt’s link, can’t claim it twice, sees its receipt, and cancels it', {
  tag: ['@desktop', '@money'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const person = newPerson();
  await callProcedure(page, 'checkout.buyCard', createCardPurchase(person));
  const address = await findClaimPath(runningApp.dataDir, person.email);

  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Claim your membership' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login to continue' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Register' })).toBeVisible();
  await expect(page).toHaveURL('/claim');
  await checkState(page, 'a claim before the login');
  await register(page, person);
  await expect(page.getByText(`You’re logged in as ${person.email}.`)).toBeVisible();
  await checkState(page, 'a claim by an account');
  await press(page, 'Claim this membership');
  await expect(cardDialog(page).getByText('Olivia Park')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/user');
  await expect(findTermValue(page, 'Last Charge')).toContainText('$49.95');

  await page.getByRole('tab', { name: 'Billing' }).click();
  await expect(page.getByRole('region', { name: 'Next invoice' })).toContainText('$49.95');
  const popup = page.waitForEvent('popup');
  await page.getByRole('region', { name: 'Receipts' }).getByRole('link', { name: /^View/ }).click();
  await expect((await popup).getByRole('row', { name: 'Total paid $49.95' })).toBeVisible();
  await checkState(page, 'the receipts of a claimed purchase');

  const otherVisitor = await newVisitor();
  await otherVisitor.goto(address);
  await expect(otherVisitor.getByText('This membership was already claimed')).toBeVisible();
  await checkState(otherVisitor, 'a claim that comes too late');

  await page.goto(address);
  await expect(page.getByText('This membership is in your account')).toBeVisible();
  await checkState(page, 'a claim that was made');
  await page.goto('/user');
  await page.getByRole('button', { name: /^Cancel Membership/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Membership' }).click();
  await expect(page.getByText(/^You can use it until /)).toBeVisible();
});

test('an employee claims an invitation, and cards of employees without an email address are printed', {
  tag: '@phone',
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const owner = newPerson();
  const employee = { ...newPerson(), firstname: 'Eve' };
  const { email } = employee;
  const { zip, password } = { zip: '80202', password: owner.password };
  await callProcedure(page, 'accounts.register', { ...owner, zip, confirm: password, startSession: true });
  await page.request.get('/api/csrf');
  await callProcedure(
    page,
    'corporate.register',
    makeCompanyForm({ name: `Tools ${randomUUID().slice(0, 8)}` }),
  );
  const invitedEmployee = cardholder(0, { firstname: 'Eve', lastname: 'Park', email });
  const otherEmployees = ['Ann', 'Ben', 'Cem', 'Dee'].map((firstname, n) => cardholder(n + 1, { firstname }));
  await callProcedure(
    page,
    'corporate.purchase',
    makeCorporatePurchase({ employees: [invitedEmployee, ...otherEmployees] }),
  );

  const phone = await newVisitor();
  await phone.goto(await findClaimPath(runningApp.dataDir, email));
  await expect(phone.getByText(/^Your company pays for this membership/)).toBeVisible();
  await register(phone, employee);
  await press(phone, 'Claim this membership');
  await expect(cardDialog(phone).getByText('Eve Park')).toBeVisible();
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(phone.url())?.[0] ?? '';
  await phone.keyboard.press('Escape');
  await expect(phone.getByText(/^Your company pays for this membership\. It’s paid through /)).toBeVisible();
  await expect(phone.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
  await checkState(phone, 'an employee’s membership');
  const cashier = await newVisitor();
  await verifyCard(cashier, number);
  await expect(findTermValue(cashier, 'Card Holder Name')).toHaveText('Eve Park');

  const sheet = await page.request.get('/api/company/cards.pdf');
  expect(sheet.headers()['content-type']).toBe('application/pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await sheet.body())), {
    mergePages: true,
  });
  const letters = text.replace(/\s+/g, '');
  for (const name of ['Ann', 'Ben', 'Cem', 'Dee']) expect(letters).toContain(`Member${name}`);
  expect(letters).not.toContain('MemberEve');
  expect((await cashier.request.get('/api/company/cards.pdf')).status()).toBe(401);
  expect((await phone.request.get('/api/company/cards.pdf')).status()).toBe(404);
});
