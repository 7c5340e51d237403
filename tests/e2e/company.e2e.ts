import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { readMails } from './support/mails.ts';
import { checkState } from './support/page-checks.ts';
import { CARDS, fillAddress, newPerson, press, step, typeCard, verifyCard } from './support/purchase.ts';
import { registerInDialog } from './support/registration.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 360_000;

const fields = (page: Page, position: number) => page.getByRole('group', { name: `Employee ${position}` });
const cardCount = (page: Page) => page.getByRole('status').filter({ hasText: /^\d+ cards? of at least 5$/ });

async function describeCompany(page: Page, name: string): Promise<void> {
  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Phone').fill('(555) 010-0142');
  await fillAddress(page);
}

async function typeEmployee(page: Page, position: number, name: string): Promise<void> {
  const [first = '', last = ''] = name.split(' ');
  await fields(page, position).getByLabel('First name').fill(first);
  await fields(page, position).getByLabel('Last name').fill(last);
  await fields(page, position).getByLabel('Phone').fill('(555) 010-0143');
}

/** Registers a new company and goes to the employees step. */
async function openEmployees(page: Page, name: string): Promise<void> {
  await page.goto('/pricing?plan=corporate');
  await registerInDialog(page, newPerson());
  await expect(step(page, 'Company Basic Information')).toBeVisible();
  await describeCompany(page, name);
  await press(page, 'Continue');
  await expect(step(page, 'Employees')).toBeVisible();
}

