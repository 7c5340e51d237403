import type { Page } from '@playwright/test';
import { expect, findSandbox, startLater, movedClockTest as test } from './support/journey.ts';
import { readRevenue } from './support/ledger.ts';
import { expectMail } from './support/mails.ts';
import { expectAccessible } from './support/page-checks.ts';
import { CARDS, findTermValue, press, verifyCard } from './support/purchase.ts';

const EMAIL = 'member@example.com';
/**
 * Days after the demo data was created. The journey starts in the middle of a paid month, and continues in
 * the next one.
 */
const START_DAYS = 11;
const AFTER_RENEWAL_DAYS = 33;

test.use({ productName: 'change-plan', startDays: START_DAYS });

/** Reads the price of the upgrade in cents, and checks that it is for the days left. */
async function readUpgradePrice(page: Page): Promise<number> {
  const text = await findTermValue(page, 'Charged now').innerText();
  const [, dollars, days, periodDays] =
    /^\$([\d.]+)\s+for the remaining (\d+) of (\d+) days, .* ending in 3184$/.exec(text)?.map(Number) ?? [];
  if (!dollars || !days || !periodDays) throw new Error(`Not a price: ${text}`);
  const cents = Math.round(dollars * 100);
  // Midnight may have passed since the demo data was created.
  expect([START_DAYS, START_DAYS + 1]).toContain(periodDays - days);
  expect(cents).toBe(Math.round((4995 * days) / periodDays));
  return cents;
}

