import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentFlows } from './flow-payments.ts';
import { recordFlows } from './flow-records.ts';
import { salesFlows } from './flow-sales.ts';
import { PROVIDERS, type Shop } from './provider.ts';
import { newBuyer, newProduct, subscriptionOf } from './purchases.ts';
import { WireRecorder } from './wire-recorder.ts';

// The calls that our checkout makes, against the sandbox and, where a key is given, against Stripe itself. Every
// request, answer and webhook is held against the types of the SDK.

describe.each(PROVIDERS)('[D45] selling through %s', (_name, open) => {
  let shop: Shop;
  beforeAll(async () => {
    const provider = await open();
    const { stripe } = provider;
    const plan = await newProduct(stripe, 'Individual');
    shop = { provider, stripe, plan, extra: await newProduct(stripe, 'Physical Card') };
    // The first time, the schemas are made.
  }, 240_000);
  afterAll(() => shop.provider.close());

  salesFlows(() => shop);
  paymentFlows(() => shop);
  recordFlows(() => shop);

  test('a payload that does not fit would be noticed', async () => {
    const { provider, stripe, plan } = shop;
    const sold = await stripe.subscriptions.create(subscriptionOf(await newBuyer(stripe), { plan }));
    const { lastResponse: _, ...body } = await stripe.subscriptions.retrieve(sold.id);
    const wire: object = JSON.parse(JSON.stringify(body));
    const judge = (change: object) => {
      const recorder = new WireRecorder(provider.check);
      recorder.response('/v1/subscriptions', 200, { ...wire, ...change });
      return recorder.faults.length;
    };
    expect(judge({})).toBe(0);
    expect(judge({ status: 'almost_active' })).toBe(1);
    expect(judge({ shoe_size: 43 })).toBe(1);
    expect(judge({ customer: undefined })).toBe(1);
    expect(judge({ created: 'yesterday' })).toBe(1);
  });

  test('every payload fits the SDK’s own types, and enough kinds of them were seen', async () => {
    const { provider, stripe } = shop;
    const events = await stripe.events.list({ types: ['invoice.paid'], limit: 5 });
    const first = events.data[0];
    expect((await stripe.events.retrieve(first?.id ?? '')).type).toBe('invoice.paid');
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
