import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lifecycleFlows } from './flow-lifecycle.ts';
import { paymentFlows } from './flow-payments.ts';
import { recordFlows } from './flow-records.ts';
import { salesFlows } from './flow-sales.ts';
import { PROVIDERS, type Shop } from './provider.ts';
import { newBuyer, newProduct, subscriptionParams } from './purchases.ts';
import { WireRecorder } from './wire-recorder.ts';

// Makes our checkout's calls to the sandbox and, if STRIPE_TEST_KEY is set, to Stripe. Validates every
// request, response, and webhook against the SDK's types.

describe.each(PROVIDERS)('[D45] selling through %s', (_name, open) => {
  let shop: Shop;
  beforeAll(async () => {
    const provider = await open();
    const { stripe } = provider;
    const plan = await newProduct(stripe, 'Individual');
    shop = { provider, stripe, plan, extra: await newProduct(stripe, 'Physical Card') };
    // The first run generates the schemas, which is slow.
  }, 240_000);
  afterAll(() => shop.provider.close());

  salesFlows(() => shop);
  paymentFlows(() => shop);
  recordFlows(() => shop);
  lifecycleFlows(() => shop);

  test('the recorder reports an invalid payload', async () => {
    const { provider, stripe, plan } = shop;
    const subscription = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe), { plan }),
    );
    const { lastResponse: _, ...body } = await stripe.subscriptions.retrieve(subscription.id);
    const wireBody: object = JSON.parse(JSON.stringify(body));
    const countFaults = (change: object) => {
      const recorder = new WireRecorder(provider.check);
      recorder.response('/v1/subscriptions', 200, { ...wireBody, ...change });
      return recorder.faults.length;
    };
    expect(countFaults({})).toBe(0);
    expect(countFaults({ status: 'almost_active' })).toBe(1);
    expect(countFaults({ shoe_size: 43 })).toBe(1);
    expect(countFaults({ customer: undefined })).toBe(1);
    expect(countFaults({ created: 'yesterday' })).toBe(1);
  });

  test('every payload matches the SDK’s types, and the flows cover enough types', async () => {
    const { provider, stripe } = shop;
    const events = await stripe.events.list({ types: ['invoice.paid'], limit: 5 });
    const firstEvent = events.data[0];
    expect((await stripe.events.retrieve(firstEvent?.id ?? '')).type).toBe('invoice.paid');
    await provider.control?.flushWebhooks();
    const { recorder } = provider;
    expect(recorder.faults).toEqual([]);
    expect([...recorder.objects].sort()).toEqual(
      expect.arrayContaining([
        'charge',
        'coupon',
        'customer',
        'invoice',
        'payment_intent',
        'payment_method',
        'product',
        'refund',
        'setup_intent',
        'subscription',
      ]),
    );
    expect(recorder.requests.size).toBeGreaterThanOrEqual(17);
    if (provider.control !== null) expect(recorder.events.size).toBeGreaterThanOrEqual(28);
  });
});
