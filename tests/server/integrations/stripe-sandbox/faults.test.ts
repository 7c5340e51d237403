import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LocalSandbox, openLocalSandbox } from './provider.ts';
import { captureStripeError, newBuyer, newProduct, subscriptionParams } from './purchases.ts';

let sandbox: LocalSandbox;
let stripe: Stripe;
let plan: string;

beforeAll(async () => {
  sandbox = await openLocalSandbox();
  stripe = sandbox.stripe;
  plan = await newProduct(stripe, 'Individual');
});
afterEach(() => sandbox.control.clearFaults());
afterAll(() => sandbox.close());

const MATCH = 'POST /v1/subscriptions';
const listSubscriptions = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ id }) => id);

describe('[D18] idempotency keys in the sandbox', () => {
  test('with the same parameters return the first response and buy once', async () => {
    const buyer = await newBuyer(stripe);
    const params = subscriptionParams(buyer, { plan });
    const first = await stripe.subscriptions.create(params, { idempotencyKey: 'same' });
    const second = await stripe.subscriptions.create(params, { idempotencyKey: 'same' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await listSubscriptions(buyer.customer)).toEqual([first.id]);
  });

  test('with different parameters are rejected', async () => {
    const buyer = await newBuyer(stripe);
    await stripe.subscriptions.create(subscriptionParams(buyer, { plan }), { idempotencyKey: 'other' });
    const otherParams = subscriptionParams(buyer, { plan, cents: 1 });
    const error = await captureStripeError(
      stripe.subscriptions.create(otherParams, { idempotencyKey: 'other' }),
    );
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('repeat a decline, so a new attempt needs a new key', async () => {
    const buyer = await newBuyer(stripe);
    const params = subscriptionParams(buyer, { plan, behavior: 'error_if_incomplete' });
    await sandbox.control.fault({ kind: 'decline' });
    const buy = (idempotencyKey: string) => stripe.subscriptions.create(params, { idempotencyKey });
    expect(await captureStripeError(buy('refused:1'))).toMatchObject({ code: 'card_declined' });
    const secondError = await captureStripeError(buy('refused:1'));
    expect(secondError).toMatchObject({ code: 'card_declined', statusCode: 402 });
    expect(secondError.headers?.['idempotent-replayed']).toBe('true');
    expect((await buy('refused:2')).status).toBe('active');
  });

  test('are not used up by an invalid request', async () => {
    const key = { idempotencyKey: 'misread' };
    expect(await captureStripeError(stripe.coupons.create({ duration: 'once' }, key))).toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.coupons.create({ duration: 'once', percent_off: 5 }, key)).percent_off).toBe(5);
  });

  test('cannot be reused while their request is in progress', async () => {
    const params = { name: 'Slow' };
    const key = { idempotencyKey: 'busy' };
    await sandbox.control.fault({ kind: 'delay', milliseconds: 8_000, match: 'POST /v1/customers' });
    const first = stripe.customers.create(params, key);
    // Wait until the customer exists; the first response is still delayed.
    await expect.poll(async () => (await stripe.customers.list()).data[0]?.name).toBe('Slow');
    const second = await captureStripeError(
      stripe.customers.create(params, { ...key, maxNetworkRetries: 0 }),
    );
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const { id } = await first;
    expect((await stripe.customers.create(params, key)).id).toBe(id);
  });

  test('[D43] are kept for about a day', async () => {
    const params = { name: 'Forgotten' };
    const first = await stripe.customers.create(params, { idempotencyKey: 'day' });
    await sandbox.control.advance({ hours: 23 });
    expect((await stripe.customers.create(params, { idempotencyKey: 'day' })).id).toBe(first.id);
    await sandbox.control.advance({ hours: 2 });
    expect((await stripe.customers.create(params, { idempotencyKey: 'day' })).id).not.toBe(first.id);
  });
});

describe('[D45] injected faults', () => {
  test('the SDK retries after a lost response and buys once', async () => {
    const buyer = await newBuyer(stripe);
    await sandbox.control.fault({ kind: 'lose', times: 2, match: MATCH });
    const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }), {
      idempotencyKey: 'lost:2',
    });
    expect(subscription.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await listSubscriptions(buyer.customer)).toEqual([subscription.id]);
  });

  test('a charge whose responses are all lost happens once', async () => {
    const buyer = await newBuyer(stripe);
    const params = subscriptionParams(buyer, { plan });
    await sandbox.control.fault({ kind: 'lose', times: 3, match: MATCH });
    const lostError = await captureStripeError(
      stripe.subscriptions.create(params, { idempotencyKey: 'lost:3' }),
    );
    expect(lostError.type).toBe('StripeConnectionError');
    const [bought] = await listSubscriptions(buyer.customer);
    const secondError = await stripe.subscriptions.create(params, { idempotencyKey: 'lost:3' });
    expect(secondError.id).toBe(bought);
    const charges = await sandbox.control.charges();
    expect(charges.filter(({ customer }) => customer === buyer.customer)).toHaveLength(1);
  });

  test('error-before changes nothing and error-after keeps the changes', async () => {
    const buyerBefore = await newBuyer(stripe);
    await sandbox.control.fault({ kind: 'error-before', times: 3, match: MATCH });
    const error = await captureStripeError(
      stripe.subscriptions.create(subscriptionParams(buyerBefore, { plan })),
    );
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(await listSubscriptions(buyerBefore.customer)).toEqual([]);

    const buyerAfter = await newBuyer(stripe);
    const params = subscriptionParams(buyerAfter, { plan });
    await sandbox.control.fault({ kind: 'error-after', match: MATCH });
    const key = { idempotencyKey: 'spoiled' };
    expect(await captureStripeError(stripe.subscriptions.create(params, key))).toMatchObject({
      statusCode: 500,
    });
    expect(await captureStripeError(stripe.subscriptions.create(params, key))).toMatchObject({
      statusCode: 500,
    });
    expect(await listSubscriptions(buyerAfter.customer)).toHaveLength(1);
  });

  test('a decline fault uses its reason and happens as many times as requested', async () => {
    const buyer = await newBuyer(stripe);
    const pay = () =>
      stripe.paymentIntents.create({
        amount: 5000,
        currency: 'usd',
        customer: buyer.customer,
        payment_method: buyer.card,
        confirm: true,
      });
    await sandbox.control.fault({ kind: 'decline', times: 2, reason: 'stolen_card' });
    expect(await captureStripeError(pay())).toMatchObject({ decline_code: 'stolen_card' });
    expect(await captureStripeError(pay())).toMatchObject({ decline_code: 'stolen_card' });
    expect((await pay()).status).toBe('succeeded');
  });

  test('control commands require the control key', async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/status`, {
      method: 'POST',
      headers: { 'x-sandbox-key': 'guessed' },
    });
    expect(response.status).toBe(401);
  });
});
