import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shop } from './provider.ts';
import { captureStripeError, intentIn, invoiceIn, newBuyer, subscriptionParams } from './purchases.ts';

/** Covers subscriptions, prices, and discounts. */
export function salesFlows(shop: () => Shop): void {
  describe('sales', () => {
    let stripe: Stripe;
    let plan: string;
    let extra: string;
    beforeAll(() => {
      ({ stripe, plan, extra } = shop());
    });

    test('a membership of 49.95 and a card for 10.00 are one charge of 59.95', async () => {
      const buyer = await newBuyer(stripe);
      const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan, extra }));
      expect(subscription.status).toBe('active');
      expect(invoiceIn(subscription)).toMatchObject({ status: 'paid', total: 5995, amount_paid: 5995 });
      const intent = await stripe.paymentIntents.retrieve(intentIn(subscription), {
        expand: ['latest_charge'],
      });
      expect(intent).toMatchObject({ amount_received: 5995, status: 'succeeded', customer: buyer.customer });
      expect(intent.latest_charge).toMatchObject({ amount: 5995, paid: true });
      expect(
        invoiceIn(subscription)
          .lines.data.map(({ amount }) => amount)
          .sort(),
      ).toEqual([1000, 4995]);
      const [item] = subscription.items.data;
      expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(
        27 * 86_400,
      );
    });

    test('[D42] a discount on an item does not reduce the card fee', async () => {
      const coupon = await stripe.coupons.create({ amount_off: 1005, currency: 'usd', duration: 'once' });
      const options = { plan, extra, itemCoupon: coupon.id };
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe), options),
      );
      expect(invoiceIn(subscription).total).toBe(4995 - 1005 + 1000);
      const fee = invoiceIn(subscription).lines.data.find(({ amount }) => amount === 1000);
      expect(fee?.discount_amounts).toEqual([]);
    });

    test('[D42] a discount on the subscription does not reduce a non-discountable line', async () => {
      const coupon = await stripe.coupons.create({ amount_off: 9900, currency: 'usd', duration: 'once' });
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe), { plan, extra, coupon: coupon.id }),
      );
      expect(invoiceIn(subscription).total).toBe(1000);
    });

    test('[D25] a free first month charges nothing', async () => {
      const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe), { plan, coupon: coupon.id }),
      );
      expect(subscription.status).toBe('active');
      expect(invoiceIn(subscription)).toMatchObject({ status: 'paid', total: 0 });
      expect(invoiceIn(subscription).payments?.data).toEqual([]);
    });

    test('a product id can be created only once', async () => {
      const duplicateError = await captureStripeError(
        stripe.products.create({ id: plan, name: 'Individual' }),
      );
      expect(duplicateError).toMatchObject({ statusCode: 400, code: 'resource_already_exists' });
    });
  });
}
