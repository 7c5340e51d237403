import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { calculateProration } from '#server/domains/catalog/proration.shared.ts';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncPayment } from '#server/domains/checkout/purchase/sync/sync-payment.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { buyBusinessPlan, buyChangeable, readRevenue } from '#tests/helpers/purchases/plan-change.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  await moveDatabaseClock(database.db, 0);
  now = await checkout().sandbox.control.now();
});

interface UpgradeTerms {
  shownTotalCents?: number;
  idempotencyKey?: string;
}

/** Functions that buy the smaller plan. On the first day, an upgrade costs the full price difference. */
const BUY_SMALLER_PLAN = {
  'an individual membership': async () => {
    const owner = await buyChangeable(checkout());
    const isLarger = async () => (await owner.find()).plan === 1;
    return { ...owner, isLarger, smallerId: 0, largerId: 1, smallerCents: 4995, largerCents: 9990 };
  },
  'a business plan': async () => {
    const owner = await buyBusinessPlan(checkout());
    const isLarger = async () => (await owner.find()).planId === 7;
    const upgrade = (terms: UpgradeTerms = {}) => owner.upgrade(terms);
    return {
      ...owner,
      upgrade,
      isLarger,
      smallerId: 8,
      largerId: 7,
      smallerCents: 9990,
      largerCents: 24_975,
    };
  },
} as const;

