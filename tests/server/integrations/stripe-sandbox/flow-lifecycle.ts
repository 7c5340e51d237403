import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Provider, Shop } from './provider.ts';
import { intentIn, newBuyer, subscriptionParams } from './purchases.ts';

const MONTH_SECONDS = 32 * 86_400;
const MAX_POLLS = 60;
const POLL_MS = 2_000;

async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const value = await read();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('Stripe did not reach the expected state in time');
}

/** Advances time past the next renewal, on the sandbox's clock or on the customer's Stripe test clock. */
async function advanceOneMonth({ control, stripe }: Provider, clock: string | undefined): Promise<void> {
  if (control) return void (await control.advance({ days: MONTH_SECONDS / 86_400 }));
  const id = clock ?? '';
  const { frozen_time } = await stripe.testHelpers.testClocks.retrieve(id);
  await stripe.testHelpers.testClocks.advance(id, { frozen_time: frozen_time + MONTH_SECONDS });
  await until(
    () => stripe.testHelpers.testClocks.retrieve(id),
    ({ status }) => status === 'ready',
  );
}

/**
 * Covers what happens after a sale: renewals, disputes, cancellations, and later charges of the saved card.
 */
export function lifecycleFlows(shop: () => Shop): void {
  describe('a sale over time', () => {
    let provider: Provider;
    let stripe: Stripe;
    let plan: string;
    beforeAll(() => {
      ({ provider, stripe, plan } = shop());
    });

    /** Creates a buyer whose time can be advanced. */
    async function newTimedBuyer(card = 'visa') {
      if (provider.control) return { buyer: await newBuyer(stripe, card), clock: undefined };
      const frozen_time = Math.floor(Date.now() / 1000);
      const { id } = await stripe.testHelpers.testClocks.create({ frozen_time });
      return { buyer: await newBuyer(stripe, card, { test_clock: id }), clock: id };
    }

    test('is renewed and charged once a month later', async () => {
      const { buyer, clock } = await newTimedBuyer();
      const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
      await advanceOneMonth(provider, clock);
      const paidInvoices = await until(
        () => stripe.invoices.list({ subscription: subscription.id, status: 'paid' }),
        ({ data }) => data.length === 2,
      );
      expect(
        paidInvoices.data.map(({ billing_reason, amount_paid }) => [billing_reason, amount_paid]),
      ).toEqual([
        ['subscription_cycle', 4995],
        ['subscription_create', 4995],
      ]);
    }, 200_000);

    test('is not renewed if its subscription is canceled at the period’s end', async () => {
      const { buyer, clock } = await newTimedBuyer();
      const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
      await advanceOneMonth(provider, clock);
      const endedSubscription = await until(
        () => stripe.subscriptions.retrieve(subscription.id),
        ({ status }) => status === 'canceled',
      );
      expect(endedSubscription.ended_at).not.toBeNull();
      expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
    }, 200_000);

    test('is paid with a newly saved card after a refused renewal', async () => {
      const { buyer, clock } = await newTimedBuyer();
      const { customer } = buyer;
      const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
      const failingMethod = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
      await stripe.subscriptions.update(subscription.id, { default_payment_method: failingMethod.id });
      await advanceOneMonth(provider, clock);
      await until(
        () => stripe.subscriptions.retrieve(subscription.id),
        ({ status }) => status === 'past_due',
      );
      const setup = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        payment_method: 'pm_card_visa',
        confirm: true,
      });
      const savedMethodId = String(setup.payment_method);
      await stripe.subscriptions.update(subscription.id, { default_payment_method: savedMethodId });
      const { data: open } = await stripe.invoices.list({ subscription: subscription.id, status: 'open' });
      expect(open.map(({ amount_remaining }) => amount_remaining)).toEqual([4995]);
      const bill = open[0]?.id ?? '';
      const paidInvoice = await stripe.invoices.pay(bill, {
        payment_method: savedMethodId,
        off_session: false,
      });
      expect(paidInvoice.status).toBe('paid');
      await expect(stripe.invoices.pay(bill, { payment_method: savedMethodId })).rejects.toThrow(
        'already paid',
      );
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    }, 200_000);

    test('can be disputed, and its charge is listed with the dispute', async () => {
      // Stripe disputes every charge of this card.
      const buyer = await newBuyer(stripe, provider.control ? 'visa' : 'createDispute');
      const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
      const charges = await stripe.charges.list({ payment_intent: intentIn(subscription) });
      const charge = charges.data[0]?.id ?? '';
      await provider.control?.dispute(charge);
      const disputes = await until(
        () => stripe.disputes.list({ charge }),
        ({ data }) => data.length > 0,
      );
      expect(disputes.data).toMatchObject([{ charge, amount: 4995, status: 'needs_response' }]);
      expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
    }, 200_000);

    test('can charge a saved card later without its holder', async () => {
      const buyer = await newBuyer(stripe);
      await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
      const paidIntent = await stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        customer: buyer.customer,
        payment_method: buyer.card,
        confirm: true,
        off_session: true,
      });
      expect(paidIntent).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    });
  });
}
