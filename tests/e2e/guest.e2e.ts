import { expect, test } from './support/journey.ts';
import { readMails } from './support/mails.ts';
import {
  CARDS,
  completeShipping,
  expectCompleted,
  findTermValue,
  newPerson,
  openPlan,
  openReceipt,
  press,
  step,
  typeCard,
  verifyCard,
} from './support/purchase.ts';

/** Waits for the receipt email and returns its cancel link. Guests have no account, so they need the link. */
async function findCancelLink(dataDir: string, address: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    for (const mail of await readMails(dataDir, address)) {
      link ??= /https?:\/\/\S+\/cancel#\S+/.exec(mail.text ?? '')?.[0];
    }
    expect(link, `a link to cancel in a mail to ${address}`).toMatch(/\/cancel#./);
  }).toPass({ timeout: 30_000 });
  return link ?? '';
}

test('a guest buys the individual plan with a physical card after a declined payment', {
  tag: ['@desktop', '@money'],
}, async ({ page, newVisitor, sandbox, runningApp }) => {
  test.slow();
  const person = newPerson();
  await openPlan(page, 'Individual');
  await expect(page.getByText(/Guests don’t get an account or app access/)).toBeVisible();
  await press(page, 'Buy as guest');
  await completeShipping(page, person);

  await expect(step(page, 'Details')).toBeVisible();
  await page.getByLabel('Send me a physical card, $10.00 once').check();
  await press(page, 'Next');
  await expect(page.getByText('Terms must be accepted', { exact: true })).toBeVisible();
  await page.getByLabel('I accept the membership terms').check();
  await press(page, 'Next');

  await expect(step(page, 'Payment')).toBeVisible();
  const orderSummary = page.getByRole('region', { name: 'Order summary' });
  await expect(orderSummary).toContainText('$49.95');
  await expect(orderSummary).toContainText('Physical Card');
  await expect(orderSummary).toContainText('$59.95');
  await expect(page.getByText('We charge $59.95 now.')).toBeVisible();
  await typeCard(page, CARDS.declined);
  await press(page, 'Purchase');
  const problemAlert = page.getByRole('alert').filter({ hasText: 'There was an Problem with your purchase' });
  await expect(problemAlert).toContainText('Your card was declined.');
  await expect(page.getByLabel('Name on card')).toHaveValue('Olivia Park');

  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);
  // The payment page was scrolled down, and the completion must not be.
  await expect.poll(() => page.getByRole('dialog').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  const { receipt, membershipNumber } = await openReceipt(page);
  await expect(receipt.getByText('$59.95').first()).toBeVisible();
  await expect(receipt.getByText(person.email)).toBeVisible();

  const purchaseId = new URL(page.url()).searchParams.get('completed');
  const charges = (await sandbox.charges()).filter(({ metadata }) =>
    JSON.stringify(metadata).includes(String(purchaseId)),
  );
  expect(charges.map(({ amount }) => amount)).toEqual([5995]);

  const cashier = await newVisitor();
  await verifyCard(cashier, membershipNumber);
  await expect(cashier.getByRole('heading', { name: 'Active' })).toBeVisible();
  await expect(findTermValue(cashier, 'Card Holder Name')).toHaveText('Olivia Park');
  await expect(findTermValue(cashier, 'Card Plan')).toHaveText('Individual');

  await test.step('and cancels by the link in the mail', async () => {
    const link = await findCancelLink(runningApp.dataDir, person.email);
    await page.goto(new URL(link).pathname + new URL(link).hash);
    await page.getByRole('button', { name: /^Cancel Membership/ }).click();
    const question = page.getByRole('dialog', { name: 'Cancel Membership' });
    await question.getByRole('button', { name: 'Cancel Membership' }).click();
    await expect(page.getByText('This membership is canceled')).toBeVisible();
  });

  const otherVisitor = await newVisitor();
  const refusedResponse = await otherVisitor.goto(receipt.url());
  expect(refusedResponse?.status()).toBeGreaterThanOrEqual(400);
});
