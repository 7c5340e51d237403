import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { createDb } from '#db/client.ts';
import { endOfBusinessMonth, toBusinessDate } from '#server/lib/dates.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { ABROAD, affiliateSignup, SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';
import { signUpAffiliate } from '../support/affiliate-signup.ts';
import { expect, startLater } from '../support/journey.ts';
import { readLedger, readLedgerChange } from '../support/ledger.ts';
import { findMail } from '../support/mails.ts';
import {
  acceptTerms,
  CARDS,
  completeShipping,
  expectCompleted,
  findTermValue,
  newPerson,
  openWizard,
  type Person,
  press,
  typeCard,
} from '../support/purchase.ts';
import { signInAsStaff, staffMovedClockTest as test } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-console.ts';

test.use({ productName: 'affiliate-payouts' });

const DAY_MS = 86_400_000;
const LONG_MS = 180_000;
const REASON = 'Payouts of the month';

const BANK_ACCOUNT = {
  holderName: 'Frieda Falk',
  routingNumber: '021000021',
  accountNumber: '40718820936',
  confirmNumber: '40718820936',
  kind: 'checking',
};

/** Signs up a friend affiliate with a W-9 and a bank account. Returns the reference code. */
async function signUpFriend(page: Page, person: Person): Promise<string> {
  const code = await signUpAffiliate(page, person, (values) =>
    affiliateSignup({ ...values, role: 'friend' }),
  );
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  const response = await page.request.post('/trpc/affiliates.payouts.saveAccount', {
    data: { ...BANK_ACCOUNT, currentPassword: person.password },
    headers: { 'x-csrf-token': token?.value ?? '' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return code;
}

/** Goes to the payment step as a guest, and checks that the reference is the link's affiliate. */
async function goToPaymentReferred(buyer: Page): Promise<Person> {
  const person = newPerson();
  await openWizard(buyer, 'Individual');
  await press(buyer, 'Buy as guest');
  await completeShipping(buyer, person);
  await expect(buyer.getByRole('combobox', { name: 'Reference' })).toHaveValue('Frieda Falk');
  await acceptTerms(buyer);
  return person;
}

/** Downloads a payout file, which requires a reason, and checks its content. */
async function downloadWithReason(
  page: Page,
  label: string,
  check: (content: string) => void,
): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await dialog.getByLabel('Reason', { exact: true }).fill(REASON);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: label, exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^payouts-20\d\d-\d\d-1\.ach$/);
  check(await readFile(await file.path(), 'utf8'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Adds an affiliate who earned more than the 1099 threshold and filed no tax form, as after an import. */
async function addFormlessAffiliate(dataDir: string): Promise<void> {
  const { db, close } = await createDb({ dataDir });
  const { id } = await makeAccount(db, { firstname: 'Nora', lastname: 'Noform', isFriend: true });
  await makeCommission(db, { affiliateId: id, amountCents: 250_000, payableAt: new Date() });
  await close();
}

/** Returns the month, as YYYY-MM, at the end of which a commission earned today becomes payable. */
function getPayableMonth(): string {
  return toBusinessDate(new Date(Date.now() + 30 * DAY_MS)).slice(0, 7);
}

test('staff pay out an affiliate, open the tax form, and read the 1099-NEC totals', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  const affiliate = await newVisitor();
  const login = { ...newPerson(), firstname: 'Frieda', lastname: 'Falk' };
  const { email } = login;
  const code = await signUpFriend(affiliate, login);
  const buyer = await newVisitor();
  await buyer.goto(`/?ref=${code}`);
  await expect
    .poll(async () => (await buyer.context().cookies()).find(({ name }) => name === 'ref'))
    .toMatchObject({ value: code });
  const foreigner = { ...newPerson(), firstname: 'Amélie', lastname: 'Roux' };
  await signUpAffiliate(await newVisitor(), foreigner, (values) =>
    affiliateSignup({ ...values, ...ABROAD, role: 'friend', w9: undefined, w8: SAMPLE_W8 }),
  );
  const { email: buyerEmail } = await goToPaymentReferred(buyer);
  await typeCard(buyer, CARDS.good);
  await press(buyer, 'Purchase');
  await expectCompleted(buyer);

  await test.step('the month can’t be paid before it is over', async () => {
    const staff = await newVisitor();
    await signInAsStaff(staff, runningApp);
    // The commission is recorded soon after the purchase.
    await expect(async () => {
      await staff.goto(`/staff/affiliates/runs/${getPayableMonth()}`);
      await expect(findRow(staff, 'Payees', email)).toContainText('$5.00', { timeout: 2_000 });
    }).toPass();
    await expect(findTermValue(staff, 'Month')).toContainText('can’t be paid');
  });

  const month = getPayableMonth();
  const days = Math.ceil((endOfBusinessMonth(month).getTime() - Date.now()) / DAY_MS) + 1;
  await runningApp.stop();
  await addFormlessAffiliate(runningApp.dataDir);
  const laterApp = await startLater(runningApp.dataDir, days, { PORT: String(runningApp.port) });
  try {
    await signInAsStaff(page, laterApp);
    await page.goto('/staff/affiliates?payable=yes');
    await page.getByLabel('Name, email, or reference code').fill(email);
    await findRow(page, 'Affiliates', 'Frieda Falk').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Frieda Falk' })).toBeVisible();
    const commission = findRow(page, 'Newest commissions', 'Individual Membership');
    await expect(commission).toContainText('Bonus for a friend who joined');
    await expect(commission).toContainText('payable');
    await expect(findRow(page, 'Newest referrals', buyerEmail)).toContainText('$49.95');

    await test.step('the tax form is masked until it is opened with a reason', async () => {
      await expect(page.getByText('••-•••4321')).toBeVisible();
      await page.getByRole('button', { name: 'Open W-9' }).click();
      const dialog = page.getByRole('dialog', { name: 'Open W-9' });
      await dialog.getByLabel('Reason', { exact: true }).fill('The bank asked');
      await dialog.getByRole('button', { name: 'Open W-9' }).click();
      await expect(dialog.getByText('987654321')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('987654321')).toBeHidden();
      await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('The bank asked');
    });

    await test.step('a W-8BEN is opened the same way', async () => {
      await page.goto(`/staff/affiliates?q=${encodeURIComponent(foreigner.email)}`);
      await findRow(page, 'Affiliates', 'Amélie Roux').getByRole('link').click();
      await expect(page.getByText(SAMPLE_W8.ForeignTaxID)).toHaveCount(0);
      await page.getByRole('button', { name: 'Open W-8BEN' }).click();
      const dialog = page.getByRole('dialog', { name: 'Open W-8BEN' });
      await dialog.getByLabel('Reason', { exact: true }).fill('The treaty rate');
      await dialog.getByRole('button', { name: 'Open W-8BEN' }).click();
      await expect(dialog.getByText(SAMPLE_W8.ForeignTaxID)).toBeVisible();
      await expect(dialog.getByText(SAMPLE_W8.PermanentResidenceAddress)).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('the commissions of one affiliate are a list', async () => {
      await page.goto('/staff/affiliates/commissions');
      await expect(page.getByRole('heading', { name: 'Search to see the list' })).toBeVisible();
      await page.getByLabel('The affiliate’s email or reference code').fill(email);
      await expect(findRow(page, 'Commissions', 'Individual Membership')).toContainText('$5.00');
    });

    await test.step('the month is marked as paid, once; who has no tax form waits', async () => {
      const ledger = await readLedger(laterApp);
      await page.goto(`/staff/affiliates/runs/${month}`);
      await expect(findRow(page, 'Held back', 'Nora Noform')).toContainText('No tax form on file');
      await performAction(page, 'Mark as paid', {
        reason: REASON,
        effects: [
          `${month} is marked as paid: 1 payout, $5.00 in total.`,
          'Affiliates who won’t be paid this time: 1.',
        ],
        message: `${month} is marked as paid: 1 payout.`,
      });
      await expect(findRow(page, 'Payees', email)).toContainText('$5.00');
      await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeHidden();
      expect(await readLedgerChange(laterApp, ledger, 'Payouts to affiliates')).toBe(-500);
      expect(await readLedgerChange(laterApp, ledger, 'Commissions owed')).toBe(500);
    });

    await test.step('the 1099-NEC totals are what was paid, and name who needs a form', async () => {
      await page.goto('/staff/affiliates/1099');
      await expect(page.getByRole('heading', { level: 1, name: '1099-NEC totals' })).toBeVisible();
      for (const [fact, value] of [
        ['Year', toBusinessDate(new Date(Date.now() + days * DAY_MS)).slice(0, 4)],
        ['Paid', '$5.00'],
        ['Affiliates paid', '1'],
        ['1099 threshold', '$2,000.00'],
        ['Affiliates at the threshold', '0'],
      ] as const) {
        await expect(findTermValue(page, fact)).toHaveText(value);
      }
      const row = findRow(page, '1099-NEC totals', email);
      for (const cell of ['W-9', '4321', '$5.00', 'Below the threshold']) {
        await expect(row).toContainText(cell);
      }
      const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
      const rows: string[][] = parse(await (await page.request.get(file ?? '')).text(), { bom: true });
      expect(rows.map((cells) => cells.at(-2))).toEqual(['Paid', '5.00']);
      await page.getByRole('link', { name: 'Over the threshold, no form' }).click();
      await expect(findRow(page, 'Affiliates', 'Nora Noform')).toContainText('$2,500.00');
      await expect(findRow(page, 'Affiliates', 'Frieda Falk')).toHaveCount(0);
      await page.goto(`/staff/affiliates/runs/${month}`);
    });

    await test.step('the file for the bank names the payout', async () => {
      await page.getByRole('button', { name: 'Download the file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Download the file' });
      await dialog.getByLabel('Include tax numbers').check();
      await dialog.getByLabel('Reason', { exact: true }).fill(REASON);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download the file' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`payouts-${month}.csv`);
      const content = await readFile(await file.path(), 'utf8');
      expect(content).toContain(`${email},${code},5.00,USD,W-9`);
      expect(content).toContain('987654321');
      await page.keyboard.press('Escape');
    });

    await test.step('the bank file pays the account, once', async () => {
      await downloadWithReason(page, 'Create the bank file', (content) => {
        const lines = content.split('\r\n').slice(0, -1);
        expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([94]));
        expect(lines.filter((line) => line.startsWith('6'))).toEqual([
          expect.stringMatching(/^62202100002140718820936 {6}0000000500/),
        ]);
      });
      await expect(page.getByText('None of this month’s payouts can be sent now.')).toBeVisible();
      await expect(findRow(page, 'Sent payouts', 'Frieda Falk')).toContainText('0936');
      await downloadWithReason(page, 'Download file 1 again', (content) =>
        expect(content).toContain('40718820936'),
      );
    });

    await test.step('a returned payout waits for another account', async () => {
      await page.getByRole('button', { name: 'Mark as returned (Frieda Falk)' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mark as returned' });
      await dialog.getByLabel('The bank’s reason').fill('The account is closed.');
      await dialog.getByLabel('Reason', { exact: true }).fill(REASON);
      await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(dialog.getByText(/^The payout of \$5\.00 to Frieda Falk is marked/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Mark as returned', exact: true }).click();
      await expect(dialog.getByRole('status')).toHaveText(/^The payout is marked as returned/);
      await page.keyboard.press('Escape');
      await expect(findRow(page, 'Left out', 'Frieda Falk')).toContainText('has to be replaced');
      await findMail(runningApp.dataDir, email, 'Your payout was returned');
    });

    await test.step('the lists have the run, the payout, and the year’s total', async () => {
      await page.goto('/staff/affiliates/runs');
      await expect(findRow(page, 'Payout runs', month)).toContainText('$5.00');
      await page.goto(`/staff/affiliates/payouts?q=${month}`);
      await expect(findRow(page, 'Payouts', email)).toContainText('$5.00');
    });

    await test.step('the affiliate sees the payout', async () => {
      // The affiliate's session has expired by then.
      await affiliate.request.post('/trpc/accounts.login', { data: { email, password: login.password } });
      await affiliate.goto('/user/affiliate');
      await expect(findTermValue(affiliate, 'Paid')).toHaveText('$5.00');
      await expect(affiliate.getByText('Returned by the bank: The account is closed.')).toBeVisible();
      await expect(affiliate.getByRole('button', { name: 'Save bank account' })).toBeVisible();
    });

    await test.step('the audit log has all of it', async () => {
      const subject = `month:${month}`;
      await expectAudited(page, { action: 'payouts.pay', subject, reason: REASON });
      await expectAudited(page, { action: 'payouts.download', subject, reason: REASON });
      await expectAudited(page, { action: 'bank-file.create', subject, reason: REASON });
      await expectAudited(page, { action: 'bank-file.download', subject, reason: REASON });
      await expectAudited(page, { action: 'payouts.return', subject: 'payout:', reason: REASON });
      for (const reason of ['The bank asked', 'The treaty rate']) {
        await expectAudited(page, { action: 'tax-form.open', subject: 'tax-form:', reason });
      }
      await expectAudited(page, { action: 'tax-form.open', subject: 'tax-form:', reason: REASON });
    });
  } finally {
    await laterApp.stop();
  }
});
