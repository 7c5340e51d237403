import type { Page } from '@playwright/test';
import type Stripe from 'stripe';
import { createStripe } from '#server/integrations/stripe/client.ts';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import {
  newBuyer,
  newProduct,
  subscriptionParams,
} from '../../server/integrations/stripe-sandbox/purchases.ts';
import { expect } from '../support/journey.ts';
import { findMail } from '../support/mails.ts';
import { CARDS, expectCompleted, goToPayment, press, typeCard } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-actions.ts';

const LONG_MS = 180_000;

function openStripe({ dataDir }: ProductProcess): Stripe {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The product has no sandbox');
  return createStripe({ secretKey: 'sk_test_journey', apiUrl: address.url });
}

/** Buys an individual membership as a guest, and finds it in the console's list. */
async function buy(buyer: Page, card: string): Promise<string> {
  const { email } = await goToPayment(buyer, 'Individual');
  await typeCard(buyer, card);
  await press(buyer, 'Purchase');
  return email;
}

async function openPurchase(page: Page, email: string): Promise<void> {
  await page.goto(`/staff/purchases?q=${encodeURIComponent(email)}`);
  await findRow(page, 'Purchases', email).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase of $49.95');
}

const readFact = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

test('staff refund, settle, fail, adopt, and correct purchases, and compare them with Stripe', {
  tag: '@desktop',
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(LONG_MS);
  const stripe = openStripe(runningApp);
  await signInAsStaff(page, runningApp);

  await test.step('a part is refunded, and then the rest, which ends the membership', async () => {
    const buyer = await newVisitor();
    const email = await buy(buyer, CARDS.good);
    await expectCompleted(buyer);
    await openPurchase(page, email);
    const number = (await readFact(page, 'Number').first().textContent()) ?? '';
    await performAction(page, 'Refund', {
      fill: (dialog) => dialog.getByLabel(/^Amount in dollars/).fill('10'),
      reason: 'The card came late',
      effects: ['Nothing else changes.'],
      message: /^Refunded \$10\.00 of ch_/,
    });
    await expect(findRow(page, 'Ledger postings', 'Refunds').first()).toContainText('$10.00');
    await performAction(page, 'Refund', {
      reason: 'Moved away',
      effects: [
        'This refunds the whole current period: the plan ends at once and doesn’t renew, and the buyer gets an email.',
      ],
      message: /^Refunded \$39\.95 of ch_/,
    });
    await expect(findRow(page, 'Memberships', 'canceled')).toBeVisible();
    await expect(
      page.getByText(/\$10\.00 of ch_\w+ refunded → \$49\.95 of ch_\w+ refunded\. Moved away/),
    ).toBeVisible();
    const charges = await sandbox.charges();
    expect(charges.find(({ metadata }) => metadata.purchase === number)).toMatchObject({ refunded: 4995 });
    await findMail(runningApp.dataDir, email, 'Your membership has ended');
    await expectAudited(page, { action: 'purchase.refund', subject: number, reason: 'Moved away' });
  });

  await test.step('a refund that stays without a webhook is found and settled', async () => {
    const buyer = await newVisitor();
    const email = await buy(buyer, CARDS.good);
    await expectCompleted(buyer);
    await openPurchase(page, email);
    const number = (await readFact(page, 'Number').first().textContent()) ?? '';
    await sandbox.setWebhook(null);
    const charge = (await sandbox.charges()).find(({ metadata }) => metadata.purchase === number);
    await stripe.refunds.create({ charge: charge?.id ?? '', amount: 700 });
    await page.goto('/staff/purchases/findings');
    await performAction(page, 'Compare now', {
      reason: 'A webhook is missing',
      effects: [
        'Stripe’s charges, refunds, disputes, and subscriptions of the last three days are compared with ours. Nothing is changed.',
      ],
      message: 'The comparison has started. Its findings appear here when it is done.',
    });
    await findRow(page, 'Findings', charge?.id ?? '')
      .getByRole('link')
      .click({ timeout: 40_000 });
    await performAction(page, 'Settle', {
      reason: 'A webhook is missing',
      effects: [`$7.00 of ${charge?.id} is recorded as returned.`],
      message: 'The purchase is paid.',
    });
    await expect(findRow(page, 'Payments', '$49.95')).toContainText('$7.00');
    await performAction(page, 'Correct', {
      reason: 'To be sure',
      effects: ['Nothing: our figures are Stripe’s.'],
      message: 'The purchase has Stripe’s figures.',
    });
    await expectAudited(page, { action: 'purchase.settle', subject: number, reason: 'A webhook is missing' });
    await expectAudited(page, { action: 'purchase.correct', subject: number, reason: 'To be sure' });
    await expectAudited(page, { action: 'reconciliation.run', subject: /^/, reason: 'A webhook is missing' });
  });

  await test.step('a purchase that the buyer left at the bank’s check is failed', async () => {
    const buyer = await newVisitor();
    const email = await buy(buyer, CARDS.bank);
    await expect(async () => {
      await page.goto(`/staff/purchases?state=open&q=${encodeURIComponent(email)}`);
      await expect(findRow(page, 'Purchases', email)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await buyer.context().close();
    await openPurchase(page, email);
    const number = (await readFact(page, 'Number').first().textContent()) ?? '';
    await performAction(page, 'Fail', {
      reason: 'The buyer called',
      effects: [
        'The purchase fails, and its promo code can be used again. Nothing is charged for it anymore.',
      ],
      message: 'The purchase is failed.',
    });
    await expect(readFact(page, 'State')).toHaveText('Failed');
    await expectAudited(page, { action: 'purchase.fail', subject: number, reason: 'The buyer called' });
  });

  await test.step('a subscription that only Stripe has is adopted', async () => {
    const plan = await newProduct(stripe, 'Individual');
    const stripeBuyer = await newBuyer(stripe, 'visa', { email: 'adopted@example.com' });
    const { id } = await stripe.subscriptions.create(subscriptionParams(stripeBuyer, { plan }));
    await page.goto('/staff/purchases');
    await page.getByRole('searchbox').fill(id);
    await page.getByRole('link', { name: `Look up ${id} at Stripe` }).click();
    await performAction(page, 'Adopt', {
      fill: (dialog) => dialog.getByLabel(/^Plan number/).fill('0'),
      reason: 'Sold by telephone',
      effects: ['adopted@example.com gets the receipt, with a link to claim the membership.'],
      message: 'The purchase is paid. Its receipt went to adopted@example.com.',
    });
    await expect(findRow(page, 'Memberships', 'active')).toBeVisible();
    await findMail(runningApp.dataDir, 'adopted@example.com', 'Your Everything Card receipt: $49.95');
    await expectAudited(page, { action: 'purchase.adopt', subject: id, reason: 'Sold by telephone' });
  });
});
