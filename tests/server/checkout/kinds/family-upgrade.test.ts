import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { calculateProration, prorate } from '#server/domains/catalog/proration.shared.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { addMonths } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { buyChangeable, FAMILY } from '#tests/helpers/purchases/plan-change.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  await moveDatabaseClock(database.db, 0);
  now = await checkout().sandbox.control.now();
});

async function advance(by: { months?: number; days?: number; to?: string; exact?: true }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

/** Computes the expected price of the rest of the paid period, in cents. */
function expectedCents(subscription: { periodStart: Date; periodEnd: Date }, extraCents = 4995): number {
  const { days, periodDays } = calculateProration(subscription, now);
  return Math.round((extraCents * days) / periodDays);
}

describe('[D44] the price of the days that are left', () => {
  test('is the difference of the prices for each number of days, rounded half up', () => {
    // The price differences to the family plan and to the larger business plans.
    for (const cents of [4995, 9990, 14_985]) {
      for (const periodDays of [28, 29, 30, 31, 365, 366]) {
        for (let days = 0; days <= periodDays; days++) {
          // Use integers only, and round up if the remainder is at least half.
          const product = BigInt(cents) * BigInt(days);
          const [quotient, rest] = [product / BigInt(periodDays), product % BigInt(periodDays)];
          const expected = Number(quotient) + (2n * rest >= BigInt(periodDays) ? 1 : 0);
          expect(prorate(cents, { days, periodDays })).toBe(expected);
        }
      }
    }
  });

  test('falls day by day, and below Stripe’s minimum nothing is charged', async () => {
    await advance({ to: `${now.getUTCFullYear() + 1}-01-15T19:00:00Z` });
    const member = await buyChangeable(checkout());
    const start = now;
    const prices = new Map<number, number>();
    for (let day = 0; day < 31; day++) {
      now = new Date(start.getTime() + day * 86_400_000);
      const { upgrade } = await member.offer();
      prices.set(upgrade?.days ?? -1, upgrade?.quote.totalCents ?? -1);
    }
    expect([...prices]).toEqual(
      Array.from({ length: 31 }, (_, day) => [31 - day, Math.round((4995 * (31 - day)) / 31)]),
    );
  });
});

describe('changing an individual membership to the family plan', () => {
  it('shows the price first, charges it once, and keeps the membership’s number', async () => {
    const member = await buyChangeable(checkout());
    await advance({ days: 10 });
    const cents = expectedCents(await member.readSubscription());
    const offer = await member.offer();
    expect(offer).toMatchObject({
      planName: 'Family',
      renewal: { amountCents: 9990, interval: 'month', on: (await member.find()).periodEnd },
      upgrade: { quote: { totalCents: cents }, card: { brand: 'visa', last4: '4242' } },
    });
    const priceError = await captureError(member.upgrade({ shownTotalCents: cents - 1 }));
    expect(priceError.code).toBe('PRICE_CHANGED');
    expect(await member.find()).toMatchObject({ plan: 0 });

    const input = { idempotencyKey: randomUUID(), shownTotalCents: cents };
    const result = await member.upgrade(input);
    expect(await checkout().listCharges(result.purchaseId)).toMatchObject([{ amount: cents }]);
    expect(await member.find()).toMatchObject({
      number: member.number,
      plan: 1,
      family: FAMILY,
      lastCharge: { amountCents: cents },
      planChange: { isUpgrade: false, scheduledFor: null },
    });
    // A client that lost the response repeats the request, and must get the same result.
    expect(await member.caller.planChanges.upgrade({ number: member.number, ...FAMILY, ...input })).toEqual(
      result,
    );
    expect((await captureError(member.upgrade())).message).toBe('This is already a family membership.');
    expect(await member.payments()).toEqual([4995, cents]);
  });

  it('is refused or returned in words if the membership was canceled in another window', async () => {
    const member = await buyChangeable(checkout());
    const canceled = 'You canceled this membership in another window. Please resume it first.';
    await checkout().sandbox.control.changeCard(member.customer, '4000002760003184');
    const shownTotalCents = (await member.offer()).upgrade?.quote.totalCents ?? 0;
    const upgrade = await member.upgrade();
    if (upgrade.status !== 'requires_action') throw new Error(`No bank check: ${upgrade.status}`);
    await member.caller.memberships.cancel({ number: member.number });
    await completeAuthentication(checkout().sandbox.url, upgrade.clientSecret, 'succeeded');
    const confirm = () => member.caller.checkout.confirmCard({ purchaseId: upgrade.purchaseId });
    // Whether the browser or Stripe's webhook comes first, the browser gets the same answer.
    for (const _ of ['first', 'second']) {
      expect(await captureError(confirm())).toMatchObject({
        code: 'CHARGE_RETURNED',
        message: `${canceled} We returned your payment.`,
      });
    }
    expect((await captureError(member.upgrade({ shownTotalCents }))).message).toBe(canceled);
    expect(await member.payments()).toEqual([4995]);
  });

  it('renews at the family price, with receipts of the upgrade and of the renewal', async () => {
    const member = await buyChangeable(checkout());
    const { purchaseId } = await member.upgrade();
    await member.syncPlan();
    await member.syncPlan();
    expect(await member.readPricesAtStripe()).toEqual([9990]);
    const context = { deps: checkout().deps, account: member.account, existingGuestKey: null };
    expect(await getReceipt(context, { id: purchaseId, key: null })).toMatchObject({
      subject: 'family membership',
      lines: [
        {
          description: expect.stringMatching(/^Upgrade from Individual to Family \((\d+) of \1 days\)$/),
          amountCents: 4995,
        },
      ],
      totalCents: 4995,
      renewal: { amountCents: 9990, interval: 'month' },
    });
    expect(member.mails().at(-1)).toContain('"subject":"family membership"');
    await advance({ months: 1 });
    await member.sync();
    expect(await member.payments()).toEqual([4995, 4995, 9990]);
    expect(await member.find()).toMatchObject({
      plan: 1,
      state: 'active',
      lastCharge: { amountCents: 9990 },
    });
    const renewal = await database.db
      .selectFrom('payments')
      .select('id')
      .where('purchaseId', '=', member.purchaseId)
      .orderBy('paidAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(await getReceipt(context, { id: renewal.id, key: null })).toMatchObject({
      totalCents: 9990,
      lines: [{ description: expect.stringContaining('Family'), amountCents: 9990 }],
      discount: null,
    });
    const charges = await checkout().listCharges(member.purchaseId);
    const charge = charges.find(({ amount }) => amount === 9990)?.id ?? '';
    await checkout().deps.stripe.refunds.create({ charge, amount: 1000 });
    await syncCharge(checkout().deps, charge);
    const { receipts } = await checkout().caller(member.account).billing.receipts({});
    const refund = receipts.find(({ type }) => type === 'refund');
    expect(refund).toMatchObject({ description: 'Family Membership', amountCents: -1000 });
    expect(await getReceipt(context, { id: refund?.id ?? '', key: null })).toMatchObject({
      lines: [{ description: expect.stringMatching(/^Family Membership, paid on/), amountCents: 1000 }],
    });
  });

  it('charges once if two tabs submit at once, with the same names or with others', async () => {
    const same = await buyChangeable(checkout());
    const results = await Promise.allSettled([1, 2, 3].map(() => same.upgrade({ shownTotalCents: 4995 })));
    // A tab that submits later gets the same purchase, or an error because the membership is already a family
    // plan.
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.purchaseId] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await same.payments()).toEqual([4995, 4995]);

    const other = await buyChangeable(checkout());
    const outcomes = await Promise.allSettled([
      other.upgrade({ members: [{ name: 'One' }], shownTotalCents: 4995 }),
      other.upgrade({ members: [{ name: 'Two' }], shownTotalCents: 4995 }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await other.payments()).toEqual([4995, 4995]);
    const charges = (await checkout().sandbox.control.charges()).filter(
      ({ customer, refunded }) => customer === other.customer && refunded === 0,
    );
    expect(charges).toHaveLength(2);
  });

  it.each([
    ['past due', 'Your last payment failed. Please pay the open bill first.'],
    ['canceled', 'This membership is canceled. Please resume it first.'],
    ['about to renew', 'This membership is about to renew. Please try again once it has renewed.'],
  ] as const)('is refused with a reason if the membership is %s', async (state, reason) => {
    const member = await buyChangeable(checkout());
    if (state === 'canceled') await member.caller.memberships.cancel({ number: member.number });
    if (state === 'past due') {
      await checkout().sandbox.control.changeCard(member.customer, '4000000000000341');
      await advance({ months: 1 });
      await member.sync();
    }
    const { periodEnd } = await member.readSubscription();
    if (state === 'about to renew') now = new Date(periodEnd.getTime() - 59 * 60_000);
    expect((await member.find()).planChange?.obstacle).toBe(reason);
    expect(await captureError(member.offer())).toMatchObject({ code: 'PLAN_UNCHANGEABLE', message: reason });
    expect(await captureError(member.upgrade({ shownTotalCents: 4995 }))).toMatchObject({
      code: 'PLAN_UNCHANGEABLE',
      message: state === 'canceled' ? expect.stringContaining('in another window') : reason,
    });
    expect(await member.find()).toMatchObject({ plan: 0 });
  });

  it('[D25] is refused in a free period', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 100, amountOff: null, isFree: true });
    const member = await buyChangeable(checkout(), { discountCode: code, token: 'none' });
    const reason = 'This free membership ends on its own, so its plan can’t be changed.';
    expect((await captureError(member.offer())).message).toBe(reason);
  });

  it('[D42] prices both plans with the promo code, for as many periods as it has', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 10, amountOff: null, periods: 2 });
    const member = await buyChangeable(checkout(), { discountCode: code });
    const { renewal, upgrade } = await member.offer();
    // With 10% off, a family period costs 89.91 and an individual period 44.96. The whole first period is
    // left.
    expect({ now: upgrade?.quote.totalCents, next: renewal.amountCents }).toEqual({ now: 4495, next: 8991 });
    await member.upgrade();
    await member.syncPlan();
    await advance({ months: 1 });
    await member.sync();
    await advance({ to: addMonths((await member.readSubscription()).periodEnd, 0).toISOString() });
    await advance({ days: 1 });
    await member.sync();
    expect(await member.payments()).toEqual([4496, 4495, 8991, 9990]);
  });

  it('[D42] prices the last discounted period with the promo code, and the next one without it', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 10, amountOff: null, periods: 1 });
    const member = await buyChangeable(checkout(), { discountCode: code });
    const { renewal, upgrade } = await member.offer();
    expect({ now: upgrade?.quote.totalCents, next: renewal.amountCents }).toEqual({ now: 4495, next: 9990 });
  });

  it('[D13] pays the referrer’s commission on it as on any other payment', async () => {
    const educator = await makeAccount(database.db, { accountType: 3, referenceCode: `E${Date.now()}` });
    const member = await buyChangeable(checkout(), { reference: educator.id });
    await member.upgrade();
    const lines = await database.db
      .selectFrom('commissions')
      .select(['rule', 'baseCents', 'amountCents'])
      .where('affiliateId', '=', educator.id)
      .execute();
    expect(lines).toEqual(Array(2).fill({ rule: 'educator', baseCents: 4995, amountCents: 999 }));
  });
});
