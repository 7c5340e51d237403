import type { Page } from '@playwright/test';
import { expect, findSandbox, startLater, movedClockTest as test } from './support/journey.ts';
import { readRevenue } from './support/ledger.ts';
import { expectMail } from './support/mails.ts';
import { checkState } from './support/page-checks.ts';
import { CARDS, findTermValue, press, step, typeCard, verifyCard } from './support/purchase.ts';

const COMPANY = { email: 'company@example.com', password: 'everything-demo' };
/** Days after the demo data was created. The plan renews after a year. */
const AFTER_RENEWAL_DAYS = 367;
/** Long, because axe is slow on a loaded machine. */
const TIMEOUT_MS = 360_000;
/** Stripe saves this card, and then declines its charges. */
const DECLINED_WHEN_CHARGED_CARD = '4000000000000341';

test.use({ productName: 'company-billing' });

const employee = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

async function readNumber(page: Page, name: string): Promise<string> {
  const text = await employee(page, name).innerText();
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? '';
}

async function removeCard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Remove card of ${name}` }).click();
  await page
    .getByRole('dialog', { name: 'Remove card' })
    .getByRole('button', { name: 'Remove card' })
    .click();
}

async function expectState(cashier: Page, number: string, state: 'Active' | 'Invalid') {
  await verifyCard(cashier, number);
  await expect(cashier.getByRole('heading', { name: state })).toBeVisible();
}

test('a company edits its details, gives a card away, removes one, and pays the renewal’s bill', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, sandbox, runningApp }) => {
  test.setTimeout(TIMEOUT_MS);
  const { dataDir } = runningApp;
  await page.request.post('/trpc/accounts.login', { data: COMPANY });
  const viewer = await (await page.request.get('/trpc/viewer.user')).json();
  const account = String(viewer.result.data.id);
  const listCharges = async (control = sandbox) =>
    (await control.charges()).filter(({ metadata }) => metadata.account === account).toReversed();
  const cashier = await newVisitor();
  await page.goto('/user/company');

  await test.step('details and a PO number', async () => {
    await page.getByRole('link', { name: 'Edit company details' }).click();
    const form = page.getByRole('dialog', { name: 'Edit company details' });
    await form.getByLabel('Company name').fill('');
    await press(page, 'Save');
    await expect(form.getByRole('alert')).toBeVisible();
    await checkState(page, 'the details, with an error');
    await form.getByLabel('Company name').fill('Nguyen & Daughters');
    await form.getByLabel('Street address').fill('1600 Broadway');
    await form.getByLabel('PO number').fill('PO 4711');
    await press(page, 'Save');
    await expect(form).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Nguyen & Daughters' })).toBeVisible();
    await expect(findTermValue(page, 'PO number')).toHaveText('PO 4711');
  });

  await test.step('another card on file', async () => {
    await page.getByRole('link', { name: 'Update card' }).click();
    await typeCard(page, '5555 5555 5555 4444');
    await page.getByLabel('Billing ZIP code').fill('10118');
    await press(page, 'Save card');
    await expect(page.getByRole('heading', { name: 'Your card is saved' })).toBeVisible();
    await press(page, 'Done');
    await expect(page).toHaveURL('/user/company');
    await expect(findTermValue(page, 'Paid with')).toHaveText('Mastercard ending in 4444, expires 12/34');
  });

  await test.step('a card for someone else', async () => {
    const oldNumber = await readNumber(page, 'Ava Brooks');
    await page.getByRole('link', { name: 'Replace Ava Brooks' }).click();
    const modal = page.getByRole('dialog', { name: 'Replace an employee' });
    await modal.getByLabel('First name').fill('Nora');
    await modal.getByLabel('Last name').fill('Newman');
    await modal.getByLabel('Phone').fill('5550100166');
    await modal.getByLabel('Email').fill('nora.newman@example.com');
    await modal.getByRole('button', { name: 'Replace employee' }).click();
    await expect(step(page, 'Nora Newman now has a card')).toBeVisible();
    await page.goBack();
    await expectState(cashier, oldNumber, 'Invalid');
    await expectState(cashier, await readNumber(page, 'Nora Newman'), 'Active');
    await expectMail(dataDir, 'ava.brooks@example.com', 'Your card from Nguyen & Daughters no longer works');
    await expectMail(dataDir, 'nora.newman@example.com', 'Nguyen & Daughters bought you an Everything Card');
  });

  const removedNumber = await readNumber(page, 'Liam Ortiz');
  await test.step('a removed card, kept and removed again', async () => {
    await removeCard(page, 'Liam Ortiz');
    await expect(employee(page, 'Liam Ortiz')).toContainText('Ends on ');
    await expect(findTermValue(page, 'Next charge')).toContainText('$249.75');
    await expectMail(dataDir, 'liam.ortiz@example.com', 'After that, it won’t be renewed.');
    await removeCard(page, 'Mia Chen');
    const question = page.getByRole('dialog', { name: 'Remove card' });
    await expect(question.getByRole('alert')).toContainText('Your plan needs at least 5 cards');
    await checkState(page, 'a card that can’t be removed');
    await press(page, 'Keep card');
    await page.getByRole('button', { name: 'Keep card of Liam Ortiz' }).click();
    await expect(employee(page, 'Liam Ortiz')).not.toContainText('Ends on ');
    await expect(page.getByRole('heading', { name: 'Liam Ortiz' })).toBeFocused();
    await expect(findTermValue(page, 'Next charge')).toContainText('$299.70');
    await expectMail(dataDir, 'liam.ortiz@example.com', 'will be renewed after all');
    await removeCard(page, 'Liam Ortiz');
    await expect(employee(page, 'Liam Ortiz')).toContainText('Ends on ');
    await checkState(page, 'the page with a removed card');
    await expectState(cashier, removedNumber, 'Active');
  });

  const customer = String((await listCharges())[0]?.customer);
  await sandbox.changeCard(customer, DECLINED_WHEN_CHARGED_CARD);
  await runningApp.stop();
  const laterApp = await startLater(dataDir, AFTER_RENEWAL_DAYS, { PORT: String(runningApp.port) });
  try {
    const laterSandbox = findSandbox(laterApp);
    await laterSandbox.advance({ days: AFTER_RENEWAL_DAYS });
    const payLink = page
      .getByRole('article', { name: 'Corporate plan' })
      .getByRole('link', { name: 'Update card and pay $249.75' });
    await expect(async () => {
      await page.request.post('/trpc/accounts.login', { data: COMPANY });
      await page.goto('/user/company');
      await expect(payLink).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(findTermValue(page, 'Due')).toContainText(/^\$249\.75\s*by /);
    await expectMail(dataDir, COMPANY.email, /\$249\.75.*\/bill#/);
    const revenue = await readRevenue(dataDir, 'Corporate Individual Card');
    await payLink.click();
    await typeCard(page, CARDS.good);
    await page.getByLabel('Billing ZIP code').fill('10118');
    await press(page, 'Update card and pay $249.75');
    await expect(page.getByRole('heading', { name: 'Paid $249.75' })).toBeVisible();
    await press(page, 'Done');
    await expect(page).toHaveURL('/user/company');
    await page.getByRole('link', { name: 'See your receipts' }).click();
    const popup = page.waitForEvent('popup');
    await page
      .getByRole('link', { name: /^View the receipt from / })
      .first()
      .click();
    const receipt = await popup;
    await expect(receipt.locator('body')).toContainText('PO 4711');
    await expect(receipt.locator('body')).toContainText('Nguyen & Daughters');
    await expect(receipt.locator('body')).not.toContainText('Cards removed since');
    await receipt.close();
    await page.goto('/user/company');
    await expect(page.getByText('4 cards: 3 personal, 1 family')).toBeVisible();
    await expect(employee(page, 'Liam Ortiz')).toBeHidden();
    await expectState(cashier, removedNumber, 'Invalid');
    expect((await listCharges(laterSandbox)).map(({ amount }) => amount)).toEqual([29_970, 24_975]);
    // Three individual cards at their yearly price. The family card's revenue is recorded separately.
    expect((await readRevenue(dataDir, 'Corporate Individual Card')) - revenue).toBe(3 * 4995);
  } finally {
    await laterApp.stop();
  }
});
