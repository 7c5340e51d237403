import type { Page } from '@playwright/test';
import { expect, findSandbox, startLater, movedClockTest as test } from './support/journey.ts';
import { readRevenue } from './support/ledger.ts';
import { expectMail } from './support/mails.ts';
import { checkState } from './support/page-checks.ts';
import { CARDS, findTermValue, press, typeCard } from './support/purchase.ts';

const OWNER = { email: 'business@example.com', password: 'everything-demo' };
const SUPPORT = 'support@everythingcard.example';
/**
 * Days after the demo data was created. The journey starts in the middle of a paid month, and continues in
 * the next one.
 */
const START_DAYS = 11;
const AFTER_RENEWAL_DAYS = 33;
/** Stripe saves this card, and then declines its charges. */
const DECLINED_WHEN_CHARGED_CARD = '4000000000000341';

test.use({ productName: 'business-plan-change', startDays: START_DAYS });

/** Reads the upgrade's price in cents, and checks that it is for the days left. */
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

test('an owner changes to a larger plan, then to a smaller one, and pays its bill with a new card', {
  tag: ['@desktop', '@long'],
}, async ({ page, sandbox, runningApp }) => {
  test.slow();
  const { dataDir } = runningApp;
  await sandbox.advance({ days: START_DAYS });
  await page.request.post('/trpc/accounts.login', { data: OWNER });
  const viewer = await (await page.request.get('/trpc/viewer.user')).json();
  const account = String(viewer.result.data.id);
  const listCharges = async (control = sandbox) =>
    (await control.charges()).filter(({ metadata }) => metadata.account === account).toReversed();
  const customer = String((await listCharges())[0]?.customer);
  await page.goto('/user/business');
  await page.getByRole('link', { name: 'Update card' }).click();
  await typeCard(page, CARDS.bank);
  await page.getByLabel('Billing ZIP code').fill('10118');
  await press(page, 'Save card');
  await press(page, 'Complete authentication');
  await expect(page.getByRole('heading', { name: 'Your card is saved' })).toBeVisible();
  await press(page, 'Done');
  await expect(findTermValue(page, 'Paid with')).toContainText('3184');
  const plan = page.getByRole('article', { name: 'Exclusive Membership' });
  await expect(plan.getByText('A social media program for your business')).toBeVisible();

  const upgradeCents = await test.step('the larger plan shows its price, and is paid once', async () => {
    await page.getByRole('link', { name: 'Change plan' }).click();
    await expect(page.getByRole('dialog').getByText('Your plan', { exact: true })).toBeVisible();
    await checkState(page, 'the plans');
    await page.getByRole('link', { name: 'Change to Business PLUS Membership' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change to Business PLUS Membership' });
    await expect(findTermValue(page, 'Next bill')).toContainText(/^\$249\.75\s*on /);
    const cents = await readUpgradePrice(page);
    const payLabel = `Pay $${(cents / 100).toFixed(2)} and change to Business PLUS Membership`;
    await press(page, payLabel);
    await expect(dialog.getByRole('alert')).toContainText('Please check the marked fields.');
    await checkState(page, 'the larger plan, with its errors');
    await dialog.getByLabel('I accept the Business PLUS contract').check();
    const revenue = await readRevenue(dataDir, 'Exclusive Business');
    await press(page, payLabel);
    await press(page, 'Fail authentication');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await press(page, payLabel);
    await press(page, 'Complete authentication');
    await expect(dialog.getByText('Your plan is now Business PLUS Membership')).toBeVisible();
    await checkState(page, 'the end');
    await press(page, 'Done');
    await expect(page.getByRole('article', { name: 'Business PLUS Membership' })).toBeVisible();
    await expect(findTermValue(page, 'Next charge')).toContainText('$249.75');
    expect((await listCharges()).map(({ amount }) => amount)).toEqual([19_980, cents]);
    expect((await readRevenue(dataDir, 'Exclusive Business')) - revenue).toBe(cents);
    await expectMail(dataDir, OWNER.email, 'Your new business plan starts today.');
    await expectMail(dataDir, SUPPORT, /Walker Street Bakery bought Business PLUS Membership.*Presentation/);
    return cents;
  });

  await test.step('a smaller plan is scheduled, withdrawn, and scheduled again', async () => {
    const schedule = async () => {
      await page.getByRole('link', { name: 'Change plan' }).click();
      await page.getByRole('link', { name: 'Change to Deluxe Membership' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change to Deluxe Membership' });
      await expect(dialog).toContainText('Your next bill is $149.85. You won’t get a refund.');
      await checkState(page, 'the smaller plan');
      await dialog.getByRole('button', { name: 'Change to Deluxe Membership' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/^Changes to Deluxe Membership on /)).toBeVisible();
    };
    await schedule();
    await expectMail(dataDir, OWNER.email, 'changes to Deluxe Membership on ');
    await press(page, 'Keep Business PLUS Membership');
    await expect(page.getByText(/^Changes to Deluxe Membership on /)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Change plan' })).toBeFocused();
    await expectMail(dataDir, OWNER.email, 'stays on Business PLUS Membership, as you asked');
    await schedule();
    await checkState(page, 'the page with a scheduled plan');
  });

  await sandbox.changeCard(customer, DECLINED_WHEN_CHARGED_CARD);
  await runningApp.stop();
  const laterApp = await startLater(dataDir, AFTER_RENEWAL_DAYS, { PORT: String(runningApp.port) });
  try {
    const laterSandbox = findSandbox(laterApp);
    await laterSandbox.advance({ days: AFTER_RENEWAL_DAYS - START_DAYS });
    const payLink = page
      .getByRole('article', { name: 'Business PLUS Membership' })
      .getByRole('link', { name: 'Update card and pay $149.85' });
    await expect(async () => {
      await page.goto('/user/business');
      await expect(payLink).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expectMail(dataDir, OWNER.email, /\$149\.85.*\/bill#/);
    const revenue = await readRevenue(dataDir, 'Deluxe');
    await payLink.click();
    await typeCard(page, CARDS.good);
    await page.getByLabel('Billing ZIP code').fill('10118');
    await press(page, 'Update card and pay $149.85');
    await expect(page.getByRole('heading', { name: 'Paid $149.85' })).toBeVisible();
    await page.goto('/user/business');
    await expect(page.getByRole('article', { name: 'Deluxe Membership' })).toBeVisible();
    await expect(findTermValue(page, 'Paid with')).toContainText('4242');
    await expect(page.getByText('The sharing program for your business')).toBeVisible();
    const charges = await listCharges(laterSandbox);
    expect(charges.map(({ amount }) => amount)).toEqual([19_980, upgradeCents, 14_985]);
    expect((await readRevenue(dataDir, 'Deluxe')) - revenue).toBe(14_985);
  } finally {
    await laterApp.stop();
  }
});
