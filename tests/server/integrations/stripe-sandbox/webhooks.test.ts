import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type LocalSandbox,
  openLocalSandbox,
  type Receiver,
  receiveWebhooks,
  WEBHOOK_SECRET,
} from './provider.ts';
import { newBuyer, newProduct, subscriptionParams } from './purchases.ts';

interface Delivery {
  readonly body: string;
  readonly signature: string;
}

let sandbox: LocalSandbox;
let stripe: Stripe;
let receiver: Receiver;
let plan: string;
let deliveries: Delivery[] = [];
let answer: () => number = () => 200;

beforeAll(async () => {
  receiver = await receiveWebhooks((body, signature) => {
    const status = answer();
    if (status === 200) deliveries.push({ body, signature });
    return status;
  });
  sandbox = await openLocalSandbox({ url: receiver.url, secret: WEBHOOK_SECRET });
  stripe = sandbox.stripe;
  plan = await newProduct(stripe, 'Individual');
  await sandbox.control.flushWebhooks();
});
afterEach(async () => {
  answer = () => 200;
  await sandbox.control.settings({ webhooks: 'send', duplicates: 0, shuffleMilliseconds: 25 });
  await sandbox.control.flushWebhooks();
  deliveries = [];
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const parseEvent = ({ body, signature }: Delivery): Stripe.Event =>
  stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
const types = () => deliveries.map((delivery) => parseEvent(delivery).type);

async function buy(): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create(subscriptionParams(await newBuyer(stripe), { plan }));
}

describe('[D18] webhooks', () => {
  test('are signed and contain the stored event', async () => {
    const subscription = await buy();
    await sandbox.control.flushWebhooks();
    expect(types()).toEqual(
      expect.arrayContaining([
        'customer.created',
        'payment_method.attached',
        'customer.subscription.created',
        'customer.subscription.updated',
        'invoice.created',
        'invoice.finalized',
        'invoice.paid',
        'invoice.payment_succeeded',
        'invoice_payment.paid',
        'payment_intent.created',
        'payment_intent.succeeded',
        'charge.succeeded',
      ]),
    );
    const paidEvent = deliveries.map(parseEvent).find(({ type }) => type === 'invoice.paid');
    if (paidEvent?.type !== 'invoice.paid') throw new Error('No invoice.paid arrived');
    expect(paidEvent.data.object.parent?.subscription_details?.subscription).toBe(subscription.id);
    expect((await stripe.events.retrieve(paidEvent.id)).data.object).toEqual(paidEvent.data.object);
    const [firstDelivery] = deliveries;
    if (firstDelivery === undefined) throw new Error('Nothing arrived');
    expect(() =>
      stripe.webhooks.constructEvent(firstDelivery.body, firstDelivery.signature, 'whsec_other'),
    ).toThrow(/signature/);
    expect(() =>
      stripe.webhooks.constructEvent(`${firstDelivery.body} `, firstDelivery.signature, WEBHOOK_SECRET),
    ).toThrow();
  });

  test('include the previous values of an update', async () => {
    const subscription = await buy();
    await stripe.subscriptions.update(subscription.id, { metadata: { note: 'x' } });
    await sandbox.control.flushWebhooks();
    const updates = deliveries.map(parseEvent).filter(({ type }) => type === 'customer.subscription.updated');
    expect(updates.map(({ data }) => data.previous_attributes)).toContainEqual({ metadata: {} });
    expect(updates.map(({ data }) => data.previous_attributes)).toContainEqual({ status: 'incomplete' });
  });

  test('arrive out of order', async () => {
    const listIds = async () => (await stripe.events.list({ limit: 100 })).data.map(({ id }) => id);
    const earlierIds = await listIds();
    await sandbox.control.settings({ shuffleMilliseconds: 300 });
    for (let n = 0; n < 3; n += 1) await buy();
    const order = (await listIds()).filter((id) => !earlierIds.includes(id)).reverse();
    // Don't flush: that would deliver the remaining events in order.
    const deliveredIds = await vi.waitFor(
      () => {
        const ids = deliveries.map((delivery) => parseEvent(delivery).id).filter((id) => order.includes(id));
        expect([...ids].sort()).toEqual([...order].sort());
        return ids;
      },
      { timeout: 45_000 },
    );
    expect(deliveredIds).not.toEqual(order);
  });

  test('are retried until they are accepted', async () => {
    await sandbox.control.settings({ webhookRetryMilliseconds: [20, 40] });
    let refusalCount = 0;
    answer = () => {
      if (refusalCount >= 20) return 200;
      refusalCount += 1;
      return 500;
    };
    await buy();
    await expect.poll(() => types()).toContain('invoice.paid');
    await expect.poll(() => sandbox.control.status()).toMatchObject({ pendingWebhooks: 0 });
    expect(refusalCount).toBe(20);
  });

  test('can be held and then show the state at their creation', async () => {
    await sandbox.control.settings({ webhooks: 'hold' });
    const subscription = await buy();
    await stripe.subscriptions.cancel(subscription.id);
    expect((await sandbox.control.status()).pendingWebhooks).toBeGreaterThan(10);
    expect(deliveries).toEqual([]);
    await sandbox.control.settings({ webhooks: 'send' });
    await sandbox.control.flushWebhooks();
    const createdEvent = deliveries
      .map(parseEvent)
      .find(({ type }) => type === 'customer.subscription.created');
    expect(createdEvent?.data.object).toMatchObject({ id: subscription.id, status: 'incomplete' });
    expect(types()).toContain('customer.subscription.deleted');
  });

  test('can be dropped', async () => {
    await sandbox.control.settings({ webhooks: 'drop' });
    await buy();
    await sandbox.control.settings({ webhooks: 'send' });
    await sandbox.control.flushWebhooks();
    expect(deliveries).toEqual([]);
  });

  test('can be repeated', async () => {
    await sandbox.control.settings({ duplicates: 2 });
    await stripe.customers.create({ name: 'Thrice' });
    await sandbox.control.flushWebhooks();
    expect(types()).toEqual(['customer.created', 'customer.created', 'customer.created']);
    expect(new Set(deliveries.map((delivery) => parseEvent(delivery).id)).size).toBe(1);
  });

  test('make a flush fail if some cannot be delivered', async () => {
    answer = () => 503;
    await stripe.customers.create({ name: 'Unheard' });
    await expect(sandbox.control.flushWebhooks(200)).rejects.toThrow('1 webhooks were not delivered');
  });

  test('go to a new URL after it changes', async () => {
    const receivedIds: string[] = [];
    const otherReceiver = await receiveWebhooks((body) => {
      receivedIds.push(body);
    });
    await sandbox.control.setWebhook({ url: otherReceiver.url, secret: WEBHOOK_SECRET });
    await stripe.customers.create({ name: 'Moved' });
    await sandbox.control.flushWebhooks();
    expect(receivedIds).toHaveLength(1);
    expect(deliveries).toEqual([]);
    await sandbox.control.setWebhook({ url: receiver.url, secret: WEBHOOK_SECRET });
    await otherReceiver.close();
  });

  test('can be limited by type', async () => {
    await sandbox.control.setWebhook({ url: receiver.url, secret: WEBHOOK_SECRET, events: ['invoice.paid'] });
    await buy();
    await sandbox.control.flushWebhooks();
    expect(types()).toEqual(['invoice.paid']);
    await sandbox.control.setWebhook({ url: receiver.url, secret: WEBHOOK_SECRET });
  });

  test('report that a dispute was opened and closed', async () => {
    const subscription = await buy();
    const [charge] = await sandbox.control.charges();
    expect(charge?.subscription).toBe(subscription.id);
    const dispute = await sandbox.control.dispute(charge?.id ?? '');
    await sandbox.control.closeDispute(dispute, 'lost');
    await sandbox.control.flushWebhooks();
    expect(types()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']));
    expect((await stripe.disputes.retrieve(dispute)).status).toBe('lost');
    expect((await stripe.charges.retrieve(charge?.id ?? '')).disputed).toBe(true);
  });
});