describe.each(Object.entries(BUY_SMALLER_PLAN))('[D44] an upgrade of %s', (_, buy) => {
  const paidTwice = ({ smallerCents, largerCents }: { smallerCents: number; largerCents: number }) => [
    smallerCents,
    largerCents - smallerCents,
  ];
  const loseCharges = () =>
    checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/payment_intents' });
  const countCharges = async (customer: string) =>
    (await checkout().sandbox.control.charges()).filter(
      (charge) => charge.customer === customer && charge.refunded === 0,
    ).length;

  it('charges the days that are left once, and answers a repeated request with the same purchase', async () => {
    const owner = await buy();
    now = await checkout().sandbox.control.advance({ days: 10 });
    const { days, periodDays } = calculateProration(await owner.readSubscription(), now);
    const cents = Math.round(((owner.largerCents - owner.smallerCents) * days) / periodDays);
    expect((await captureError(owner.upgrade({ shownTotalCents: cents - 1 }))).code).toBe('PRICE_CHANGED');
    expect(await owner.isLarger()).toBe(false);
    const terms = { shownTotalCents: cents, idempotencyKey: randomUUID() };
    const result = await owner.upgrade(terms);
    expect(await owner.upgrade(terms)).toEqual(result);
    expect(await owner.isLarger()).toBe(true);
    expect(await owner.payments()).toEqual([owner.smallerCents, cents]);
    await owner.syncPlan();
    expect(await owner.readPricesAtStripe()).toEqual([owner.largerCents]);
    const revenue = await readRevenue(database.db, owner.account.id);
    expect(new Map(revenue)).toEqual(
      new Map([
        [owner.smallerId, owner.smallerCents],
        [owner.largerId, cents],
      ]),
    );
  });

  it('is charged once if several tabs submit at once', async () => {
    const owner = await buy();
    const shownTotalCents = owner.largerCents - owner.smallerCents;
    const results = await Promise.allSettled([1, 2, 3].map(() => owner.upgrade({ shownTotalCents })));
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.purchaseId] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await owner.payments()).toEqual(paidTwice(owner));
    expect(await countCharges(owner.customer)).toBe(2);
  });

  it('changes nothing if the card is declined, and can then be tried again', async () => {
    const owner = await buy();
    await checkout().sandbox.control.changeCard(owner.customer, '4000000000000341');
    const key = { idempotencyKey: randomUUID() };
    expect((await captureError(owner.upgrade(key))).code).toBe('CARD_DECLINED');
    expect(await owner.isLarger()).toBe(false);
    expect(await owner.payments()).toEqual([owner.smallerCents]);
    await checkout().sandbox.control.changeCard(owner.customer, '4242424242424242');
    await owner.upgrade(key);
    expect(await owner.isLarger()).toBe(true);
    expect(await owner.payments()).toEqual(paidTwice(owner));
  });

  it('waits for the bank’s confirmation, and for nothing longer than half an hour', async () => {
    const owner = await buy();
    await checkout().sandbox.control.changeCard(owner.customer, '4000002760003184');
    const first = await owner.upgrade();
    expect(first).toMatchObject({ status: 'requires_action', clientSecret: expect.any(String) });
    expect(await owner.isLarger()).toBe(false);
    await moveDatabaseClock(database.db, 31 * 60_000);
    await sweepPurchases(checkout().deps);
    expect((await checkout().findPurchase(first.purchaseId)).status).toBe('failed');
    expect(await owner.payments()).toEqual([owner.smallerCents]);

    await moveDatabaseClock(database.db, 0);
    const second = await owner.upgrade();
    if (second.status !== 'requires_action') throw new Error(`The bank requested no check: ${second.status}`);
    await completeAuthentication(checkout().sandbox.url, second.clientSecret, 'succeeded');
    const { providerPaymentId } = await checkout().findPurchase(second.purchaseId);
    await Promise.all([1, 2].map(() => syncPayment(checkout().deps, String(providerPaymentId))));
    expect(await owner.isLarger()).toBe(true);
    expect(await owner.payments()).toEqual(paidTwice(owner));
  });

  it('settles a charge whose response was lost, and refunds it if the period has ended since', async () => {
    const settledOwner = await buy();
    await loseCharges();
    expect((await captureError(settledOwner.upgrade())).code).toBe('PAYMENT_UNCONFIRMED');
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    expect(await settledOwner.isLarger()).toBe(true);
    expect(await settledOwner.payments()).toEqual(paidTwice(settledOwner));

    const lateOwner = await buy();
    await loseCharges();
    expect((await captureError(lateOwner.upgrade())).code).toBe('PAYMENT_UNCONFIRMED');
    now = await checkout().sandbox.control.advance({ months: 1 });
    await lateOwner.sync();
    await moveDatabaseClock(database.db, 33 * 60_000);
    await sweepPurchases(checkout().deps);
    expect(await lateOwner.isLarger()).toBe(false);
    expect(await lateOwner.payments()).toEqual([lateOwner.smallerCents, lateOwner.smallerCents]);
    expect(await countCharges(lateOwner.customer)).toBe(2);
  });

  it('[D55] is undone by a refund in the same period, and done again if the refund fails', async () => {
    const owner = await buy();
    const { purchaseId } = await owner.upgrade();
    const [charge] = await checkout().listCharges(purchaseId);
    const refund = await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    await owner.syncPlan();
    expect(await owner.isLarger()).toBe(false);
    expect(await owner.readPricesAtStripe()).toEqual([owner.smallerCents]);
    await checkout().sandbox.control.failRefund(refund.id);
    await syncCharge(checkout().deps, String(charge?.id));
    await owner.syncPlan();
    expect(await owner.isLarger()).toBe(true);
    expect(await owner.readPricesAtStripe()).toEqual([owner.largerCents]);
  });

  it('[D55] is kept after a refund in a later period, which a renewal paid for', async () => {
    const owner = await buy();
    const { purchaseId } = await owner.upgrade();
    await owner.syncPlan();
    now = await checkout().sandbox.control.advance({ months: 1 });
    await owner.sync();
    expect(await owner.payments()).toEqual([...paidTwice(owner), owner.largerCents]);
    const [charge] = await checkout().listCharges(purchaseId);
    await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    await owner.syncPlan();
    expect(await owner.refundedCents()).toBe(owner.largerCents - owner.smallerCents);
    expect(await owner.isLarger()).toBe(true);
    expect(await owner.readPricesAtStripe()).toEqual([owner.largerCents]);
  });
});
