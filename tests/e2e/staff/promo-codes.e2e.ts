import type { Locator, Page } from '@playwright/test';
import { describeAuditAction } from '#server/platform/monitoring/audit-actions.shared.ts';
import { expect } from '../support/journey.ts';
import { readLedger, readLedgerChange } from '../support/ledger.ts';
import { findMail } from '../support/mails.ts';
import { CARDS, expectCompleted, findTermValue, goToPayment, press, typeCard } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, openPreview, performAction } from '../support/staff-console.ts';

const LONG_MS = 180_000;
const REASON = 'Spring campaign';

async function applyCode(buyer: Page, code: string): Promise<void> {
  const field = buyer.getByLabel('Promo code', { exact: true });
  if (!(await field.isVisible())) await press(buyer, 'Add a promo code');
  await field.fill(code);
  await press(buyer, 'Apply');
}

async function fillCode(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Code', { exact: true }).fill('sprng10');
  await dialog.getByLabel('Percent', { exact: true }).fill('10');
  await dialog.getByLabel(/^Periods/).fill('3');
  await dialog.getByLabel('Uses in total').fill('500');
  await dialog.getByLabel(/^First day/).fill('2026-01-01');
  await dialog.getByLabel(/^Last day/).fill('2099-03-01');
  await dialog.getByLabel(/^Individual Membership, /).check();
  await dialog.getByLabel(/^Family Membership, /).check();
  await dialog.getByLabel(/^Price of Family Membership/).fill('80');
}

test('staff create, correct, limit, and stop a promo code, and see what it brought', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(LONG_MS);
  await signInAsStaff(page, runningApp);
  await page.goto('/staff/promo-codes');
  await performAction(page, 'Create a promo code', {
    fill: fillCode,
    reason: REASON,
    effects: [
      'SPRNG10: 10% off Individual Membership and Family Membership at $80.00 for 3 periods, at most 500 uses, once per buyer, from January 1, 2026, until March 1, 2099',
      'Individual Membership: $44.96 instead of $49.95',
      'Family Membership: $80.00 instead of $99.90',
    ],
    message: 'Buyers can use SPRNG10 at checkout.',
  });

  await test.step('an unused code is corrected, even its name', async () => {
    await page.getByLabel('Code', { exact: true }).fill('SPRNG');
    await findRow(page, 'Promo codes', 'Running').getByRole('link', { name: 'SPRNG10' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'SPRNG10' })).toBeVisible();
    await performAction(page, 'Correct', {
      fill: async (dialog) => {
        await dialog.getByLabel('Code', { exact: true }).fill('SPRING10');
        await dialog.getByLabel(/^Price of Family Membership/).fill('');
      },
      reason: REASON,
      effects: 'Family Membership: $89.91 instead of $99.90',
      message: 'SPRING10 was corrected.',
    });
    await expect(page).toHaveURL('/staff/promo-codes/SPRING10');
    await expect(page.getByRole('heading', { level: 1, name: 'SPRING10' })).toBeVisible();
  });

  await test.step('a buyer pays the discounted price', async () => {
    const buyer = await newVisitor();
    const person = await goToPayment(buyer, 'Individual');
    await applyCode(buyer, 'spring10');
    await expect(buyer.getByText('We charge $44.96 now.')).toBeVisible();
    await typeCard(buyer, CARDS.good);
    await press(buyer, 'Purchase');
    await expectCompleted(buyer);
    await page.reload();
    await expect(findTermValue(page, 'Used')).toHaveText('1');
    await expect(findTermValue(page, 'Paid with it, including renewals')).toHaveText('$44.96');
    await expect(findTermValue(page, 'Discounts')).toHaveText('$4.99');
    await expect(page.getByRole('button', { name: 'Correct', exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'Who used it' }).click();
    await expect(findRow(page, 'Uses of a promo code', person.email)).toContainText('$44.96');
    await page.goBack();
  });

  await test.step('of two people who limit it, the second is refused', async () => {
    const limit = (maxUses: string) => ({
      fill: (dialog: Locator) => dialog.getByLabel('Uses in total').fill(maxUses),
      reason: REASON,
    });
    const colleague = await newVisitor();
    await signInAsStaff(colleague, runningApp, DEVELOPER_EMAIL);
    await colleague.goto('/staff/promo-codes/SPRING10');
    const staleDialog = await openPreview(colleague, 'Change limits', limit('900'));
    await expect(staleDialog.getByText('It can be used 899 more times.')).toBeVisible();
    await performAction(page, 'Change limits', {
      ...limit('1'),
      message: 'The new limits for SPRING10 apply.',
    });
    await staleDialog.getByRole('button', { name: 'Change limits', exact: true }).click();
    await expect(staleDialog.getByRole('alert')).toContainText('Someone else changed this in the meantime.');
    await expect(page.getByText(/^10% off .*, at most 1 use, once per buyer/)).toBeVisible();
  });

  await test.step('a stopped code is refused at checkout', async () => {
    await performAction(page, 'Change limits', {
      fill: (dialog) => dialog.getByLabel('Uses in total').fill('50'),
      reason: REASON,
      message: 'The new limits for SPRING10 apply.',
    });
    await performAction(page, 'Stop', { reason: REASON, message: 'SPRING10 is stopped.' });
    const buyer = await newVisitor();
    await goToPayment(buyer, 'Individual');
    await applyCode(buyer, 'SPRING10');
    await expect(buyer.getByText('Wrong Promo Code').first()).toBeVisible();
    await performAction(page, 'Start again', {
      reason: REASON,
      message: 'SPRING10 can be used again.',
    });
    await applyCode(buyer, 'SPRING10');
    await expect(buyer.getByText('We charge $44.96 now.')).toBeVisible();
  });

  await test.step('the timeline and the audit log have all of it', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const actions = [
      'promo-code.correct',
      'promo-code.limit',
      'promo-code.stop',
      'promo-code.start',
    ] as const;
    for (const action of actions)
      await expect(timeline.getByText(describeAuditAction(action)).first()).toBeVisible();
    await expectAudited(page, {
      action: 'promo-code.create',
      subject: 'promo-code:SPRNG10',
      reason: REASON,
    });
    await expectAudited(page, { action: actions, subject: 'promo-code:SPRING10', reason: REASON });
  });
});

