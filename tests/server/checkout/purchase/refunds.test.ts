import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { unwindSubscription } from '#server/domains/payments/stripe-subscription.service.ts';
import { newId } from '#server/lib/ids.ts';
import type { Deps } from '#server/platform/deps.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';
import { type Receiver, receiveWebhooks } from '../../integrations/stripe-sandbox/provider.ts';
import { newBuyer } from '../../integrations/stripe-sandbox/purchases.ts';

const SECRET = 'whsec_of_the_refunds';
const database = seededTestDb();
const checkout = testCheckout(database, { webhookSecret: SECRET });
const random = createRandom(5);

let educator: TestAccount;
let receiver: Receiver;
let delivered: Array<{ body: string; signature: string }> = [];

beforeAll(async () => {
  educator = await makeAccount(database.db, { accountType: 3 });
  receiver = await receiveWebhooks((body, signature) => {
    delivered.push({ body, signature });
  });
  const { control } = checkout().sandbox;
  await control.setWebhook({ url: receiver.url, secret: SECRET, events: [...HANDLED_EVENTS] });
  await control.settings({ duplicates: 1, shuffleMilliseconds: 20 });
});
afterAll(() => receiver.close());
beforeEach(() => {
  delivered = [];
});

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Delivers each Stripe event since the last call twice and in random order, then runs the queued jobs. */
async function deliverEvents(): Promise<string[]> {
  await checkout().sandbox.control.flushWebhooks();
  const events = shuffled([...delivered, ...delivered]);
  delivered = [];
  const before = {
    charge: checkout().jobs.of('sync-charge').length,
    subscription: checkout().jobs.of('sync-subscription').length,
  };
  for (const { body, signature } of events) {
    const { statusCode } = await checkout().app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    });
    expect(statusCode).toBe(200);
  }
  const handlers = createJobHandlers(checkout().deps);
  const charges = checkout().jobs.of('sync-charge').slice(before.charge);
  const subscriptions = checkout().jobs.of('sync-subscription').slice(before.subscription);
  const work = [
    ...charges.map((job) => () => handlers['sync-charge'](JSON.parse(JSON.stringify(job)), newId())),
    ...subscriptions.map(
      (job) => () => handlers['sync-subscription'](JSON.parse(JSON.stringify(job)), newId()),
    ),
  ];
  await Promise.all(shuffled([...work, ...work]).map((run) => run()));
  return events.map(({ body }) => String(JSON.parse(body).type));
}

async function sell() {
  const { purchaseId } = await checkout()
    .caller()
    .checkout.buyCard(makeCardPurchase({ reference: educator.id, requestedPhysicalCard: true }));
  const charge = await findChargeId(purchaseId);
  await deliverEvents();
  return { purchaseId, charge };
}

async function findChargeId(purchaseId: string): Promise<string> {
  const [charge] = await checkout().listCharges(purchaseId);
  if (!charge) throw new Error('Nothing was charged');
  return charge.id;
}

const refund = (charge: string, amount?: number) =>
  checkout().deps.stripe.refunds.create({ charge, ...(amount === undefined ? {} : { amount }) });

const findRefundedCents = async (purchaseId: string) =>
  (
    await database.db
      .selectFrom('payments')
      .select('refundedCents')
      .where('purchaseId', '=', purchaseId)
      .orderBy('paidAt')
      .execute()
  ).map(({ refundedCents }) => refundedCents);

const findLines = async (purchaseId: string) =>
  (
    await database.db
      .selectFrom('commissions')
      .innerJoin('payments', 'payments.id', 'commissions.paymentId')
      .select(['commissions.amountCents', 'reason', 'adjusts'])
      .where('payments.purchaseId', '=', purchaseId)
      .orderBy('commissions.id')
      .execute()
  ).map(({ amountCents, reason }) => [amountCents, reason]);

const EARNED = [999, '20% of the payment'];

