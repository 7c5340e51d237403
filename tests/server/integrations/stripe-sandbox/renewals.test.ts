import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findYearBeforeLeapYear, PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';
import { type LocalSandbox, openLocalSandbox } from './provider.ts';
import { invoiceIn, newBuyer, newProduct, subscriptionParams } from './purchases.ts';

let sandbox: LocalSandbox;
let stripe: Stripe;
let plan: string;

beforeAll(async () => {
  sandbox = await openLocalSandbox();
  stripe = sandbox.stripe;
  plan = await newProduct(stripe, 'Individual');
});
afterAll(() => sandbox.close());

const year = findYearBeforeLeapYear(new Date());
const advanceTo = (date: string) => sandbox.control.advance({ to: `${date}T10:00:00Z`, exact: true });

async function listCharges(subscription: string): Promise<{ day: string; amount: number }[]> {
  const charges = await sandbox.control.charges();
  return charges
    .filter((charge) => charge.subscription === subscription)
    .map(({ created, amount }) => ({ day: created.slice(0, 10), amount }))
    .reverse();
}

const getStatus = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

describe('[D45] the sandbox’s clock', () => {
  test('charges 37 times in 36 months, each on the 31st or the last day of the month', async () => {
    await advanceTo(`${year}-01-31`);
    const subscription = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe), { plan, metadata: { purchase: 'long' } }),
    );
    await sandbox.control.advance({ months: 36 });
    const days = (await listCharges(subscription.id)).map(({ day }) => day);
    expect(days).toHaveLength(37);
    expect(days.slice(0, 15)).toEqual([
      `${year}-01-31`,
      `${year}-02-28`,
      `${year}-03-31`,
      `${year}-04-30`,
      `${year}-05-31`,
      `${year}-06-30`,
      `${year}-07-31`,
      `${year}-08-31`,
      `${year}-09-30`,
      `${year}-10-31`,
      `${year}-11-30`,
      `${year}-12-31`,
      `${year + 1}-01-31`,
      `${year + 1}-02-29`,
      `${year + 1}-03-31`,
    ]);
    const [firstCharge] = await sandbox.control.charges();
    expect(firstCharge?.metadata).toEqual({ purchase: 'long' });
    const current = await stripe.subscriptions.retrieve(subscription.id);
    const end = new Date((current.items.data[0]?.current_period_end ?? 0) * 1000);
    expect(end.toISOString()).toContain(`${year + 3}-02-28T10:`);
  });

  test('creates a draft invoice at renewal and charges it an hour later', async () => {
    await advanceTo(`${year + 3}-03-15`);
    const subscription = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe), { plan }),
    );
    const boundary = subscription.items.data[0]?.current_period_end ?? 0;
    await sandbox.control.advance({ to: new Date(boundary * 1000).toISOString(), exact: true });
    const renewedSubscription = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    });
    expect(invoiceIn(renewedSubscription)).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
    });
    expect(renewedSubscription.items.data[0]?.current_period_start).toBe(boundary);
    await sandbox.control.advance({ hours: 1, exact: true });
    expect(await listCharges(subscription.id)).toHaveLength(2);
  });

  test('renews yearly plans once a year, on February 28 after a leap day', async () => {
    await advanceTo(`${year + 5}-02-29`);
    const subscription = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe), { plan, interval: 'year', cents: 49_950 }),
    );
    await sandbox.control.advance({ months: 25 });
    expect((await listCharges(subscription.id)).map(({ day }) => day)).toEqual([
      `${year + 5}-02-29`,
      `${year + 6}-02-28`,
      `${year + 7}-02-28`,
    ]);
  });

  test('[D26] retries a failed renewal on schedule while past due, and then cancels', async () => {
    const buyer = await newBuyer(stripe);
    const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
    await sandbox.control.changeCard(buyer.customer, '4000000000000341');
    await sandbox.control.advance({ months: 1 });
    const overdueSubscription = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    });
    expect(overdueSubscription.status).toBe('past_due');
    const failedInvoice = invoiceIn(overdueSubscription);
    expect(failedInvoice).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(failedInvoice.next_payment_attempt).toBe(
      (failedInvoice.status_transitions.finalized_at ?? 0) + 3 * 86_400,
    );
    await sandbox.control.advance({ days: 8 });
    expect((await stripe.invoices.retrieve(failedInvoice.id ?? '')).attempt_count).toBe(4);
    expect(await getStatus(subscription.id)).toBe('past_due');
    await sandbox.control.advance({ days: 7 });
    const endedSubscription = await stripe.subscriptions.retrieve(subscription.id);
    expect(endedSubscription.status).toBe('canceled');
    expect(endedSubscription.cancellation_details?.reason).toBe('payment_failed');
    expect(await listCharges(subscription.id)).toHaveLength(1);
  });

  test('[D26] lets a new card pay an open invoice, and the subscription continues', async () => {
    const buyer = await newBuyer(stripe);
    const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
    await sandbox.control.changeCard(buyer.customer, '4000 0000 0000 9995');
    await sandbox.control.advance({ months: 1 });
    expect(await getStatus(subscription.id)).toBe('past_due');
    await sandbox.control.changeCard(buyer.customer, '4242 4242 4242 4242');
    const { latest_invoice: bill } = await stripe.subscriptions.retrieve(subscription.id);
    await stripe.invoices.pay(String(bill));
    expect(await getStatus(subscription.id)).toBe('active');
    await sandbox.control.advance({ months: 1 });
    expect(await listCharges(subscription.id)).toHaveLength(3);
  });

  test('reactivates the subscription after a successful retry', async () => {
    const buyer = await newBuyer(stripe);
    const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
    await sandbox.control.fault({ kind: 'decline', times: 1, reason: 'insufficient_funds' });
    await sandbox.control.advance({ months: 1 });
    await sandbox.control.clearFaults();
    await sandbox.control.advance({ days: 4 });
    expect(await getStatus(subscription.id)).toBe('active');
    expect(await listCharges(subscription.id)).toHaveLength(2);
  });

  test('creates only draft invoices after the last attempt if afterRetries is unpaid', async () => {
    await sandbox.control.settings({ afterRetries: 'unpaid', retryDays: [1] });
    const buyer = await newBuyer(stripe);
    const subscription = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
    await sandbox.control.changeCard(buyer.customer, '4000000000000341');
    await sandbox.control.advance({ months: 1, days: 2 });
    expect(await getStatus(subscription.id)).toBe('unpaid');
    await sandbox.control.advance({ months: 1 });
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ status }) => status)).toEqual(['draft', 'open', 'paid']);
    await sandbox.control.settings({ afterRetries: 'cancel', retryDays: [3, 5, 7, 14] });
  });

  test('keeps a subscription active until period end if it is canceled then', async () => {
    const subscription = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe), { plan }),
    );
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await sandbox.control.advance({ days: 27 });
    expect(await getStatus(subscription.id)).toBe('active');
    await sandbox.control.advance({ days: 5 });
    const endedSubscription = await stripe.subscriptions.retrieve(subscription.id);
    expect(endedSubscription).toMatchObject({
      status: 'canceled',
      ended_at: subscription.items.data[0]?.current_period_end,
    });
    expect(endedSubscription.cancellation_details?.reason).toBe('cancellation_requested');
    expect(await listCharges(subscription.id)).toHaveLength(1);
  });

  test('expires an incomplete subscription after 23 hours', async () => {
    const subscription = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe, 'authenticationRequired'), { plan }),
    );
    await sandbox.control.advance({ hours: 22, exact: true });
    expect(await getStatus(subscription.id)).toBe('incomplete');
    await sandbox.control.advance({ hours: 2, exact: true });
    expect(await getStatus(subscription.id)).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(invoiceIn(subscription).id ?? '')).status).toBe('void');
  });

  test('renews with a card that was authenticated once, but not with one that always requires authentication', async () => {
    const once = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe, 'authenticationRequiredOnSetup'), { plan }),
    );
    const always = await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe, 'authenticationRequired'), { plan }),
    );
    for (const subscription of [once, always]) {
      const secret = invoiceIn(subscription).confirmation_secret?.client_secret ?? '';
      await fetch(`${sandbox.url}/v1/3ds2/authenticate`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_test_browser' },
        body: new URLSearchParams({
          intent: secret.split('_secret_')[0] ?? '',
          client_secret: secret,
          outcome: 'succeeded',
        }),
      });
      expect(await getStatus(subscription.id)).toBe('active');
    }
    await sandbox.control.advance({ months: 1 });
    expect(await getStatus(once.id)).toBe('active');
    expect(await getStatus(always.id)).toBe('past_due');
    const openSubscription = await stripe.subscriptions.retrieve(always.id, {
      expand: ['latest_invoice.payments'],
    });
    const intent = invoiceIn(openSubscription).payments?.data[0]?.payment.payment_intent;
    expect((await stripe.paymentIntents.retrieve(String(intent))).status).toBe('requires_action');
  });

  test('[D42] applies a discount for as many periods as its coupon has', async () => {
    const listMonthlyAmounts = async (coupon: Stripe.CouponCreateParams) => {
      const { id } = await stripe.coupons.create(coupon);
      return stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe), { plan, itemCoupon: id }),
      );
    };
    const discount = { amount_off: 1000, currency: 'usd' };
    const once = await listMonthlyAmounts({ ...discount, duration: 'once' });
    const three = await listMonthlyAmounts({ ...discount, duration: 'repeating', duration_in_months: 3 });
    const always = await listMonthlyAmounts({ percent_off: 33, duration: 'forever' });
    await sandbox.control.advance({ months: 4 });
    const listAmounts = async ({ id }: Stripe.Subscription) =>
      (await listCharges(id)).map(({ amount }) => amount);
    expect(await listAmounts(once)).toEqual([3995, 4995, 4995, 4995, 4995]);
    expect(await listAmounts(three)).toEqual([3995, 3995, 3995, 4995, 4995]);
    expect(await listAmounts(always)).toEqual([3347, 3347, 3347, 3347, 3347]);
  });

  test('[D42] starts a discount with its first period, even if time passes during the request', async () => {
    const terms = {
      amount_off: 1000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 1,
    } as const;
    const coupon = await stripe.coupons.create(terms);
    const params = subscriptionParams(await newBuyer(stripe), { plan, itemCoupon: coupon.id });
    let nowMs = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      nowMs += 1_000;
      return nowMs;
    });
    const { id } = await stripe.subscriptions.create(params);
    clock.mockRestore();
    await sandbox.control.advance(PAST_NEXT_RENEWAL);
    expect((await listCharges(id)).map(({ amount }) => amount)).toEqual([3995, 4995]);
  });

  test('never moves the clock backward', async () => {
    const timeBefore = await sandbox.control.now();
    await sandbox.control.advance({ to: '2020-01-01T00:00:00Z' });
    expect((await sandbox.control.now()).getTime()).toBeGreaterThanOrEqual(timeBefore.getTime());
  });
});
