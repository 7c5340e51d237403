import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Provider, Shop } from './provider.ts';
import { captureStripeError, intentIn, invoiceIn, newBuyer, subscriptionParams } from './purchases.ts';

/** Covers cancellations, lists, and expansions. */
export function recordFlows(shop: () => Shop): void {
  describe('records', () => {
    let provider: Provider;
    let stripe: Stripe;
    let plan: string;
    beforeAll(() => {
      ({ provider, stripe, plan } = shop());
    });

    test('canceling a canceled subscription returns 404', async () => {
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe), { plan }),
      );
      const endingSubscription = await stripe.subscriptions.update(subscription.id, {
        cancel_at_period_end: true,
      });
      expect(endingSubscription.cancel_at).toBe(subscription.items.data[0]?.current_period_end);
      expect(
        (await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).cancel_at,
      ).toBeNull();
      expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled');
      expect(await captureStripeError(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
      });
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    });

    test('subscriptions are listed by status and in pages', async () => {
      const buyer = await newBuyer(stripe);
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        ids.unshift((await stripe.subscriptions.create(subscriptionParams(buyer, { plan }))).id);
      }
      await stripe.subscriptions.cancel(ids[0] ?? '');
      const { customer } = buyer;
      const runningSubscriptions = await stripe.subscriptions.list({ customer });
      expect(runningSubscriptions.data.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort());
      const allSubscriptions = await stripe.subscriptions
        .list({ customer, status: 'all', limit: 2 })
        .autoPagingToArray({ limit: 100 });
      expect(allSubscriptions.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const invoices = await stripe.invoices.list({
        subscription: ids[1] ?? '',
        status: 'paid',
        expand: ['data.payments'],
      });
      expect(invoices.data).toHaveLength(1);
      expect(invoices.data[0]?.payments?.data).toHaveLength(1);
    });

    test('voiding an open invoice cancels its payment intent', async () => {
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe, 'chargeCustomerFail'), { plan }),
      );
      const voidedInvoice = await stripe.invoices.voidInvoice(invoiceIn(subscription).id ?? '');
      expect(voidedInvoice.status).toBe('void');
      expect((await stripe.paymentIntents.retrieve(intentIn(subscription))).status).toBe('canceled');
    });

    test('a setup intent saves a card without a charge', async () => {
      const { customer } = await newBuyer(stripe);
      const setup = await stripe.setupIntents.create({
        customer,
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
      expect(setup.status).toBe('succeeded');
      const methods = await stripe.paymentMethods.list({ customer, type: 'card' });
      expect(methods.data.map(({ id }) => id)).toContain(setup.payment_method);
    });

    test('responses expand requested fields up to four levels deep', async () => {
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe), { plan }),
      );
      const expandedInvoice = await stripe.invoices.retrieve(invoiceIn(subscription).id ?? '', {
        expand: ['payments.data.payment.payment_intent', 'customer'],
      });
      expect(expandedInvoice.customer).toMatchObject({ object: 'customer', name: 'Ada Buyer' });
      expect(expandedInvoice.payments?.data[0]?.payment.payment_intent).toMatchObject({ amount: 4995 });
      const tooDeep = { expand: ['latest_invoice.payments.data.payment.payment_intent'] };
      expect(await captureStripeError(stripe.subscriptions.retrieve(subscription.id, tooDeep))).toMatchObject(
        {
          statusCode: 400,
          code: 'property_expansion_max_depth',
        },
      );
      const plainInvoice = await stripe.invoices.retrieve(invoiceIn(subscription).id ?? '');
      expect(plainInvoice).not.toHaveProperty('payments');
      expect(plainInvoice).not.toHaveProperty('confirmation_secret');
    });

    test('unknown and missing parameters are rejected by name', async () => {
      const url = provider.url === '' ? 'https://api.stripe.com' : provider.url;
      const post = async (path: string, body: string) => {
        const headers = { authorization: `Bearer ${provider.secretKey}` };
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers,
          body: new URLSearchParams(body),
        });
        return { status: response.status, body: await response.json() };
      };
      expect(await post('/v1/customers', 'shoe_size=43')).toMatchObject({
        status: 400,
        body: { error: { code: 'parameter_unknown', param: 'shoe_size' } },
      });
      expect(await post('/v1/payment_intents', 'currency=usd')).toMatchObject({
        status: 400,
        body: { error: { code: 'parameter_missing', param: 'amount' } },
      });
    });

    test('a call without a valid key gets a 401', async () => {
      const url = provider.url === '' ? 'https://api.stripe.com' : provider.url;
      expect((await fetch(`${url}/v1/customers`)).status).toBe(401);
      const unauthorized = await fetch(`${url}/v1/customers`, {
        headers: { authorization: 'Bearer nonsense' },
      });
      expect(unauthorized.status).toBe(401);
    });
  });
}