describe('[D13] a refund made at Stripe', () => {
  it('is recorded and reverses the commission, event by event', async () => {
    const { purchaseId, charge } = await sell();
    await refund(charge, 1000);
    expect(await deliverEvents()).toContain('charge.refunded');
    expect(await findRefundedCents(purchaseId)).toEqual([1000]);
    await refund(charge);
    await deliverEvents();
    expect(await findRefundedCents(purchaseId)).toEqual([5995]);
    expect(await findLines(purchaseId)).toEqual([
      EARNED,
      [-200, 'Taken back: part of the payment was refunded'],
      [-799, 'Taken back: the payment was refunded'],
    ]);
  });

  it('is shown on the receipt', async () => {
    const buyer = await makeAccount(database.db);
    const { purchaseId } = await checkout()
      .caller(buyer)
      .checkout.buyCard(makeCardPurchase({ reference: educator.id }));
    await refund(await findChargeId(purchaseId), 1500);
    await deliverEvents();
    const visitor = await checkout().visitor(buyer);
    const receipt = await visitor.get(`/api/receipt?id=${purchaseId}`);
    expect(receipt.body).toContain('Refunded since');
    expect(receipt.body).toContain('15.00');
  });

  it('counts even if its event arrives before the payment’s', async () => {
    const { purchaseId, charge } = await sell();
    await checkout().sandbox.control.advance({ months: 1 });
    const renewal = (await checkout().listCharges(purchaseId)).find(({ id }) => id !== charge);
    await refund(String(renewal?.id), 2000);
    // The renewal itself is not synced yet.
    expect(await findRefundedCents(purchaseId)).toEqual([0]);
    await syncCharge(checkout().deps, String(renewal?.id));
    expect(await findRefundedCents(purchaseId)).toEqual([0, 2000]);
    expect(await findLines(purchaseId)).toEqual([
      EARNED,
      EARNED,
      [-400, 'Taken back: part of the payment was refunded'],
    ]);
    await deliverEvents();
    expect(await findLines(purchaseId)).toHaveLength(3);
  });

  it('applies to a business plan', async () => {
    const owner = await makeAccount(database.db);
    const input = businessPlanPurchase({ reference: educator.id });
    const { purchaseId } = await checkout().caller(owner).businessPlans.purchase(input);
    await refund(await findChargeId(purchaseId));
    await deliverEvents();
    expect(await findRefundedCents(purchaseId)).toEqual([9990]);
    expect(await findLines(purchaseId)).toEqual([
      [1998, '20% of the payment'],
      [-1998, 'Taken back: the payment was refunded'],
    ]);
  });

  it('is recorded once by concurrent jobs', async () => {
    const { purchaseId, charge } = await sell();
    await refund(charge, 2000);
    await Promise.all(Array.from({ length: 8 }, () => syncCharge(checkout().deps, charge)));
    expect(await findRefundedCents(purchaseId)).toEqual([2000]);
    expect(await findLines(purchaseId)).toEqual([
      EARNED,
      [-400, 'Taken back: part of the payment was refunded'],
    ]);
  });

  it('is not overwritten with an older state by a slow job', async () => {
    const { purchaseId, charge } = await sell();
    const dispute = await checkout().sandbox.control.dispute(charge);
    await syncCharge(checkout().deps, charge);
    // This slow job read the open dispute. Before it writes, another job records that we won the dispute.
    const { stripe } = checkout().deps;
    const list = stripe.disputes.list.bind(stripe.disputes);
    let isFirst = true;
    const slowDeps: Deps = {
      ...checkout().deps,
      stripe: new Proxy(stripe, {
        get: (target, name) => {
          if (name !== 'disputes') return Reflect.get(target, name);
          return {
            list: async (...given: Parameters<typeof list>) => {
              const answer = await list(...given);
              if (isFirst) {
                isFirst = false;
                await checkout().sandbox.control.closeDispute(dispute, 'won');
                await syncCharge(checkout().deps, charge);
              }
              return answer;
            },
          };
        },
      }),
    };
    await syncCharge(slowDeps, charge);
    expect(await findRefundedCents(purchaseId)).toEqual([0]);
    expect((await findLines(purchaseId)).map(([cents]) => cents)).toEqual([999, -999, 999]);
  });
});

describe('[D13] a dispute at the cardholder’s bank', () => {
  it('reverses the commission and restores it if the dispute is won', async () => {
    const { purchaseId, charge } = await sell();
    await refund(charge, 1000);
    const dispute = await checkout().sandbox.control.dispute(charge);
    await deliverEvents();
    expect(await findRefundedCents(purchaseId)).toEqual([5995]);
    // The bank keeps the money while it reviews our evidence.
    const evidence = { uncategorized_text: 'A signed receipt' };
    await checkout().deps.stripe.disputes.update(dispute, { evidence });
    expect(await deliverEvents()).toContain('charge.dispute.updated');
    expect(await findRefundedCents(purchaseId)).toEqual([5995]);
    await checkout().sandbox.control.closeDispute(dispute, 'won');
    expect(await deliverEvents()).toContain('charge.dispute.closed');
    expect(await findRefundedCents(purchaseId)).toEqual([1000]);
    const cents = (await findLines(purchaseId)).map(([amount]) => Number(amount));
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(799);
    expect((await findLines(purchaseId)).at(-1)).toEqual([799, 'Restored: the payment came back']);
  });

  it('reverses the commission permanently if the dispute is lost', async () => {
    const { purchaseId, charge } = await sell();
    const dispute = await checkout().sandbox.control.dispute(charge);
    await checkout().sandbox.control.closeDispute(dispute, 'lost');
    await deliverEvents();
    await deliverEvents();
    expect(await findRefundedCents(purchaseId)).toEqual([5995]);
    expect(await findLines(purchaseId)).toEqual([EARNED, [-999, 'Taken back: the payment was disputed']]);
  });

  it('changes nothing if its charge is unrelated or unknown', async () => {
    const { stripe } = checkout().deps;
    const { customer, card } = await newBuyer(stripe);
    await stripe.paymentIntents.create({
      amount: 5995,
      currency: 'usd',
      customer,
      payment_method: card,
      confirm: true,
      return_url: 'https://example.com',
    });
    const unrecordedCharge = (await checkout().sandbox.control.charges()).find(
      (charge) => charge.customer === customer,
    );
    await checkout().sandbox.control.dispute(String(unrecordedCharge?.id));
    expect(await deliverEvents()).toContain('charge.dispute.created');
    await syncCharge(checkout().deps, 'ch_unknown');
    const rows = await database.db.selectFrom('commissions').select('id').execute();
    await syncCharge(checkout().deps, String(unrecordedCharge?.id));
    expect(await database.db.selectFrom('commissions').select('id').execute()).toHaveLength(rows.length);
  });

  it('changes nothing if its attempt was already refunded', async () => {
    const { stripe } = checkout().deps;
    const { purchaseId } = await sell();
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    await refund(await findChargeId(purchaseId));
    // Stripe has forgotten the idempotency key, so it reports that nothing is left to refund.
    await expect(unwindSubscription({ stripe }, String(providerSubscriptionId))).resolves.toBeUndefined();
    await deliverEvents();
    expect(await findRefundedCents(purchaseId)).toEqual([5995]);
  });
});
