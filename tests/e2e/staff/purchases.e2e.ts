import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { createDb } from '#db/client.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { expect } from '../support/journey.ts';
import { findMail, readMails } from '../support/mails.ts';
import { CARDS, findTermValue, goToPayment, press, typeCard } from '../support/purchase.ts';
import { signInAsStaff, staffMovedClockTest as test } from '../support/staff.ts';
import { buyAsGuest, expectAudited, findRow, performAction } from '../support/staff-console.ts';
import { openStripe, sellAtStripe } from '../support/stripe.ts';

const LONG_MS = 180_000;
/** A demo member whose membership `damageData` deletes. */
const LOST_EMAIL = 'member@example.com';
/** A demo member whose payment `damageData` lowers by a cent. */
const WRONG_EMAIL = 'family@example.com';

/** Deletes a membership, and changes a payment, as a restored backup or a defect might. */
async function damageData(dataDir: string): Promise<void> {
  const client = await createDb({ dataDir });
  await withoutTriggers(client.db, async (trx) => {
    await sql`delete from memberships using subscriptions, purchases
      where subscriptions.id = subscription_id and purchases.id = purchase_id
        and purchases.email = ${LOST_EMAIL}`.execute(trx);
    await sql`update payments set amount_cents = amount_cents - 1 from purchases
      where purchases.id = purchase_id and purchases.email = ${WRONG_EMAIL}`.execute(trx);
    await sql`update ledger_postings
      set amount_cents = amount_cents + case account when 'in transit' then -1 else 1 end
      from ledger_entries, purchases
      where ledger_entries.id = entry_id and ledger_entries.kind = 'payment'
        and purchases.id = ledger_entries.purchase_id and purchases.email = ${WRONG_EMAIL}`.execute(trx);
  });
  await client.close();
}

// Use a separate product, because the journey leaves webhooks turned off.
test.use({ productName: 'purchases', preparation: { prepare: damageData } });

/** Opens a purchase from the list and returns its number. */
async function openPurchase(page: Page, email: string): Promise<string> {
  await page.goto(`/staff/purchases?q=${encodeURIComponent(email)}`);
  await findRow(page, 'Purchases', email).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase of $49.95');
  return (await findTermValue(page, 'Purchase ID').first().textContent()) ?? '';
}

