import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { tabTo } from './support/keyboard.ts';
import { readLedger, readLedgerChange } from './support/ledger.ts';
import { findMail } from './support/mails.ts';
import { followNavbarLink } from './support/navbar.ts';
import { checkState, expectNoSidewaysScroll } from './support/page-checks.ts';
import {
  CARDS,
  completeShipping,
  expectCompleted,
  newPerson,
  openWizard,
  press,
  step,
  typeCard,
} from './support/purchase.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 240_000;
const PASSWORD = 'everything-demo';

async function logIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole('main').getByRole('region', { name: 'Login', exact: true });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Login' }).click();
}

/** Reads a figure on the affiliate page by its label. */
async function readFigure(page: Page, name: string): Promise<string> {
  const value = page
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');
  return value.innerText();
}

/** Goes to the step with the reference field, as a guest. */
async function goToDetails(page: Page): Promise<void> {
  await openWizard(page, 'Individual');
  await press(page, 'Buy as guest');
  await completeShipping(page, newPerson());
  await expect(step(page, 'Details')).toBeVisible();
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('I accept the membership terms').check();
  await press(page, 'Next');
  await expect(step(page, 'Payment')).toBeVisible();
  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);
}

test('an affiliate sees the visit, sale, and commission from a visitor who used their link', {
  tag: ['@desktop', '@money'],
}, async ({ page, newVisitor }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const affiliate = await newVisitor();
  await affiliate.goto('/user/affiliate');
  await logIn(affiliate, 'affiliate@example.com');
  await expect(affiliate.getByRole('heading', { name: 'Your link' })).toBeVisible();
  const [visits, sales] = [
    Number(await readFigure(affiliate, 'Visits from your link')),
    Number(await readFigure(affiliate, 'Sales')),
  ];

  await page.goto('/?ref=DEMO');
  await expect(page).toHaveURL('/');
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'ref'))
    .toMatchObject({ value: 'DEMO', sameSite: 'Lax', path: '/' });
  await goToDetails(page);
  await expect(page.getByRole('combobox', { name: 'Reference' })).toHaveValue('Demo Affiliate');
  await checkState(page, 'details, with the reference of the link');
  await pay(page);

  await affiliate.reload();
  await expect.poll(async () => readFigure(affiliate, 'Sales')).toBe(String(sales + 1));
  expect(Number(await readFigure(affiliate, 'Visits from your link'))).toBe(visits + 1);
  const newestCommission = affiliate
    .getByRole('region', { name: 'Your commissions' })
    .getByRole('listitem')
    .first();
  await expect(newestCommission).toContainText('Individual');
  await expect(newestCommission).toContainText('20% on $49.95');
  await expect(newestCommission).toContainText('$9.99');
  await expect(newestCommission).toContainText(/Pending payable on \w+ \d+\w+ \d{4}/);
  await checkState(affiliate, 'the affiliate’s own page');

  const [file] = await Promise.all([
    affiliate.waitForEvent('download'),
    affiliate.getByRole('link', { name: 'Download all as CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(lines.join('\n')).toContain('9.99');
});

test('an affiliate files a tax form, enters a bank account, and sees what a named link brings', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const affiliate = await newVisitor();
  await affiliate.goto('/user/affiliate');
  await logIn(affiliate, 'influencer@example.com');
  const payouts = affiliate.getByRole('region', { name: 'Your payouts' });
  await expect(payouts.getByText('Your tax form is missing')).toBeVisible();
  await press(affiliate, 'I live in the United States');
  await payouts.getByLabel('Legal name').fill('Ivy Turner');
  await payouts.getByLabel('Tax classification').selectOption('individual');
  await payouts.getByLabel('Social Security number (SSN)').check();
  await payouts.getByLabel('Tax number', { exact: true }).fill('512345678');
  await payouts.getByLabel('I accept these terms').check();
  await press(affiliate, 'File my W-9');
  await expect(payouts.getByText(/^W-9 with the number •••-••-5678, filed on /)).toBeVisible();

  await payouts.getByLabel('Account holder').fill('Ivy Turner');
  await payouts.getByLabel('Routing number').fill('021000022');
  await payouts.getByLabel('Account number', { exact: true }).fill('40718820936');
  await payouts.getByLabel('Confirm account number', { exact: true }).fill('4071 8820 936');
  await payouts.getByLabel('Savings').check();
  await payouts.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await press(affiliate, 'Save bank account');
  await expect(payouts.getByText('Please enter the 9 digits on your checks').first()).toBeVisible();
  await payouts.getByLabel('Routing number').fill('021000021');
  await press(affiliate, 'Save bank account');
  await expect(payouts.getByText('Savings, ends in 0936')).toBeVisible();
  await expect(payouts.getByText('40718820936')).toBeHidden();
  await findMail(runningApp.dataDir, 'influencer@example.com', 'Your bank account for payouts was added');

  const name = `spring-${Date.now() % 100_000}`;
  await affiliate.getByLabel('Link name').fill(name);
  await press(affiliate, 'Add link');
  const link = affiliate.getByRole('list', { name: 'Your named links' }).getByRole('listitem').filter({
    hasText: name,
  });
  await expect(link).toContainText('0 visits, 0 sales, $0.00 earned');
  await expect(link).toContainText(`/?ref=IVY20&c=${name}`);

  const ledger = await readLedger(runningApp);
  await page.goto(`/?ref=IVY20&c=${name}`);
  await expect(page).toHaveURL('/');
  await expect
    .poll(async () => (await page.context().cookies()).find((cookie) => cookie.name === 'ref'))
    .toMatchObject({ value: `IVY20.${name}` });
  await goToDetails(page);
  await expect(page.getByRole('combobox', { name: 'Reference' })).toHaveValue('Ivy Turner');
  await pay(page);

  await expect(async () => {
    await affiliate.reload();
    await expect(link).toContainText('1 visit, 1 sale, $9.99 earned', { timeout: 2_000 });
  }).toPass();
  expect((await sandbox.charges())[0]).toMatchObject({ amount: 4995 });
  expect(await readLedgerChange(runningApp, ledger, 'Commissions owed')).toBe(-999);
  await press(affiliate, 'Show visits, sales, and commissions by week');
  await affiliate.getByLabel('Link', { exact: true }).selectOption(name);
  for (const [title, cells] of [
    ['Visits and sales by week', ['1', '1']],
    ['Commissions by week', ['$9.99']],
  ] as const) {
    await affiliate.getByLabel(`Show as table: ${title}`).check();
    const lastWeek = affiliate.getByRole('region', { name: title }).getByRole('row').last();
    await expect(lastWeek.getByRole('cell')).toHaveText([...cells]);
  }
  await checkState(affiliate, 'the affiliate’s page with a bank account, a named link, and its weeks');

  const share = affiliate.getByRole('region', { name: 'Posts and pictures to share' });
  await share.getByLabel('Link to use').selectOption(name);
  await expect(share.getByRole('article', { name: 'A short post' })).toContainText(`?ref=IVY20&c=${name}`);
  for (const [kind, size] of [
    ['square', [1080, 1080]],
    ['wide', [1200, 630]],
  ] as const) {
    const [file] = await Promise.all([
      affiliate.waitForEvent('download'),
      share.getByRole('button', { name: `Download a ${kind} picture` }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`everything-card-IVY20-${name}-${kind}.png`);
    const content = await readFile(await file.path());
    expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual(size);
  }

  await link.getByRole('button', { name: /^Remove/ }).click();
  await affiliate.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(link).toBeHidden();
});

test('a buyer clears the referrer that a link set, by keyboard', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/pricing?ref=DEMO&plan=individual');
  await expect(page).toHaveURL(/\/pricing\?plan=individual/);
  await expect(step(page, 'How would you like to buy?')).toBeVisible();
  await press(page, 'Buy as guest');
  await completeShipping(page, newPerson());
  const reference = page.getByRole('combobox', { name: 'Reference' });
  await expect(reference).toHaveValue('Demo Affiliate');
  await tabTo(page, page.getByRole('button', { name: 'Clear reference' }));
  await page.keyboard.press('Enter');
  await expect(reference).toHaveValue('');
  await expect(reference).toBeFocused();
  await page.getByLabel('I accept the membership terms').check();
  await press(page, 'Next');
  await expect(step(page, 'Payment')).toBeVisible();
  await press(page, 'Previous');
  await expect(reference).toHaveValue('');
});

test('an affiliate downloads the QR code as PNG and as SVG', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/user/affiliate');
  await logIn(page, 'influencer@example.com');
  const starts = { PNG: Buffer.from('\x89PNG', 'latin1'), SVG: Buffer.from('<svg') };
  for (const [kind, start] of Object.entries(starts)) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press(page, `Download QR code as ${kind}`),
    ]);
    expect(file.suggestedFilename()).toBe(`everything-card-IVY20.${kind.toLowerCase()}`);
    const content = await readFile(await file.path());
    expect(content.subarray(0, start.length)).toEqual(start);
    expect(content.length).toBeGreaterThan(1_000);
  }
});

