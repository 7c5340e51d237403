import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { endOfBusinessMonth, toBusinessDate } from '#server/lib/dates.ts';
import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { expect, startLater } from '../support/journey.ts';
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
import { expectAudited, findRow, performAction } from '../support/staff-actions.ts';

const DAY_MS = 86_400_000;
const LONG_MS = 180_000;
const REASON = 'Payouts of the month';

type Login = Pick<Person, 'email' | 'password'>;

/** Creates a friend who filed a W-9. Returns the reference code. */
async function signUpFriend(page: Page, { email, password }: Login): Promise<string> {
  const call = async (procedure: string, data: object, headers: Record<string, string> = {}) => {
    const response = await page.request.post(`/trpc/${procedure}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const person = { firstname: 'Frieda', lastname: 'Falk', zip: '80202' };
  await call('accounts.register', { ...person, email, password, confirm: password });
  await call('accounts.login', { email, password });
  await page.request.get('/api/csrf');
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrfToken');
  const house = await (await page.request.get('/trpc/affiliates.houseReference')).json();
  const signup = affiliateSignup({ role: 'friend', reference: house.result.data.id });
  await call('affiliateSignup.join', signup, { 'x-csrf-token': token?.value ?? '' });
  const overview = await (await page.request.get('/trpc/affiliates.overview')).json();
  return overview.result.data.referenceCode;
}

/** Goes to the payment step as a guest, and waits for the reference of the link on the way. */
async function goToPaymentReferred(buyer: Page): Promise<Person> {
  const person = newPerson();
  await openWizard(buyer, 'Individual');
  await press(buyer, 'Buy as guest');
  await completeShipping(buyer, person);
  await expect(buyer.getByRole('combobox', { name: 'Reference' })).toHaveValue('Frieda Falk');
  await acceptTerms(buyer);
  return person;
}

/** The month at whose end a commission of today is payable. */
function getPayableMonth(): string {
  return toBusinessDate(new Date(Date.now() + 30 * DAY_MS)).slice(0, 7);
}

test('staff pay out an affiliate, open the tax form, and read the 1099-NEC totals', {
  tag: '@desktop',
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  const affiliate = await newVisitor();
  const login = newPerson();
  const { email } = login;
  const code = await signUpFriend(affiliate, login);
  const buyer = await newVisitor();
  await buyer.goto(`/?ref=${code}`);
  await expect
    .poll(async () => (await buyer.context().cookies()).find(({ name }) => name === 'ref'))
    .toMatchObject({ value: code });
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
  const later = await startLater(runningApp.dataDir, days, { PORT: String(runningApp.port) });
  try {
    await signInAsStaff(page, later);
    await page.goto('/staff/affiliates?payable=yes');
    await page.getByLabel('Name, e-mail, or reference code').fill(email);
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
      await dialog.getByLabel('Reason').fill('The bank asked');
      await dialog.getByRole('button', { name: 'Open W-9' }).click();
      await expect(dialog.getByText('987654321')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('987654321')).toBeHidden();
      await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('The bank asked');
    });

    await test.step('the month is marked as paid, once', async () => {
      await page.goto(`/staff/affiliates/runs/${month}`);
      await performAction(page, 'Mark as paid', {
        reason: REASON,
        effects: [`${month} is marked as paid: 1 payout, $5.00 in total.`],
        message: `${month} is marked as paid: 1 payout.`,
      });
      await expect(findRow(page, 'Payees', email)).toContainText('$5.00');
      await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeHidden();
    });

    await test.step('the file for the bank names the payout', async () => {
      await page.getByRole('button', { name: 'Download the file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Download the file' });
      await dialog.getByLabel('Include tax numbers').check();
      await dialog.getByLabel('Reason').fill(REASON);
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

    await test.step('the lists have the run, the payout, and the year’s total', async () => {
      await page.goto('/staff/affiliates/runs');
      await expect(findRow(page, 'Payout runs', month)).toContainText('$5.00');
      await page.goto(`/staff/affiliates/payouts?q=${month}`);
      await expect(findRow(page, 'Payouts', email)).toContainText('$5.00');
      await page.goto('/staff/affiliates?threshold=overWithoutForm');
      await expect(page.getByText('Nothing found')).toBeVisible();
    });

    await test.step('the affiliate sees the payout', async () => {
      // The session has expired by then.
      await affiliate.request.post('/trpc/accounts.login', { data: { email, password: login.password } });
      await affiliate.goto('/user/affiliate');
      await expect(findTermValue(affiliate, 'Paid')).toHaveText('$5.00');
    });

    await test.step('the audit log has all of it', async () => {
      const subject = `month:${month}`;
      await expectAudited(page, { action: 'payouts.pay', subject, reason: REASON });
      await expectAudited(page, { action: 'payouts.download', subject, reason: REASON });
      await expectAudited(page, { action: 'tax-form.open', subject: 'tax-form:', reason: 'The bank asked' });
      await expectAudited(page, { action: 'tax-form.open', subject: 'tax-form:', reason: REASON });
    });
  } finally {
    await later.stop();
  }
});