test('staff refund, settle, fulfill, fail, adopt, and correct purchases, and compare them with Stripe', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(LONG_MS);
  const { dataDir } = runningApp;
  const site = `http://localhost:${runningApp.port}`;
  const stripe = openStripe(runningApp);
  const findCharge = async (purchase: string) =>
    (await sandbox.charges()).find(({ metadata }) => metadata.purchase === purchase);
  await signInAsStaff(page, runningApp);

  await test.step('a part is refunded, and then the rest, which ends the membership', async () => {
    const { email } = await buyAsGuest(await newVisitor(), site);
    const number = await openPurchase(page, email);
    await performAction(page, 'Refund', {
      fill: (dialog) => dialog.getByLabel(/^Amount in dollars/).fill('10'),
      reason: 'The card came late',
      effects: 'Nothing else changes.',
      message: /^Refunded \$10\.00 of ch_/,
    });
    await expect(findRow(page, 'Ledger postings', 'Refunds').first()).toContainText('$10.00');
    await performAction(page, 'Refund', {
      reason: 'Moved away',
      effects:
        'This refunds the whole current period. The plan ends right away and doesn’t renew, and the buyer gets an email.',
      message: /^Refunded \$39\.95 of ch_/,
    });
    await expect(findRow(page, 'Memberships', 'canceled')).toBeVisible();
    await expect(
      page.getByText(/\$10\.00 of ch_\w+ refunded → \$49\.95 of ch_\w+ refunded\. Moved away/),
    ).toBeVisible();
    expect(await findCharge(number)).toMatchObject({ refunded: 4995 });
    await findMail(dataDir, email, 'Your membership has ended');
    await expectAudited(page, { action: 'purchase.refund', subject: number, reason: 'Moved away' });
  });

  await test.step('a refund that stays without a webhook is found and settled', async () => {
    const { email } = await buyAsGuest(await newVisitor(), site);
    const number = await openPurchase(page, email);
    await sandbox.setWebhook(null);
    const charge = (await findCharge(number))?.id ?? '';
    await stripe.refunds.create({ charge, amount: 700 });
    await page.goto('/staff/purchases/findings');
    await performAction(page, 'Compare now', {
      reason: 'A webhook is missing',
      effects:
        'We compare Stripe’s charges, refunds, disputes, and subscriptions from the last three days with ours. Nothing changes.',
      message: 'The comparison has started. Its findings will appear here when it’s done.',
    });
    await findRow(page, 'Findings', charge).getByRole('link').click({ timeout: 40_000 });
    await performAction(page, 'Settle', {
      reason: 'A webhook is missing',
      effects: `$7.00 of ${charge} is recorded as returned.`,
      message: 'The purchase is paid.',
    });
    await expect(findRow(page, 'Payments', '$49.95')).toContainText('$7.00');
    await expect(findRow(page, 'Ledger postings', 'Refunds')).toContainText('$7.00');
    await performAction(page, 'Refund', {
      fill: (dialog) => dialog.getByRole('checkbox', { name: /^Keep the membership/ }).check(),
      reason: 'A gift',
      effects: ['The charge is then fully refunded.', 'The membership stays.'],
      message: /^Refunded \$42\.95 of ch_/,
    });
    await expect(findRow(page, 'Memberships', 'active')).toBeVisible();
    await expect(findRow(page, 'Ledger postings', 'Refunds').filter({ hasText: '$42.95' })).toBeVisible();
    expect(await findCharge(number)).toMatchObject({ refunded: 4995 });
    await expectAudited(page, { action: 'purchase.settle', subject: number, reason: 'A webhook is missing' });
    await expectAudited(page, { action: 'purchase.refund', subject: number, reason: 'A gift' });
    await expectAudited(page, { action: 'reconciliation.run', reason: 'A webhook is missing' });
  });

  await test.step('a paid purchase whose membership is missing is found and fulfilled', async () => {
    await page.goto('/staff/purchases/findings');
    await findRow(page, 'Findings', 'fulfill it').getByRole('link').click();
    await expect(page.getByText(`Card, Paid, ${LOST_EMAIL}`)).toBeVisible();
    const number = (await findTermValue(page, 'Purchase ID').first().textContent()) ?? '';
    await performAction(page, 'Fulfill', {
      reason: 'The backup had lost it',
      effects: ['What was bought is created again', `${LOST_EMAIL} gets the receipt again.`],
      message: `The purchase is fulfilled. Its receipt went to ${LOST_EMAIL}.`,
    });
    await expect(page.getByRole('button', { name: 'Fulfill' })).toHaveCount(0);
    const membership = findRow(page, 'Memberships', 'active');
    const membershipId = await membership.getByRole('link').innerText();
    await expect
      .poll(async () => {
        const mails = await readMails(dataDir, LOST_EMAIL);
        return mails.filter(({ text }) => text?.includes(membershipId)).map(({ subject }) => subject);
      })
      .toContain('Your Everything Card receipt: $49.95');
    await membership.getByRole('link').click();
    await expect(page.getByText(`${membershipId}, Individual, Active`)).toBeVisible();
    await expectAudited(page, {
      action: 'purchase.fulfill',
      subject: number,
      reason: 'The backup had lost it',
    });
  });

  await test.step('a payment that differs from Stripe is found and corrected', async () => {
    await page.goto('/staff/purchases/findings');
    await findRow(page, 'Findings', 'Stripe received a different amount').getByRole('link').click();
    await expect(page.getByText(`Card, Paid, ${WRONG_EMAIL}`)).toBeVisible();
    const number = (await findTermValue(page, 'Purchase ID').first().textContent()) ?? '';
    const total = (await findTermValue(page, 'Total').textContent()) ?? '';
    await performAction(page, 'Correct', {
      reason: 'A bug of May',
      effects: /The payment of \w+ changes from \$[\d.]+ to \$[\d.]+, with a correcting entry\./,
      message: 'The purchase now matches Stripe.',
    });
    await expect(page.getByRole('table', { name: 'Payments' })).toContainText(total);
    await expect(findRow(page, 'Ledger postings', 'payment correction').first()).toContainText('$0.01');
    await expectAudited(page, { action: 'purchase.correct', subject: number, reason: 'A bug of May' });
  });

  await test.step('a purchase that the buyer left at the bank’s check is failed', async () => {
    const buyer = await newVisitor();
    const { email } = await goToPayment(buyer, 'Individual');
    await typeCard(buyer, CARDS.bank);
    await press(buyer, 'Purchase');
    await expect(async () => {
      await page.goto(`/staff/purchases?state=open&q=${encodeURIComponent(email)}`);
      await expect(findRow(page, 'Purchases', email)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await buyer.context().close();
    const number = await openPurchase(page, email);
    await performAction(page, 'Fail', {
      reason: 'The buyer called',
      effects: 'The purchase fails, any promo code is released, and nothing more will be charged.',
      message: 'The purchase is failed.',
    });
    await expect(findTermValue(page, 'Status').first()).toHaveText('Failed');
    await expect(findRow(page, 'Sales at Stripe', 'sub_')).toContainText(/canceled|incomplete_expired/);
    await expectAudited(page, { action: 'purchase.fail', subject: number, reason: 'The buyer called' });
  });

  await test.step('a subscription that only Stripe has is adopted', async () => {
    const { subscription: id } = await sellAtStripe(stripe, 'adopted@example.com');
    await page.goto('/staff/purchases');
    await page.getByRole('searchbox').fill(id);
    await page.getByRole('link', { name: `Look up ${id} at Stripe` }).click();
    await performAction(page, 'Adopt', {
      fill: (dialog) => dialog.getByLabel(/^Plan number/).fill('0'),
      reason: 'Sold by telephone',
      effects: 'adopted@example.com gets the receipt, with a link to claim the membership.',
      message: 'The purchase is paid. Its receipt went to adopted@example.com.',
    });
    await expect(findRow(page, 'Memberships', 'active')).toBeVisible();
    await expect(findRow(page, 'Ledger postings', 'Revenue')).toContainText('$49.95');
    await findMail(dataDir, 'adopted@example.com', 'Your Everything Card receipt: $49.95');
    await expectAudited(page, { action: 'purchase.adopt', subject: id, reason: 'Sold by telephone' });
  });
});
