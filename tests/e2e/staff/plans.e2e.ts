import { expect } from '../support/journey.ts';
import { CARDS, expectCompleted, goToPayment, press, typeCard } from '../support/purchase.ts';
import { signInAsStaff, staffMovedClockTest as test } from '../support/staff.ts';
import { buyAsGuest, expectAudited, findRow, performAction } from '../support/staff-console.ts';

// Use a separate product, because the journey changes prices.
test.use({ productName: 'plans' });

const LONG_MS = 150_000;
const REASON = 'Costs rose';

test('staff change a plan’s words and price; running subscriptions keep theirs', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(LONG_MS);
  const visitor = await newVisitor();
  await buyAsGuest(await newVisitor(), `http://localhost:${runningApp.port}`);
  const [charge] = await sandbox.charges();
  const purchaseId = charge?.metadata.purchase;
  const listCharges = async (purchase: string | undefined) =>
    (await sandbox.charges())
      .filter((charge) => charge.metadata.purchase === purchase)
      .map(({ amount }) => amount);
  expect(await listCharges(purchaseId)).toEqual([4_995]);
  await signInAsStaff(page, runningApp);

  await test.step('the page and new buyers get the new words and price', async () => {
    await page.goto('/staff/content');
    await page.getByRole('link', { name: 'Individual Membership' }).click();
    await performAction(page, 'Change', {
      fill: async (form) => {
        await form.getByLabel('Price in dollars').fill('54.95');
        await form.getByLabel('Summary').fill('One card for every day.');
      },
      reason: REASON,
      effects: ['Price: $49.95 → $54.95', 'Current subscriptions keep renewing at their original price.'],
      message: /It costs \$54\.95 a month\.$/,
    });
    await visitor.goto('/pricing/individual');
    await expect(visitor.getByText('One card for every day.').first()).toBeVisible();
    await expect(visitor.getByText('$54.95').first()).toBeVisible();
    await goToPayment(visitor, 'Individual');
    await expect(visitor.getByText('We charge $54.95 now.')).toBeVisible();
    await typeCard(visitor, CARDS.good);
    await press(visitor, 'Purchase');
    await expectCompleted(visitor);
    const purchase = new URL(visitor.url()).searchParams.get('completed') ?? '';
    expect(await listCharges(purchase)).toEqual([5_495]);
  });

  await test.step('the running subscription renews at its own price', async () => {
    await sandbox.advance({ months: 1, days: 1 });
    await expect.poll(() => listCharges(purchaseId)).toEqual([4_995, 4_995]);
    const revenue = findRow(page, 'Ledger postings', 'Revenue');
    await expect(async () => {
      await page.goto(`/staff/purchases/${purchaseId}`);
      await expect(revenue).toHaveCount(2, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expect(revenue.filter({ hasText: '$49.95' })).toHaveCount(2);
  });

  await expectAudited(page, { subject: 'plan:0', action: 'plan.change', reason: REASON });
});