test('a member changes to the family plan for the days left, and back with the next bill', {
  tag: ['@phone', '@long'],
}, async ({ page, newVisitor, sandbox, runningApp }) => {
  test.slow();
  const { dataDir } = runningApp;
  await sandbox.advance({ days: START_DAYS });
  await page.request.post('/trpc/accounts.login', { data: { email: EMAIL, password: 'everything-demo' } });
  const viewer = await (await page.request.get('/trpc/viewer.user')).json();
  const account = String(viewer.result.data.id);
  const listCharges = async (control = sandbox) =>
    (await control.charges()).filter(({ metadata }) => metadata.account === account).toReversed();
  const customer = String((await listCharges())[0]?.customer);
  await sandbox.changeCard(customer, CARDS.bank.replaceAll(' ', ''));
  await page.goto('/user');
  const number = await findTermValue(page, 'Membership ID').innerText();
  const familyCents = await readRevenue(dataDir, 'Family Membership');

  const upgradeCents = await test.step('the upgrade shows its price, and is paid once', async () => {
    await page.getByRole('link', { name: /^Change to Family/ }).click();
    const upgrade = page.getByRole('dialog', { name: 'Change to Family' });
    await expect(findTermValue(page, 'Next bill')).toContainText(/^\$99\.90\s*on /);
    const cents = await readUpgradePrice(page);
    const payLabel = `Pay $${(cents / 100).toFixed(2)} and change to Family`;
    await upgrade.getByLabel('Spouse’s first name').fill('Noah');
    await upgrade.getByLabel('Spouse’s last name').fill('Gomez');
    await press(page, payLabel);
    await press(page, 'Fail authentication');
    await expect(upgrade.getByRole('alert')).toBeVisible();
    await press(page, payLabel);
    await press(page, 'Complete authentication');
    await expect(upgrade.getByText('Your family is on the card')).toBeVisible();
    await press(page, 'Done');
    await expect(findTermValue(page, 'Type')).toHaveText('Family');
    await expect(findTermValue(page, 'Membership ID')).toHaveText(number);
    expect((await listCharges()).map(({ amount }) => amount)).toEqual([4995, cents]);
    expect((await readRevenue(dataDir, 'Family Membership')) - familyCents).toBe(cents);
    await expectMail(dataDir, EMAIL, 'Your membership now covers your family.');
    return cents;
  });

  const cashier = await newVisitor();
  await verifyCard(cashier, number);
  await expect(findTermValue(cashier, 'Card Plan')).toHaveText('Family');
  await expect(findTermValue(cashier, 'Spouse')).toHaveText('Noah Gomez');

  await test.step('edited names are on the card', async () => {
    await page.getByRole('link', { name: /^Edit Family Members/ }).click();
    const names = page.getByRole('dialog', { name: 'Edit family members' });
    await expect(names.getByLabel('Spouse’s first name')).toHaveValue('Noah');
    await names.getByRole('button', { name: 'Add family member' }).click();
    await names.getByLabel('Name 1', { exact: true }).fill('Mia Gomez');
    await names.getByRole('button', { name: 'Save' }).click();
    await expect(names).toBeHidden();
    await verifyCard(cashier, number);
    await expect(findTermValue(cashier, 'Additional Family Members')).toContainText('Mia Gomez');
  });

  await test.step('the way back is scheduled, withdrawn, and scheduled again', async () => {
    const downgrade = page.getByRole('dialog', { name: 'Change to Individual' });
    const schedule = async () => {
      await page.getByRole('button', { name: /^Change to Individual/ }).click();
      await expect(downgrade).toContainText('Your next bill is $49.95. You won’t get a refund.');
      await downgrade.getByRole('button', { name: 'Change to Individual' }).click();
      await expect(page.getByText(/^Changes to Individual on /)).toBeVisible();
    };
    await schedule();
    await expectMail(dataDir, EMAIL, 'Your membership changes to Individual on ');
    await page.getByRole('button', { name: /^Keep Family/ }).click();
    await expect(page.getByText(/^Changes to Individual on /)).toBeHidden();
    await expectMail(dataDir, EMAIL, 'You’re keeping your Family membership, as you asked');
    await schedule();
    await expect(findTermValue(page, 'Type')).toHaveText('Family');
  });

  await test.step('the membership is canceled with two taps, and resumed', async () => {
    await page.getByRole('button', { name: /^Cancel Membership/ }).click();
    const question = page.getByRole('dialog', { name: 'Cancel Membership' });
    await question.getByLabel('Why are you canceling? (optional)').selectOption('I rarely use it');
    await question.getByRole('button', { name: 'Cancel Membership' }).click();
    await expect(findTermValue(page, 'Canceled')).toHaveText('Yes');
    await expectAccessible(page);
    await expectMail(dataDir, EMAIL, 'you won’t be charged again.');
    await page.getByRole('button', { name: /^Resume Membership/ }).click();
    await expect(findTermValue(page, 'Canceled')).toHaveText('No');
    await expect(findTermValue(page, 'Next Charge')).not.toHaveText('-');
    await expectMail(dataDir, EMAIL, 'You resumed your membership.');
  });

  await sandbox.changeCard(customer, CARDS.good.replaceAll(' ', ''));
  const individualCents = await readRevenue(dataDir, 'Individual Membership');
  await runningApp.stop();
  const laterApp = await startLater(dataDir, AFTER_RENEWAL_DAYS, { PORT: String(runningApp.port) });
  try {
    const laterSandbox = findSandbox(laterApp);
    await laterSandbox.advance({ days: AFTER_RENEWAL_DAYS - START_DAYS });
    await expect(async () => {
      await page.goto('/user');
      await expect(findTermValue(page, 'Type')).toHaveText('Individual', { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(findTermValue(page, 'Last Charge')).toContainText('$49.95');
    const charges = await listCharges(laterSandbox);
    expect(charges.map(({ amount }) => amount)).toEqual([4995, upgradeCents, 4995]);
    await verifyCard(cashier, number);
    await expect(findTermValue(cashier, 'Card Plan')).toHaveText('Individual');
    await expect(cashier.getByText('Mia Gomez')).toBeHidden();
    expect((await readRevenue(dataDir, 'Individual Membership')) - individualCents).toBe(4995);
  } finally {
    await laterApp.stop();
  }
});