test('buyers use a code with an amount off, and one that needs no card', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(LONG_MS);
  await signInAsStaff(page, runningApp);
  await page.goto('/staff/promo-codes');
  await performAction(page, 'Create a promo code', {
    fill: async (dialog) => {
      await dialog.getByLabel('Code', { exact: true }).fill('TENOFF');
      await dialog.getByLabel('Discount').selectOption('Amount off');
      await dialog.getByLabel('Amount in $').fill('10');
      await dialog.getByLabel('Uses in total').fill('5');
    },
    reason: REASON,
    effects: ['TENOFF: $10.00 off', 'Individual Membership: $39.95 instead of $49.95'],
    message: 'Buyers can use TENOFF at checkout.',
  });
  await performAction(page, 'Create a promo code', {
    fill: async (dialog) => {
      await dialog.getByLabel('Code', { exact: true }).fill('NOCARD');
      await dialog.getByLabel('Percent', { exact: true }).fill('100');
      await dialog.getByLabel('Buyers don’t need a card').check();
      await dialog.getByLabel('Uses in total').fill('5');
      await dialog.getByLabel(/^Individual Membership, /).check();
    },
    reason: REASON,
    effects: 'NOCARD: ',
    message: 'Buyers can use NOCARD at checkout.',
  });
  const ledger = await readLedger(runningApp);
  const listCharges = async (purchase: string) =>
    (await sandbox.charges()).filter(({ metadata }) => metadata.purchase === purchase);

  await test.step('the amount off is taken off the price', async () => {
    const buyer = await newVisitor();
    const { email } = await goToPayment(buyer, 'Individual');
    await applyCode(buyer, 'tenoff');
    await expect(buyer.getByText('We charge $39.95 now.')).toBeVisible();
    await typeCard(buyer, CARDS.good);
    const purchase = await complete(buyer);
    expect((await listCharges(purchase)).map(({ amount }) => amount)).toEqual([3_995]);
    await findMail(runningApp.dataDir, email, 'Your Everything Card receipt: $39.95');
    await page.goto(`/staff/purchases/${purchase}`);
    await expect(findTermValue(page, 'Promo code')).toHaveText('TENOFF');
    await expect(findRow(page, 'Payments', '$39.95')).toBeVisible();
    await expect.poll(() => readLedgerChange(runningApp, ledger, 'Discounts')).toBe(1_000);
    await expectFigures(page, 'TENOFF', { used: '1', paid: '$39.95', discounts: '$10.00' });
  });

  await test.step('the other code gives a month without a card or a charge', async () => {
    const buyer = await newVisitor();
    const { email } = await goToPayment(buyer, 'Individual');
    await applyCode(buyer, 'NOCARD');
    await expect(buyer.getByText('You won’t be charged, and you don’t need a card.')).toBeVisible();
    await expect(buyer.getByLabel('Name on card')).toBeHidden();
    const purchase = await complete(buyer);
    expect(await listCharges(purchase)).toEqual([]);
    await findMail(runningApp.dataDir, email, 'Your Everything Card receipt: $0.00');
    await page.goto(`/staff/purchases/${purchase}`);
    await expect(findRow(page, 'Memberships', 'active')).toBeVisible();
    await expectFigures(page, 'NOCARD', { used: '1', paid: '$0.00', discounts: '$0.00' });
    await page.getByRole('link', { name: 'Who used it' }).click();
    await expect(findRow(page, 'Uses of a promo code', email)).toContainText('$0.00');
  });

  for (const code of ['TENOFF', 'NOCARD']) {
    const subject = `promo-code:${code}`;
    await expectAudited(page, { action: 'promo-code.create', subject, reason: REASON });
  }
});

/** Presses Purchase, and returns the purchase's id. */
async function complete(buyer: Page): Promise<string> {
  await press(buyer, 'Purchase');
  await expectCompleted(buyer);
  return new URL(buyer.url()).searchParams.get('completed') ?? '';
}

async function expectFigures(
  page: Page,
  code: string,
  { used, paid, discounts }: { used: string; paid: string; discounts: string },
): Promise<void> {
  await page.goto(`/staff/promo-codes/${code}`);
  await expect(findTermValue(page, 'Used')).toHaveText(used);
  await expect(findTermValue(page, 'Paid with it, including renewals')).toHaveText(paid);
  await expect(findTermValue(page, 'Discounts')).toHaveText(discounts);
}
