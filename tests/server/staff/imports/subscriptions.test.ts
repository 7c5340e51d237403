import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { newId } from '#server/lib/ids.ts';
import { linkImportedSubscription } from '#server/staff/imports/members/link-subscription.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';
import { newBuyer, newProduct, subscriptionParams } from '../../integrations/stripe-sandbox/purchases.ts';
import { type Cells, importFile } from './import-file.ts';

const database = seededTestDb();
const { checkout, now, advance, find, sell } = testReconciliation(database);

let product: string;
beforeEach(async () => {
  product ??= await newProduct(checkout().deps.stripe, 'Gold level');
});

/** Starts a subscription at Stripe, as another system would. */
async function startForeign(options: { coupon?: string } = {}) {
  const { stripe } = checkout().deps;
  const buyer = await newBuyer(stripe);
  const params = subscriptionParams(buyer, { plan: product, cents: 2500, ...options });
  const { id } = await stripe.subscriptions.create(params);
  return { id, buyer };
}

const newRow = (subscriptionId: string, cells: Cells = {}): Cells => ({
  email: `imported-${newId()}@example.com`,
  firstname: 'Maria',
  lastname: 'Gomez',
  plan: 'individual',
  stripe_subscription_id: subscriptionId,
  ...cells,
});
const run = (rows: readonly Cells[]) => importFile(checkout().deps, rows);

const findMember = (email: string | undefined) =>
  database.db
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.accountId', 'accounts.id')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select([
      'accounts.id',
      'accounts.providerCustomerId',
      'subscriptions.purchaseId',
      'subscriptions.status',
    ])
    .select(['subscriptions.periodEnd', 'subscriptions.cardLast4', 'memberships.number'])
    .where('accounts.email', '=', String(email))
    .executeTakeFirstOrThrow();

const linkJob = z.object({ purchaseId: z.string(), providerId: z.string() });

/** Runs the jobs that link the imported subscriptions, like a worker. */
async function runLinkJobs(): Promise<void> {
  const { deps, jobs } = checkout();
  for (const job of jobs.of('link-subscription')) {
    await linkImportedSubscription(deps, linkJob.parse(job));
  }
}

describe('importing a subscription', () => {
  test('keeps its price and payments, renews it, and sends no mail', async () => {
    const { id, buyer } = await startForeign();
    await advance(PAST_NEXT_RENEWAL);
    const row = newRow(id, { stripe_customer_id: buyer.customer });
    expect(await run([row])).toEqual([{ line: 2, outcome: 'new' }]);
    await runLinkJobs();
    const member = await findMember(row.email);
    expect(member).toMatchObject({ status: 'active', cardLast4: '4242', providerCustomerId: buyer.customer });
    const amounts = () =>
      database.db
        .selectFrom('payments')
        .select('amountCents')
        .where('purchaseId', '=', member.purchaseId)
        .execute();
    expect(await amounts()).toEqual([{ amountCents: 2500 }, { amountCents: 2500 }]);
    expect(await find(2)).toEqual([]);

    await advance(PAST_NEXT_RENEWAL);
    await syncSubscription(checkout().deps, id);
    expect(await amounts()).toHaveLength(3);
    const renewedMember = await findMember(row.email);
    expect(renewedMember.periodEnd.getTime()).toBeGreaterThan(now().getTime());
    const { metadata } = await checkout().deps.stripe.subscriptions.retrieve(id);
    expect(metadata.purchase).toBe(member.purchaseId);
    expect(listMails(checkout().jobs, String(row.email))).toEqual([]);
    expect(await run([row])).toEqual([{ line: 2, outcome: 'unchanged' }]);
  });

  test('shows its discounted price as the renewal’s on the receipt', async () => {
    const { stripe } = checkout().deps;
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'forever' });
    const row = newRow((await startForeign({ coupon: coupon.id })).id);
    expect(await run([row])).toEqual([{ line: 2, outcome: 'new' }]);
    await runLinkJobs();
    const { id, purchaseId } = await findMember(row.email);
    const account = await database.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const context = { deps: checkout().deps, account, existingGuestKey: null };
    expect(await getReceipt(context, { id: purchaseId, key: null })).toMatchObject({
      totalCents: 2000,
      renewal: { amountCents: 2000, interval: 'month' },
    });
  });

  test('that is past due suppresses the card at once, and mails nobody about it', async () => {
    const { id, buyer } = await startForeign();
    const { stripe } = checkout().deps;
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_chargeCustomerFail' },
    });
    await stripe.paymentMethods.attach(method.id, { customer: buyer.customer });
    await stripe.subscriptions.update(id, { default_payment_method: method.id });
    await advance({ months: 1, hours: 2 });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    const row = newRow(id, { status: 'past due' });
    expect(await run([row])).toEqual([{ line: 2, outcome: 'new' }]);
    await runLinkJobs();
    const member = await findMember(row.email);
    expect(member.status).toBe('past_due');
    expect(await checkout().caller().verification.find({ number: member.number })).toMatchObject({
      updatedStatus: 'invalid',
    });
    expect(listMails(checkout().jobs, String(row.email))).toEqual([]);
  });

  test('is refused if it has ended, is unknown, is ours, or belongs to another customer or account', async () => {
    const endedSubscription = await startForeign();
    await checkout().deps.stripe.subscriptions.cancel(endedSubscription.id);
    const { subscriptionId: ours } = await sell();
    const [other, taken] = [await startForeign(), await startForeign()];
    await makeAccount(database.db, { providerCustomerId: taken.buyer.customer });
    const rows = [
      newRow(endedSubscription.id),
      newRow('sub_unknown'),
      newRow(ours),
      newRow(other.id, { stripe_customer_id: endedSubscription.buyer.customer }),
      newRow(taken.id),
      newRow('', { paid_through: '2099-01-31', stripe_customer_id: 'cus_unknown' }),
    ];
    expect(await run(rows)).toMatchObject([
      { line: 2, column: 'stripe_subscription_id', message: expect.stringContaining('active or past due') },
      { line: 3, column: 'stripe_subscription_id', message: expect.stringContaining('doesn’t have') },
      { line: 4, column: 'stripe_subscription_id', message: expect.stringContaining('already belongs') },
      { line: 5, column: 'stripe_customer_id', message: expect.stringContaining('another customer') },
      { line: 6, column: 'stripe_customer_id', message: expect.stringContaining('another account') },
      { line: 7, column: 'stripe_customer_id', message: expect.stringContaining('doesn’t have') },
    ]);
  });
});
