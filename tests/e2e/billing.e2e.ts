import type { Page } from '@playwright/test';
import type { SandboxControl } from '#server/sandbox/control.ts';
import { type ProductProcess, startProduct } from '#tests/helpers/product.ts';
import { CLOCK, expect, movedClockTest as test } from './support/journey.ts';
import { readLedger } from './support/ledger.ts';
import { readMails, waitInMails } from './support/mails.ts';
import { checkState } from './support/page-checks.ts';
import {
  CARDS,
  expectCompleted,
  findTermValue,
  goToPayment,
  openReceipt,
  press,
  typeCard,
  verifyCard,
} from './support/purchase.ts';

const DAY_MS = 86_400_000;
/** Stripe saves this card, and then declines its charges. */
const DECLINED_WHEN_CHARGED_CARD = '4000000000000341';

test.use({ productName: 'billing' });
test.describe.configure({ mode: 'default' });

/** Returns the successful charges of a purchase or an account, newest first. */
async function listCharges(sandbox: SandboxControl, owner: string) {
  const charges = await sandbox.charges();
  return charges.filter(({ metadata }) => metadata.purchase === owner || metadata.account === owner);
}

/**
 * Returns how much more income the ledger has than the sandbox has charged, in cents. Only demo data that the
 * sandbox never charged adds to this gap, so it must not change during a test.
 */
async function readLedgerGap(app: ProductProcess, sandbox: SandboxControl): Promise<number> {
  const ledger = await readLedger(app);
  const income = -(ledger.get('Revenue') ?? 0) - (ledger.get('Discounts') ?? 0);
  const charges = await sandbox.charges();
  return income - charges.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Makes the next renewal of a purchase or an account fail. Replaces the card with one that declines charges,
 * and advances the sandbox past the renewal. A month alone could end before it: the charge of January 31 is
 * followed by one on February 28, but then by one on March 31.
 */
async function refuseRenewal(sandbox: SandboxControl, owner: string): Promise<void> {
  const [charge] = await listCharges(sandbox, owner);
  await sandbox.changeCard(String(charge?.customer), DECLINED_WHEN_CHARGED_CARD);
  await sandbox.advance({ months: 1, days: 3 });
}

async function enterCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await page.getByLabel('Billing ZIP code').fill('10118');
}

const answerBank = (page: Page) => page.getByRole('button', { name: 'Complete authentication' }).click();

/** Expects that a cashier sees the card's state. */
async function expectState(cashier: Page, number: string, state: 'Active' | 'Invalid'): Promise<void> {
  await verifyCard(cashier, number);
  await expect(cashier.getByRole('heading', { name: state })).toBeVisible();
}