test('[S2 navbar] the navbar links to the service opportunities and fits a long name at every width', async ({
  page,
}, { project }) => {
  await page.goto('/');
  await followNavbarLink(page, 'Service Opportunities');
  await expect(page.getByRole('heading', { level: 1, name: 'Service Opportunities' })).toBeFocused();
  const { email, password } = newPerson();
  const person = { firstname: 'Wolfeschlegelsteinhausen', lastname: 'Park', email, password, zip: '80202' };
  await page.request.post('/trpc/accounts.register', { data: { ...person, confirm: password } });
  await page.request.post('/trpc/accounts.login', { data: { email, password } });
  await page.goto('/educators');
  const account = page.getByRole('button', { name: /^Welcome / });
  await expect(page.getByRole('heading', { level: 1, name: 'Service Opportunities' })).toBeVisible();
  await expect(account).toBeVisible({ visible: project.name === 'desktop' });
  const windows = [1920, 1440, 1280, 1232, 1216, 1201, 1200, 1100, 1009, 1008, 768];
  for (const width of project.name === 'desktop' ? windows : [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    // In narrower windows, the account button is in the menu.
    const isInNavbar = width > 1008;
    await expect(account).toBeVisible({ visible: isInNavbar });
    const accountButtonRight = isInNavbar
      ? await account.evaluate((button) => button.getBoundingClientRect().right)
      : 0;
    expect(accountButtonRight, `${width} pixels`).toBeLessThanOrEqual(
      width - Math.min(40, 0.04 * width) + 0.5,
    );
  }
});
