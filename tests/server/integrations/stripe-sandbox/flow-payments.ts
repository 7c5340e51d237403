import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shop } from './provider.ts';
import { captureStripeError, intentIn, invoiceIn, newBuyer, subscriptionParams } from './purchases.ts';

export function paymentFlows(shop: () => Shop): void {
  describe('payments', () => {
    let stripe: Stripe;
    let plan: string;
    beforeAll(() => {
      ({ stripe, plan } = shop());
    });

    describe('payment behaviors', () => {
      test('allow_incomplete keeps a declined subscription so that another card can pay', async () => {
        const subscription = await stripe.subscriptions.create(
          subscriptionParams(await newBuyer(stripe, 'chargeCustomerFail'), { plan }),
        );
        expect(subscription.status).toBe('incomplete');
        expect(invoiceIn(subscription)).toMatchObject({ status: 'open', attempt_count: 1 });
        const refusedIntent = await stripe.paymentIntents.retrieve(intentIn(subscription));
        expect(refusedIntent.status).toBe('requires_payment_method');
        expect(refusedIntent.last_payment_error).toMatchObject({ code: 'card_declined', type: 'card_error' });
        await stripe.paymentIntents.confirm(refusedIntent.id, { payment_method: 'pm_card_visa' });
        expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
      });

      test('error_if_incomplete returns the decline and creates nothing', async () => {
        const buyer = await newBuyer(stripe, 'chargeCustomerFail');
        const params = subscriptionParams(buyer, { plan, behavior: 'error_if_incomplete' });
        const refusedIntent = await captureStripeError(stripe.subscriptions.create(params));
        expect(refusedIntent).toMatchObject({
          type: 'StripeCardError',
          statusCode: 402,
          code: 'card_declined',
          decline_code: 'generic_decline',
        });
        const remainingSubscriptions = await stripe.subscriptions.list({
          customer: buyer.customer,
          status: 'all',
        });
        expect(remainingSubscriptions.data).toEqual([]);
      });

      test('default_incomplete waits for the browser', async () => {
        const subscription = await stripe.subscriptions.create(
          subscriptionParams(await newBuyer(stripe), { plan, behavior: 'default_incomplete' }),
        );
        expect(subscription.status).toBe('incomplete');
        expect(invoiceIn(subscription).confirmation_secret?.client_secret).toContain(
          `${intentIn(subscription)}_secret_`,
        );
        await stripe.paymentIntents.confirm(intentIn(subscription), { return_url: 'https://example.com' });
        expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
      });
    });

    test('required authentication leaves the subscription incomplete, with a client secret', async () => {
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe, 'authenticationRequired'), { plan }),
      );
      expect(subscription.status).toBe('incomplete');
      const intent = await stripe.paymentIntents.retrieve(intentIn(subscription));
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      expect(invoiceIn(subscription).confirmation_secret?.client_secret).toBe(intent.client_secret);
      const canceledSubscription = await stripe.subscriptions.cancel(subscription.id);
      expect(canceledSubscription.status).toBe('incomplete_expired');
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
    });

    test('a one-time payment is charged and refunded in parts', async () => {
      const buyer = await newBuyer(stripe);
      const paidIntent = await stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        customer: buyer.customer,
        payment_method: buyer.card,
        confirm: true,
        off_session: true,
      });
      expect(paidIntent.status).toBe('succeeded');
      const partialRefund = await stripe.refunds.create({ payment_intent: paidIntent.id, amount: 400 });
      expect(partialRefund).toMatchObject({ amount: 400, status: 'succeeded' });
      expect(
        await captureStripeError(stripe.refunds.create({ payment_intent: paidIntent.id, amount: 601 })),
      ).toMatchObject({
        statusCode: 400,
      });
      await stripe.refunds.create({ payment_intent: paidIntent.id });
      expect(
        await captureStripeError(stripe.refunds.create({ payment_intent: paidIntent.id })),
      ).toMatchObject({
        code: 'charge_already_refunded',
      });
      const charge = await stripe.charges.retrieve(String(paidIntent.latest_charge));
      expect(charge).toMatchObject({ refunded: true, amount_refunded: 1000 });
    });

    test('a canceled intent cannot be confirmed', async () => {
      const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' });
      expect(intent.status).toBe('requires_payment_method');
      expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
      expect(
        await captureStripeError(
          stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
        ),
      ).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    });
  });
}