test('a member pays a refused renewal with a new card, and later replaces it', {
  tag: ['@phone', '@money'],
}, async ({ page, newVisitor, sandbox, runningApp }) => {
  test.slow();
  const cashier = await newVisitor();
  await page.request.post('/trpc/accounts.login', {
    data: { email: 'member@example.com', password: 'everything-demo' },
  });
  const viewer = await (await page.request.get('/trpc/viewer.user')).json();
  const account = String(viewer.result.data.id);
  const ledgerGap = await readLedgerGap(runningApp, sandbox);
  await page.goto('/user');
  const number = await findTermValue(page, 'Membership ID').innerText();
  await refuseRenewal(sandbox, account);
  const payLink = page.getByRole('link', { name: 'Update card and pay $49.95' });
  await expect(async () => {
    await page.reload();
    await expect(payLink).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('Your payment of $49.95 failed')).toBeVisible();
  await expectState(cashier, number, 'Invalid');

  await test.step('declined, then paid after the bank’s check', async () => {
    await page.goto(await findBillPath(runningApp.dataDir, 'member@example.com'));
    await expect(page.getByRole('dialog', { name: 'Update card' })).toBeVisible();
    await expect(page.getByLabel('Name on card')).not.toBeEmpty();
    await checkState(page, 'an open bill');
    await enterCard(page, CARDS.declined);
    await press(page, 'Update card and pay $49.95');
    await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();
    await typeCard(page, CARDS.bank);
    await press(page, 'Update card and pay $49.95');
    // This card requires authentication twice: to save it, and to pay with it.
    await answerBank(page);
    await answerBank(page);
    await expect(page.getByRole('heading', { name: 'Paid $49.95' })).toBeVisible();
    await expectState(cashier, number, 'Active');
    await press(page, 'Done');
    await expect(page).toHaveURL('/user/billing');
    await expect(payLink).toBeHidden();
    const receipts = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem');
    await expect(receipts.first()).toContainText('$49.95Paid');
    expect((await listCharges(sandbox, account)).map(({ amount }) => amount)).toEqual([4995, 4995]);
  });

  await test.step('the new card is replaced and pays the next renewal', async () => {
    await expect(page.getByRole('heading', { name: 'Visa ending in 3184' })).toBeVisible();
    await page.getByRole('link', { name: 'Replace card' }).click();
    await enterCard(page, '5555 5555 5555 4444');
    await press(page, 'Save card');
    await expect(page.getByRole('heading', { name: 'Your card is saved' })).toBeVisible();
    await press(page, 'Done');
    await expect(page.getByRole('heading', { name: 'Mastercard ending in 4444' })).toBeVisible();
    await expect(page.getByText('Expires 12/34')).toBeVisible();
    await sandbox.advance({ months: 1, days: 1 });
    await expect.poll(async () => (await listCharges(sandbox, account)).length).toBe(3);
    await page.reload();
    await expect(payLink).toBeHidden();
    await expect.poll(() => readLedgerGap(runningApp, sandbox)).toBe(ledgerGap);
  });
});

/** Waits for a new email with a link to the bill, and returns the link's path. */
async function findBillPath(
  dataDir: string,
  address: string,
  known: readonly string[] = [],
): Promise<string> {
  return waitInMails(dataDir, address, {
    what: 'A link to the bill',
    find: (mails) => {
      const links = mails.flatMap(({ text }) => /https?:\/\/\S+\/bill#\S+/.exec(text ?? '')?.[0] ?? []);
      const paths = links.map((link) => new URL(link).pathname + new URL(link).hash);
      return paths.find((path) => !known.includes(path));
    },
  });
}

test('a guest pays by the link in the mail, and a bill that is unpaid for 14 days ends the membership', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, sandbox, runningApp }) => {
  test.slow();
  const cashier = await newVisitor();
  const ledgerGap = await readLedgerGap(runningApp, sandbox);
  const person = await goToPayment(page, 'Individual');
  await typeCard(page, CARDS.good);
  await press(page, 'Purchase');
  await expectCompleted(page);
  const { receipt, membershipNumber } = await openReceipt(page);
  await receipt.close();
  const purchase = String(new URL(page.url()).searchParams.get('completed'));

  await refuseRenewal(sandbox, purchase);
  const path = await findBillPath(runningApp.dataDir, person.email);
  const guest = await newVisitor();
  await guest.goto(path);
  await expect(findTermValue(guest, 'Plan')).toHaveText('Individual membership');
  await expect(findTermValue(guest, 'Amount due')).toHaveText('$49.95');
  await expect(findTermValue(guest, 'Pay by')).toBeVisible();
  expect(new URL(guest.url()).hash).toBe('');
  await checkState(guest, 'a guest’s open bill');
  await expectState(cashier, membershipNumber, 'Invalid');
  await guest.getByLabel('Name on card').fill('Olivia Park');
  await enterCard(guest, CARDS.good);
  await press(guest, 'Update card and pay $49.95');
  await expect(guest.getByRole('heading', { name: 'Paid $49.95' })).toBeVisible();
  await expectState(cashier, membershipNumber, 'Active');
  expect(await listCharges(sandbox, purchase)).toHaveLength(2);
  await expect.poll(() => readLedgerGap(runningApp, sandbox)).toBe(ledgerGap);
  // Leave the page first, because a change of only the hash doesn't reload it.
  await guest.goto('about:blank');
  await guest.goto(path);
  await expect(guest.getByText('This bill is paid')).toBeVisible();

  await refuseRenewal(sandbox, purchase);
  const nextPath = await findBillPath(runningApp.dataDir, person.email, [path]);
  await runningApp.stop();
  const laterApp = await startProduct({
    TRUST_PROXY: '1',
    DATA_DIR: runningApp.dataDir,
    PORT: String(runningApp.port),
    NODE_OPTIONS: `--import=${CLOCK}`,
    CLOCK_SKEW_MS: String(15 * DAY_MS),
  });
  try {
    await guest.goto('about:blank');
    await guest.goto(nextPath);
    await expect(guest.getByText('This link doesn’t work, or its bill is closed.')).toBeVisible();
    // A timer ends the membership soon after the product starts.
    await expect(async () => {
      await expectState(cashier, membershipNumber, 'Invalid');
      await expect(findTermValue(cashier, 'Status')).toHaveText('Canceled', { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect
      .poll(async () => (await readMails(laterApp.dataDir, person.email)).map(({ subject }) => subject))
      .toContain('Your membership has ended');
  } finally {
    await laterApp.stop();
  }
});
