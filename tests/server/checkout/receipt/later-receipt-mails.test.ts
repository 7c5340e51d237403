import { describe, expect, test } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { newId } from '#server/lib/ids.ts';
import { findReasons } from '#server/platform/mails/suppression.repository.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { findMailLink, listMails, runLaterReceipts } from '#tests/helpers/purchases/mails.ts';
import { testReceipts } from '#tests/helpers/purchases/receipt-list.ts';

const { database, clock, checkout, advance, buyAsMember, findCharge, readPage } = testReceipts();

/** Runs the queued jobs, and lists what an address got apart from the first receipt. */
async function listLaterMails(email: string) {
  await runLaterReceipts(checkout());
  return listMails(checkout().jobs, email).filter(({ mail }) => mail !== 'receipt');
}

async function refund(purchaseId: string, amount?: number) {
  const charge = await findCharge(purchaseId);
  await checkout().deps.stripe.refunds.create({ charge, ...(amount === undefined ? {} : { amount }) });
  return charge;
}

describe('[D67] a renewal', () => {
  test('sends its payer one receipt, with the period, the next date, and a way to cancel', async () => {
    const { account, sync } = await buyAsMember();
    await advance({ months: 1 });
    await sync();
    await sync();
    const [renewal, ...others] = await listLaterMails(account.email);
    expect(others).toEqual([]);
    expect(renewal).toMatchObject({
      mail: 'renewal-receipt',
      props: {
        subject: 'membership',
        lines: [{ amountCents: 4995 }],
        totalCents: 4995,
        paidWith: { last4: '4242' },
        renewal: { amountCents: 4995, interval: 'month' },
        cancelUrl: { kind: 'cancel' },
      },
    });
    const { period, renewal: next } = Object(renewal?.props);
    expect(next.on).toBe(period.end);
    expect(new Date(period.start).getTime()).toBeLessThanOrEqual(clock.now.getTime());
    const link = await findMailLink(checkout(), account.email, 'receiptUrl');
    const { statusCode, words } = await readPage(account, { id: String(link.searchParams.get('id')) });
    expect(statusCode).toBe(200);
    expect(words).toContain('Total paid $49.95');
  });

  test('of a guest links to a receipt that opens without an account, for nobody without its key', async () => {
    const email = `guest.${newId()}@example.com`;
    const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase({ email }));
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    await advance({ months: 1 });
    await syncSubscription(checkout().deps, String(providerSubscriptionId));
    expect(await listLaterMails(email)).toMatchObject([{ mail: 'renewal-receipt' }]);
    const oneClick = await findMailLink(checkout(), email, 'oneClickUrl');
    await checkout().app.inject({ method: 'POST', url: `${oneClick.pathname}${oneClick.search}` });
    expect(await findReasons(database.db, email)).toEqual(['no-renewal-receipts']);
    const { pathname, search, searchParams } = await findMailLink(checkout(), email, 'receiptUrl');
    const path = `${pathname}?id=${searchParams.get('id')}`;
    const guest = await checkout().visitor();
    expect((await guest.get(path)).statusCode).toBe(404);
    expect((await guest.get(`${pathname}${search}`)).headers.location).toBe(path);
    expect((await guest.get(path)).body).toContain('Total paid');
    const stranger = await checkout().visitor(await makeAccount(database.db));
    expect((await stranger.get(path)).statusCode).toBe(404);
  });
});

describe('[D67] a refund', () => {
  test('of a part is emailed once, to the account’s current address, and says that the plan runs on', async () => {
    const { account, purchaseId } = await buyAsMember();
    const email = `moved.${account.email}`;
    await database.db.updateTable('accounts').set({ email }).where('id', '=', account.id).execute();
    const charge = await refund(purchaseId, 2000);
    await syncCharge(checkout().deps, charge);
    await syncCharge(checkout().deps, charge);
    expect(await listLaterMails(account.email)).toEqual([]);
    expect(await listLaterMails(email)).toMatchObject([
      { mail: 'payment-returned', props: { type: 'refund', amountCents: 2000, effect: 'runs' } },
    ]);
  });

  test('that ends the plan is in the email about its end, and in no other', async () => {
    const { account, purchaseId } = await buyAsMember();
    await syncCharge(checkout().deps, await refund(purchaseId));
    expect(await listLaterMails(account.email)).toMatchObject([
      { mail: 'plan-ended', props: { cause: 'refund', amountCents: 5995 } },
    ]);
  });

  test('of more than 30 days ago isn’t news, as in an imported subscription', async () => {
    const { account, purchaseId } = await buyAsMember();
    const charge = await refund(purchaseId, 2000);
    clock.now = new Date(clock.now.getTime() + 31 * 86_400_000);
    await syncCharge(checkout().deps, charge);
    expect((await listLaterMails(account.email)).map(({ mail }) => mail)).not.toContain('payment-returned');
  });
});
