import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shop } from './provider.ts';
import { failureOf, intentIn, invoiceIn, newBuyer, subscriptionOf } from './purchases.ts';

/** Subscriptions, prices, and discounts. */
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
      const sold = await stripe.subscriptions.create(subscriptionOf(buyer, { plan, extra }));
      expect(sold.status).toBe('active');
      expect(invoiceIn(sold)).toMatchObject({ status: 'paid', total: 5995, amount_paid: 5995 });
      const intent = await stripe.paymentIntents.retrieve(intentIn(sold), { expand: ['latest_charge'] });
      expect(intent).toMatchObject({ amount_received: 5995, status: 'succeeded', customer: buyer.customer });
      expect(intent.latest_charge).toMatchObject({ amount: 5995, paid: true });
      expect(
        invoiceIn(sold)
          .lines.data.map(({ amount }) => amount)
          .sort(),
      ).toEqual([1000, 4995]);
      const [item] = sold.items.data;
      expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(
        27 * 86_400,
      );
    });

    test('[D42] a discount on an item does not reduce the card fee', async () => {
      const coupon = await stripe.coupons.create({ amount_off: 1005, currency: 'usd', duration: 'once' });
      const order = { plan, extra, itemCoupon: coupon.id };
      const sold = await stripe.subscriptions.create(subscriptionOf(await newBuyer(stripe), order));
      expect(invoiceIn(sold).total).toBe(4995 - 1005 + 1000);
      const fee = invoiceIn(sold).lines.data.find(({ amount }) => amount === 1000);
      expect(fee?.discount_amounts).toEqual([]);
    });

    test('[D42] a discount on the subscription does not reduce a non-discountable line', async () => {
      const coupon = await stripe.coupons.create({ amount_off: 9900, currency: 'usd', duration: 'once' });
      const sold = await stripe.subscriptions.create(
        subscriptionOf(await newBuyer(stripe), { plan, extra, coupon: coupon.id }),
      );
      expect(invoiceIn(sold).total).toBe(1000);
    });

    test('[D25] a free first month charges nothing', async () => {
      const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
      const sold = await stripe.subscriptions.create(
        subscriptionOf(await newBuyer(stripe), { plan, coupon: coupon.id }),
      );
      expect(sold.status).toBe('active');
      expect(invoiceIn(sold)).toMatchObject({ status: 'paid', total: 0 });
      expect(invoiceIn(sold).payments?.data).toEqual([]);
    });

    test('a product id can be created only once', async () => {
      const again = await failureOf(stripe.products.create({ id: plan, name: 'Individual' }));
      expect(again).toMatchObject({ statusCode: 400, code: 'resource_already_exists' });
    });
  });
}
