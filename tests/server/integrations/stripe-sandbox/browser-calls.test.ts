import Fastify, { type FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxProxy } from '#server/sandbox/sandbox-proxy.ts';
import { type LocalSandbox, openLocalSandbox } from './provider.ts';
import { intentIn, invoiceIn, newBuyer, newProduct, subscriptionParams } from './purchases.ts';

let sandbox: LocalSandbox;
let stripe: Stripe;
let app: FastifyInstance;
beforeAll(async () => {
  sandbox = await openLocalSandbox();
  stripe = sandbox.stripe;
  app = Fastify();
  await app.register(sandboxProxy, { sandboxUrl: sandbox.url });
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const call = async (method: 'GET' | 'POST', path: string, payload: object = {}) => {
  const request = method === 'GET' ? { query: { ...payload } } : { payload };
  const response = await app.inject({ method, url: `/sandbox/v1/${path}`, ...request });
  return { status: response.statusCode, body: response.json() };
};
const card = { number: '4242 4242 4242 4242', exp_month: '12', exp_year: '34', cvc: '123' };

describe('[D45] browser calls to the sandbox', () => {
  test('create a token with the card and its holder', async () => {
    const { status, body } = await call('POST', 'tokens', {
      card: { ...card, name: 'Ada Buyer', address_zip: '10001' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'token',
      card: { last4: '4242', name: 'Ada Buyer', address_zip: '10001' },
    });
    expect(JSON.stringify(body)).not.toContain('4242424242424242');
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: body.id } });
    expect(method.billing_details).toMatchObject({ name: 'Ada Buyer', address: { postal_code: '10001' } });
  });

  test('are refused with 400 if their parameters are nested too deeply', async () => {
    const payload = `${'{"card":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const headers = { 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: '/sandbox/v1/tokens', headers, payload });
    expect(response.statusCode).toBe(400);
  });

  test('return Stripe’s message for an invalid card', async () => {
    const { status, body } = await call('POST', 'tokens', { card: { ...card, number: '4242424242424241' } });
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'incorrect_number', message: 'Your card number is incorrect.' });
  });

  test.each([
    ['GET', 'customers'],
    ['POST', 'subscriptions'],
    ['POST', 'payment_intents'],
    ['GET', 'events'],
    ['POST', 'refunds'],
    ['GET', 'payment_intents/../customers'],
    ['GET', '../_sandbox/status'],
  ] as const)('do not forward %s %s', async (method, path) => {
    expect((await call(method, path)).status).toBe(404);
  });

  test('cannot use a publishable key where a secret key is required', async () => {
    const headers = { authorization: 'Bearer pk_test_sandbox' };
    const response = await fetch(`${sandbox.url}/v1/customers`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'secret_key_required' } });
  });

  test('show an intent to anyone who has its client secret, without the buyer’s data', async () => {
    const buyer = await newBuyer(stripe);
    const intent = await stripe.paymentIntents.create({
      amount: 5995,
      currency: 'usd',
      customer: buyer.customer,
      metadata: { purchase: 'private' },
    });
    const shownIntent = await call('GET', `payment_intents/${intent.id}`, {
      client_secret: intent.client_secret,
    });
    expect(shownIntent).toMatchObject({ status: 200, body: { id: intent.id, amount: 5995 } });
    expect(shownIntent.body).not.toHaveProperty('metadata');
    expect(shownIntent.body).not.toHaveProperty('customer');
    expect((await call('GET', `payment_intents/${intent.id}`)).status).toBe(400);
    const guessedSecret = { client_secret: `${intent.id}_secret_guessed` };
    expect((await call('GET', `payment_intents/${intent.id}`, guessedSecret)).status).toBe(400);
    expect((await call('POST', `payment_intents/${intent.id}/confirm`, guessedSecret)).status).toBe(400);
  });

  test.each([
    ['succeeded', 'succeeded', 'active'],
    ['failed', 'requires_payment_method', 'incomplete'],
  ])(
    'that report 3-D Secure as %s leave the intent %s and the subscription %s',
    async (outcome, intentStatus, subscriptionStatus) => {
      const plan = await newProduct(stripe, 'Individual');
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe, 'authenticationRequired'), { plan }),
      );
      const secret = invoiceIn(subscription).confirmation_secret?.client_secret;
      const request = { intent: intentIn(subscription), client_secret: secret, outcome };
      const wrongAnswer = await call('POST', '3ds2/authenticate', { ...request, client_secret: 'guessed' });
      expect(wrongAnswer.status).toBe(400);
      const response = await call('POST', '3ds2/authenticate', request);
      expect(response).toMatchObject({ status: 200, body: { status: intentStatus } });
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe(subscriptionStatus);
      expect((await call('POST', '3ds2/authenticate', request)).status).toBe(400);
    },
  );

  test('return 502 if the sandbox does not respond', async () => {
    const appWithoutSandbox = Fastify();
    await appWithoutSandbox.register(sandboxProxy, { sandboxUrl: 'http://127.0.0.1:1' });
    const response = await appWithoutSandbox.inject({
      method: 'POST',
      url: '/sandbox/v1/tokens',
      payload: { card },
    });
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({ error: { type: 'api_error' } });
    await appWithoutSandbox.close();
  });
});
