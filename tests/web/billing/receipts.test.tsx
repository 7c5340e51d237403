import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatReceiptNumber } from '#server/lib/receipt-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { checkoutWeb } from '../checkout/checkout-web.tsx';

const database = seededTestDb();
const { open } = checkoutWeb(database);
const DAY_MS = 86_400_000;

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

/** Creates a membership with this number of monthly payments. The newest is half refunded. */
async function payMonths(months: number): Promise<string> {
  const { id: purchaseId } = await makePurchase(database.db, {
    accountId: account.id,
    providerSubscriptionId: `sub_${account.id}`,
  });
  const start = Date.parse('2026-01-15T12:00:00Z');
  for (let month = 0; month < months; month++) {
    await makePayment(database.db, {
      purchaseId,
      accountId: account.id,
      paidAt: new Date(start + month * 30 * DAY_MS),
      refundedCents: month === months - 1 ? 1000 : 0,
    });
  }
  return purchaseId;
}

async function findReceipts(count: number) {
  const section = await screen.findByRole('region', { name: 'Receipts' });
  expect(await within(section).findByText(`${count} receipts shown`)).toBeInTheDocument();
  return within(section).getAllByRole('listitem');
}

describe('the receipts in the Billing tab', () => {
  test('show date, item, amount, and status, and open as a page and a PDF', async () => {
    const purchaseId = await payMonths(2);
    await open('/user/billing', account);
    const [newest, first] = await findReceipts(2);
    if (!newest || !first) throw new Error('No receipts');
    expect(newest).toHaveTextContent('Individual Membership');
    expect(newest).toHaveTextContent('$49.95Partly refunded$10.00 refunded');
    expect(first).toHaveTextContent(
      `January 15, 2026Paid through February 14, 2026Receipt ${formatReceiptNumber(purchaseId)}`,
    );
    expect(first).toHaveTextContent('$49.95Paid');
    const [view, pdf] = within(first).getAllByRole('link');
    expect(view).toHaveAccessibleName('View the receipt from January 15, 2026, Individual Membership');
    expect(view).toHaveAttribute('href', `/api/receipt?id=${purchaseId}`);
    expect(pdf).toHaveAttribute('href', `/api/receipt?id=${purchaseId}&format=pdf`);
  });

  test('say Refunded once all of the payment was returned', async () => {
    const purchaseId = await payMonths(1);
    await database.db
      .updateTable('payments')
      .set({ refundedCents: 4995 })
      .where('purchaseId', '=', purchaseId)
      .execute();
    await open('/user/billing', account);
    const [receipt] = await findReceipts(1);
    expect(receipt).toHaveTextContent('$49.95Refunded');
  });

  test('are listed a page at a time', async () => {
    await payMonths(13);
    const { user } = await open('/user/billing', account);
    await findReceipts(12);
    await user.click(screen.getByRole('button', { name: 'Show older receipts' }));
    const receipts = await findReceipts(13);
    expect(receipts.at(-1)).toHaveTextContent('January 15, 2026');
    expect(screen.queryByRole('button', { name: 'Show older receipts' })).not.toBeInTheDocument();
  });
});