test('a company buys cards, replaces an employee, adds cards, and cancels', {
  tag: ['@desktop', '@money'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const invitee = newPerson().email;
  await page.goto('/pricing');
  await checkState(page, 'the plans');
  await page.getByRole('link', { name: 'More about the Corporate plan' }).click();
  await expect(page.getByRole('heading', { name: 'Corporate plan', level: 1 })).toBeVisible();
  await checkState(page, 'the corporate plan');
  await page.getByRole('link', { name: 'Sign up Now' }).click();
  await expect(step(page, 'Before you can continue...')).toBeVisible();
  await checkState(page, 'the gate');
  await registerInDialog(page, newPerson());

  await expect(step(page, 'Company Basic Information')).toBeVisible();
  await press(page, 'Continue');
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeFocused();
  await checkState(page, 'the company, with its errors');
  await describeCompany(page, 'Park Street Works');
  await press(page, 'Continue');

  await expect(step(page, 'Employees')).toBeFocused();
  await press(page, 'Continue');
  await page.getByRole('button', { name: 'Employee 1, First name: Required Field' }).click();
  await expect(fields(page, 1).getByLabel('First name')).toBeFocused();
  await checkState(page, 'the employees, with their errors');
  await press(page, 'Adding a Membership');
  await expect(page.getByRole('dialog', { name: 'Adding a Membership' })).toBeVisible();
  await checkState(page, 'Adding a Membership');
  await press(page, 'Ok');
  await typeEmployee(page, 1, 'Ann Smith');
  await fields(page, 1).getByLabel('Family plan').check();
  await fields(page, 1).getByLabel('Spouse’s first name').fill('Sam');
  await fields(page, 1).getByLabel('This employee has their own address').check();
  await checkState(page, 'an employee with a family and an address');
  await fields(page, 1).getByLabel('This employee has their own address').uncheck();
  await press(page, 'Add Employee');
  await expect(fields(page, 2).getByLabel('First name')).toBeFocused();
  await expect(fields(page, 1)).toBeHidden();
  await typeEmployee(page, 2, 'Ina Vited');
  await fields(page, 2).getByLabel('Email').fill(invitee);
  await expect(cardCount(page)).toHaveText('3 cards of at least 5');

  await press(page, 'Paste or upload a list');
  const listDialog = page.getByRole('dialog', { name: 'Paste or upload a list' });
  await listDialog.getByLabel('Employees').fill('Bob,Lee,5550100143\nKim,Park,\n');
  await press(page, 'Add these employees');
  await expect(listDialog.getByRole('alert')).toContainText('Row 2, Kim Park: Phone: Required Field');
  await checkState(page, 'a list with a wrong row');
  await listDialog.getByLabel('Employees').fill('Kim,Park,5550100144');
  await press(page, 'Add these employees');
  await expect(listDialog.getByRole('status')).toContainText('nobody will be invited by email');
  await checkState(page, 'what to know about a list');
  await press(page, 'Done');
  await expect(listDialog).toBeHidden();
  await expect(cardCount(page)).toHaveText('5 cards of at least 5');
  await test.step('a reload keeps everybody', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: /^4\. Kim Park/ })).toBeVisible();
  });
  await press(page, 'Continue');

  await expect(page.getByText('We charge $249.75 now.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText(
    'Corporate Individual Card × 3',
  );
  await typeCard(page, CARDS.bank);
  await checkState(page, 'the payment');
  await press(page, 'Submit');
  await press(page, 'Complete authentication');
  await expect(step(page, "You're all set!")).toBeVisible();
  await checkState(page, 'the end');
  await page.getByRole('link', { name: 'Go to your company page' }).click();

  await expect(page).toHaveURL('/user/company');
  await expect(page.getByText('4 cards: 3 personal, 1 family')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ina Vited' })).toBeVisible();
  await checkState(page, 'the company page');
  await expect(async () => expect(await readMails(runningApp.dataDir, invitee)).not.toEqual([])).toPass({
    timeout: 30_000,
  });

  await test.step('a replaced employee’s card is void, the new one is not', async () => {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Bob Lee' }) });
    const number = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await row.innerText())?.[0] ?? '';
    const cashier = await newVisitor();
    await verifyCard(cashier, number);
    await expect(cashier.getByRole('heading', { name: 'Active' })).toBeVisible();
    await page.getByRole('link', { name: 'Replace Bob Lee' }).click();
    const modal = page.getByRole('dialog', { name: 'Replace an employee' });
    await modal.getByLabel('First name').fill('Nora');
    await modal.getByLabel('Last name').fill('Newman');
    await modal.getByLabel('Phone').fill('5550100166');
    await checkState(page, 'replacing an employee');
    await modal.getByRole('button', { name: 'Replace employee' }).click();
    await expect(step(page, 'Nora Newman now has a card')).toBeVisible();
    await page.goBack();
    await expect(modal).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Nora Newman' })).toBeVisible();
    await cashier.reload();
    await expect(cashier.getByRole('heading', { name: 'Invalid' })).toBeVisible();
  });

  await test.step('more cards: the price first', async () => {
    await page.getByRole('link', { name: 'Add cards' }).click();
    await expect(page.getByText(/^\$49\.95 now, for (36[56]) of \1 days/)).toBeVisible();
    await typeEmployee(page, 1, 'Ina Vited');
    await press(page, 'Continue');
    await expect(page.getByText(/^Ina Vited already has a card on this plan\./).last()).toBeVisible();
    await checkState(page, 'adding someone who has a card');
    await press(page, 'Keep one of each');
    await press(page, 'Add Employee');
    await typeEmployee(page, 1, 'Zoe Last');
    await checkState(page, 'adding cards');
    await press(page, 'Continue');
    await expect(page.getByText('We charge $49.95 now, one time only.')).toBeVisible();
    await typeCard(page, CARDS.good);
    await press(page, 'Submit');
    await expect(step(page, "You're all set!")).toBeVisible();
    await press(page, 'See your cards');
    await expect(page.getByText('5 cards: 4 personal, 1 family')).toBeVisible();
  });

  await test.step('a second purchase is refused in words', async () => {
    await page.goto('/pricing?plan=corporate');
    await expect(
      page.getByText(
        'You already have a corporate membership. To add additional members, please contact us.',
      ),
    ).toBeVisible();
    await checkState(page, 'a company with cards');
    await page.getByRole('link', { name: 'Go to your company page' }).click();
  });

  await page.getByRole('button', { name: 'Cancel Plan with all its cards' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Plan', exact: true }).click();
  await expect(page.getByText(/^Your employees can use all cards until/)).toBeVisible();
  await checkState(page, 'a plan that was canceled');
});

test('a company corrects a list of 500 employees and buys their cards', { tag: '@desktop' }, async ({
  page,
}) => {
  test.slow();
  await openEmployees(page, 'Five Hundred Works');
  const rows = Array.from({ length: 500 }, (_, position) => `Ann${position + 1},Smith,5550100142`);
  const file = ['First name,Last name,Phone', ...rows].join('\r\n');
  await press(page, 'Paste or upload a list');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a CSV file')]);
  await chooser.setFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByRole('dialog').getByLabel('Employees')).toHaveValue(/Ann500,Smith/);
  await press(page, 'Add these employees');
  await press(page, 'Done');
  await expect(cardCount(page)).toHaveText('500 cards of at least 5');
  await page.getByLabel('Find an employee').fill('Ann322 ');
  await page.getByRole('button', { name: /^322\. Ann322 Smith/ }).click();
  await fields(page, 322).getByLabel('Phone').fill('');
  await press(page, 'Continue');
  await page.getByRole('button', { name: 'Employee 322, Phone: Required Field' }).click();
  await fields(page, 322).getByLabel('Phone').pressSequentially('(555) 010-0199');
  await expect(fields(page, 322).getByLabel('Phone')).toHaveValue('(555) 010-0199');
  await checkState(page, 'one of 500 employees');
  await press(page, 'Continue');
  await expect(page.getByText('We charge $24,975.00 now.')).toBeVisible();
  await typeCard(page, CARDS.good);
  await press(page, 'Submit');
  await expect(step(page, "You're all set!")).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Go to your company page' }).click();
  await expect(page.getByText('500 cards: 500 personal, 0 family')).toBeVisible();
  await page.goto('/user/company?find=Ann322');
  await expect(page.getByRole('tabpanel').getByText('(555) 010-0199')).toBeVisible();
  await page.goto('/user/company?page=20');
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveCount(25);
});
