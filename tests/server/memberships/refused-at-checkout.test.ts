import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { type JobQueue, openJobQueue } from '#server/platform/jobs/queue.ts';
import { seededTestDb, serverDescribe, serverTest } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

// Covers an event end to end: Stripe's signed webhook over HTTP, the real queue, the row, and what a cashier
// sees at the next check of the number.

const SECRET = 'whsec_checkout';
const database = seededTestDb();
/** How far Stripe's clock and ours are ahead of this machine's. Both keep running. */
let aheadMs = 0;
let queue: JobQueue;
const jobs: JobQueue = {
  ...recordingJobQueue(),
  enqueue: (...job) => queue.enqueue(...job),
  startWorkers: (handlers) => queue.startWorkers(handlers),
  stop: () => queue.stop(),
};
const checkout = testCheckout(database, {
  now: () => new Date(Date.now() + aheadMs),
  webhookSecret: SECRET,
  jobs,
});

beforeAll(async () => {
  queue = await openJobQueue(database.client, recordingLogger());
  await queue.startWorkers(createJobHandlers(checkout().deps));
  const address = await checkout().app.listen({ port: 0, host: '127.0.0.1' });
  await checkout().sandbox.control.setWebhook({
    url: `${address}/api/stripe/webhook`,
    secret: SECRET,
    events: [...HANDLED_EVENTS],
  });
});
afterAll(() => queue.stop());
const setClock = (instant: Date) => {
  aheadMs = instant.getTime() - Date.now();
};
beforeEach(async () => setClock(await checkout().sandbox.control.now()));

/** Buys a card. Returns its ids, and a function that verifies it. */
async function buyCard() {
  const account = await makeAccount(database.db);
  const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
  const row = await database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select(['memberships.number', 'subscriptions.providerId', 'purchases.providerCustomerId'])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const cashier = await checkout().visitor();
  return {
    number: row.number,
    account,
    subscription: String(row.providerId),
    customer: String(row.providerCustomerId),
    verify: async () => {
      const { data, headers } = await cashier.trpc('query', 'verification.find', { number: row.number });
      expect(headers['cache-control']).toBe('no-store');
      return { word: data.updatedStatus, state: data.state };
    },
  };
}
type Card = Awaited<ReturnType<typeof buyCard>>;

/** Waits until the server has processed the event, without triggering anything itself. */
const expectState = (card: Card, expectedState: { word: string; state: string }) =>
  expect.poll(() => card.verify()).toEqual(expectedState);

async function failRenewal(card: Card, afterRetries: 'past_due' | 'unpaid'): Promise<void> {
  const { control } = checkout().sandbox;
  await control.settings({ retryDays: afterRetries === 'unpaid' ? [1] : [30], afterRetries });
  await control.changeCard(card.customer, '4000000000000341');
  setClock(await control.advance({ months: 1 }));
  if (afterRetries === 'unpaid') setClock(await control.advance({ days: 2 }));
}

serverDescribe('verification refuses a card as soon as its membership is', () => {
  serverTest('canceled, because its subscription ended at Stripe', async () => {
    const card = await buyCard();
    expect(await card.verify()).toEqual({ word: 'active', state: 'active' });
    await checkout().deps.stripe.subscriptions.cancel(card.subscription);
    await expectState(card, { word: 'invalid', state: 'canceled' });
  });

  serverTest('past due, because a renewal was declined, and accepts it again after payment', async () => {
    const card = await buyCard();
    await failRenewal(card, 'past_due');
    await expectState(card, { word: 'invalid', state: 'past_due' });
    await checkout().sandbox.control.changeCard(card.customer, '4242424242424242');
    setClock(await checkout().sandbox.control.advance({ days: 31 }));
    await expectState(card, { word: 'active', state: 'active' });
  });

  serverTest('unpaid, because Stripe stopped retrying', async () => {
    const card = await buyCard();
    await failRenewal(card, 'unpaid');
    await expectState(card, { word: 'invalid', state: 'unpaid' });
  });

  serverTest('expired, even without an event or a job', async () => {
    const card = await buyCard();
    await checkout().caller(card.account).memberships.cancel({ number: card.number });
    const [membership] = await checkout().caller(card.account).memberships.mine();
    if (!membership) throw new Error('The purchase created no membership');
    setClock(new Date(membership.periodEnd.getTime() - 60_000));
    expect(await card.verify()).toEqual({ word: 'active', state: 'active' });
    setClock(membership.periodEnd);
    expect(await card.verify()).toEqual({ word: 'expired', state: 'expired' });
  });

  serverTest('replaced by the company', async () => {
    const card = await buyCard();
    await database.db
      .updateTable('memberships')
      .set({ endedAt: checkout().deps.now() })
      .where('number', '=', card.number)
      .execute();
    expect(await card.verify()).toEqual({ word: 'invalid', state: 'canceled' });
  });
});
