import { describe, expect, it } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const server = testApp(database, { webhookSecret: 'whsec_of_this_test' });

let eventCount = 0;

function createEvent(type = 'customer.subscription.updated', subscription = `sub_${++eventCount}`) {
  const object = type.startsWith('invoice.')
    ? { id: 'in_1', object: 'invoice', parent: { subscription_details: { subscription } } }
    : { id: subscription, object: 'subscription' };
  return JSON.stringify({ id: `evt_${++eventCount}`, object: 'event', type, data: { object } });
}

function send(payload: string, secret = 'whsec_of_this_test', headers: Record<string, string> = {}) {
  const signature = server.deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
  return server.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    payload,
  });
}

const listSyncJobs = () => server.jobs.of('sync-subscription');

describe('[rest] POST /api/stripe/webhook', () => {
  it('records a repeated event once and syncs the subscription once', async () => {
    const payload = createEvent('invoice.paid', 'sub_twice');
    const responses = await Promise.all([send(payload), send(payload), send(payload)]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200]);
    expect((await send(payload)).statusCode).toBe(200);
    expect(listSyncJobs().filter((job) => JSON.stringify(job).includes('sub_twice'))).toHaveLength(1);
  });

  it('syncs a one-time payment only if it is one of our purchases', async () => {
    const intent = (id: string, metadata?: object) =>
      JSON.stringify({
        id: `evt_${++eventCount}`,
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { id, object: 'payment_intent', ...(metadata ? { metadata } : {}) } },
      });
    for (const payload of [
      intent('pi_ours', { purchase: 'one' }),
      intent('pi_of_an_invoice', {}),
      intent('pi_bare'),
    ]) {
      expect((await send(payload)).statusCode).toBe(200);
    }
    expect(server.jobs.of('sync-payment')).toEqual([{ providerId: 'pi_ours' }]);
  });

  it('refuses a wrong, missing, or old signature with 400 and changes nothing', async () => {
    const jobsBefore = listSyncJobs().length;
    expect((await send(createEvent(), 'whsec_of_somebody_else')).statusCode).toBe(400);
    expect((await send(createEvent(), undefined, { 'stripe-signature': 'nonsense' })).statusCode).toBe(400);
    const stale = server.deps.stripe.webhooks.generateTestHeaderString({
      payload: createEvent(),
      secret: 'whsec_of_this_test',
      timestamp: Math.floor(Date.now() / 1000) - 3_600,
    });
    expect((await send(createEvent(), undefined, { 'stripe-signature': stale })).statusCode).toBe(400);
    expect(listSyncJobs()).toHaveLength(jobsBefore);
  });

  it('accepts unknown events and bodies that are not events', async () => {
    const jobsBefore = listSyncJobs().length;
    expect((await send(createEvent('product.created'))).statusCode).toBe(200);
    expect((await send('[]')).statusCode).toBeLessThan(500);
    expect((await send('"text"')).statusCode).toBeLessThan(500);
    expect((await send('{"data":{}}')).statusCode).toBeLessThan(500);
    expect(listSyncJobs()).toHaveLength(jobsBefore);
  });
});
