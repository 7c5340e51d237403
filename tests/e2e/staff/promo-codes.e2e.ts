import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { CARDS, expectCompleted, goToPayment, press, typeCard } from '../support/purchase.ts';
import { DEVELOPER_EMAIL, signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, openPreview, performAction } from '../support/staff-actions.ts';

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
  tag: '@desktop',
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
    await openPreview(page, 'Correct', {
      fill: async (dialog) => {
        await dialog.getByLabel('Code', { exact: true }).fill('SPRING10');
        await dialog.getByLabel(/^Price of Family Membership/).fill('');
      },
      reason: REASON,
    });
    const dialog = page.getByRole('dialog', { name: 'Correct' });
    await expect(dialog.getByText('Family Membership: $89.91 instead of $99.90')).toBeVisible();
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(page).toHaveURL('/staff/promo-codes/SPRING10');
    await expect(page.getByRole('heading', { level: 1, name: 'SPRING10' })).toBeVisible();
  });

  await test.step('a buyer pays the discounted price', async () => {
    const buyer = await newVisitor();
    const person = await goToPayment(buyer, 'Individual');
    await applyCode(buyer, 'spring10');
    await expect(buyer.getByText('$44.96 is charged now.')).toBeVisible();
    await typeCard(buyer, CARDS.good);
    await press(buyer, 'Purchase');
    await expectCompleted(buyer);
    await page.reload();
    await expect(fact(page, 'Used')).toHaveText('1');
    await expect(fact(page, 'Paid with it, renewals included')).toHaveText('$44.96');
    await expect(fact(page, 'Discounts')).toHaveText('$4.99');
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
    const late = await openPreview(colleague, 'Limit', limit('900'));
    await expect(late.getByText('It can be used 899 more times.')).toBeVisible();
    await performAction(page, 'Limit', { ...limit('1'), message: 'SPRING10 has its new limit.' });
    await late.getByRole('button', { name: 'Limit', exact: true }).click();
    await expect(late.getByRole('alert')).toContainText('Someone else changed this in the meantime.');
    await expect(page.getByText(/^10% off .*, at most 1 use, once per buyer/)).toBeVisible();
  });

  await test.step('a stopped code is refused at checkout', async () => {
    await performAction(page, 'Limit', {
      fill: (dialog) => dialog.getByLabel('Uses in total').fill('50'),
      reason: REASON,
      message: 'SPRING10 has its new limit.',
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
    await expect(buyer.getByText('$44.96 is charged now.')).toBeVisible();
  });

  await test.step('the timeline and the audit log have all of it', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    for (const action of ['correct', 'limit', 'stop', 'start'])
      await expect(timeline.getByText(`promo-code.${action}`).first()).toBeVisible();
    await expectAudited(page, {
      action: 'promo-code.create',
      subject: 'promo-code:SPRNG10',
      reason: REASON,
    });
    for (const name of ['correct', 'limit', 'stop', 'start'])
      await expectAudited(page, {
        action: `promo-code.${name}`,
        subject: 'promo-code:SPRING10',
        reason: REASON,
      });
  });
});

const fact = (page: Page, label: string): Locator =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
