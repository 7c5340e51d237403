import { beforeEach, describe, expect, it, test } from 'vitest';
import { calculateProration } from '#server/domains/catalog/proration.shared.ts';
import { priceAddedSeats } from '#server/domains/catalog/seat-price.shared.ts';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { addMonths } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  employees,
  makeCompany,
  makeCompanyWithCards,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  await moveDatabaseClock(database.db, 0);
  now = await checkout().sandbox.control.now();
});

async function advance(by: { months?: number; days?: number }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

/**
 * Creates a company with cards. Returns functions that add cards, sync the company, and read its page and its
 * Stripe subscription.
 */
async function buyCards(overrides: Parameters<typeof makeCompanyWithCards>[2] = {}) {
  const company = await makeCompanyWithCards(database.db, checkout(), overrides);
  const purchase = await checkout().findPurchase(company.purchaseId);
  const providerId = String(purchase.providerSubscriptionId);
  return {
    ...company,
    customer: String(purchase.providerCustomerId),
    view: () => company.caller.corporate.company(),
    quote: (personal: number, family = 0) => company.caller.corporate.seatsQuote({ personal, family }),
    add: (personal: number, family = 0, more: Parameters<typeof makeCorporatePurchase>[0] = {}) =>
      company.caller.corporate.addSeats(
        makeCorporatePurchase({ employees: employees(personal, family), ...more }),
      ),
    renewSeats: () => syncSeats(checkout().deps, company.account.id),
    sync: () => syncSubscription(checkout().deps, providerId),
    items: async () =>
      (await checkout().deps.stripe.subscriptions.retrieve(providerId)).items.data.map(
        ({ price, quantity }) => ({ each: price.unit_amount, quantity }),
      ),
  };
}

describe('[D44] proration by whole days', () => {
  const year = { periodStart: new Date('2026-03-01T20:00:00Z'), periodEnd: new Date('2027-03-01T20:00:00Z') };

  test.each([
    ['2026-03-01T20:00:01Z', 365],
    // This is still March 1 in the business time zone.
    ['2026-03-02T05:00:00Z', 365],
    ['2026-03-02T08:00:00Z', 364],
    ['2026-11-22T09:00:00Z', 99],
    ['2027-02-28T20:00:00Z', 1],
    ['2027-03-01T19:00:00Z', 0],
    ['2027-03-05T19:00:00Z', 0],
    ['2026-02-01T00:00:00Z', 365],
  ])('at %s leaves %i of 365 days', (at, days) => {
    expect(calculateProration(year, new Date(at))).toEqual({ days, periodDays: 365 });
  });

  test('is rounded half up per card and equals the full price on the first day', () => {
    const seats = [
      { planId: 3, description: 'Corporate Individual Card', quantity: 3, yearlyCents: 4_995 },
      { planId: 4, description: 'Corporate Family Card', quantity: 0, yearlyCents: 9_990 },
    ];
    expect(priceAddedSeats(seats, { days: 365, periodDays: 365 }).totalCents).toBe(3 * 4_995);
    // 49.95 × 99 / 365 is 13.5480…, and 49.95 × 73 / 365 is exactly 9.99.
    expect(priceAddedSeats(seats, { days: 99, periodDays: 365 })).toMatchObject({
      interval: 'once',
      totalCents: 3 * 1_355,
      lines: [{ description: 'Corporate Individual Card (99 of 365 days)', quantity: 3, unitCents: 1_355 }],
    });
    expect(priceAddedSeats(seats, { days: 73, periodDays: 365 }).totalCents).toBe(3 * 999);
  });
});

describe('[D31][D44] adding cards', () => {
  it('shows the price first, charges it once, and creates the cards immediately', async () => {
    const { caller, view, quote, add } = await buyCards();
    await advance({ days: 100 });
    const shownQuote = await quote(2, 1);
    const prorate = (yearly: number) => Math.round((yearly * shownQuote.days) / shownQuote.periodDays);
    expect(shownQuote.quote.totalCents).toBe(2 * prorate(4_995) + prorate(9_990));
    expect(shownQuote).toMatchObject({ periodDays: expect.any(Number), yearlyCents: 2 * 4_995 + 9_990 });
    expect(shownQuote.days).toBeGreaterThanOrEqual(264);
    expect(shownQuote.days).toBeLessThanOrEqual(266);
    const priceError = await captureError(add(2, 1, { shownTotalCents: shownQuote.quote.totalCents - 1 }));
    expect(priceError.code).toBe('PRICE_CHANGED');
    const { purchaseId } = await add(2, 1, { shownTotalCents: shownQuote.quote.totalCents });
    const charges = await checkout().listCharges(purchaseId);
    expect(charges.map(({ amount }) => amount)).toEqual([shownQuote.quote.totalCents]);
    expect((await caller.corporate.cards({})).count).toBe(8);
    const { counts, plan } = await view();
    expect(counts).toEqual({ personal: 7, family: 1 });
    expect(plan?.payments.map(({ description, amountCents }) => [description, amountCents])).toEqual([
      ['Added cards', shownQuote.quote.totalCents],
      ['Corporate cards', 24_975],
    ]);
    expect(plan?.nextCharge?.amountCents).toBe(7 * 4_995 + 9_990);
  });

  it('leads to a renewal at the full price of all cards, whichever kind was bought first', async () => {
    const { account, view, add, renewSeats, sync, items } = await buyCards();
    await add(1, 2);
    expect(checkout().jobs.of('sync-seats').length).toBeGreaterThan(0);
    await renewSeats();
    await renewSeats();
    expect(await items()).toEqual([
      { each: 4_995, quantity: 6 },
      { each: 9_990, quantity: 2 },
    ]);
    const expected = (await view()).plan?.nextCharge?.amountCents;
    expect(expected).toBe(6 * 4_995 + 2 * 9_990);
    await advance({ months: 12 });
    await sync();
    const { plan } = await view();
    expect(plan?.payments[0]).toMatchObject({ description: 'Renewal', amountCents: expected });
    expect(plan?.payments).toHaveLength(3);
    expect(plan).toMatchObject({ state: 'active', nextCharge: { amountCents: expected } });
    const context = { deps: checkout().deps, account, existingGuestKey: null };
    const receipt = await getReceipt(context, { id: plan?.payments[0]?.receiptId ?? '', key: null });
    expect(receipt).toMatchObject({
      totalCents: expected,
      lines: [
        { description: 'Corporate Individual Card × 6', amountCents: 6 * 4_995 },
        { description: 'Corporate Family Card × 2', amountCents: 2 * 9_990 },
      ],
      discount: null,
      renewal: { amountCents: expected },
    });
  });

  it('[D42] keeps the original discount of a permanent promo code', async () => {
    const { code: coupon } = await makePromoCode(database.db, {
      percentOff: 20,
      amountOff: null,
      periods: 2,
    });
    const { view, add, renewSeats, sync } = await buyCards({ coupon, shownTotalCents: 19_980 });
    await add(1);
    await renewSeats();
    expect((await view()).plan?.nextCharge?.amountCents).toBe(6 * 4_995 - 4_995);
    await advance({ months: 12 });
    await sync();
    const { plan } = await view();
    expect(plan?.payments[0]?.amountCents).toBe(6 * 4_995 - 4_995);
    expect(plan?.nextCharge?.amountCents).toBe(6 * 4_995);
  });

  it('[D41] happens once under one key, and can be repeated after a decline', async () => {
    const { caller, add } = await buyCards();
    const purchase = makeCorporatePurchase({ employees: employees(1), token: 'tok_chargeDeclined' });
    expect((await captureError(caller.corporate.addSeats(purchase))).code).toBe('CARD_DECLINED');
    expect((await caller.corporate.cards({})).count).toBe(5);
    const result = await caller.corporate.addSeats({ ...purchase, token: 'tok_visa' });
    expect(await caller.corporate.addSeats({ ...purchase, token: 'tok_visa' })).toEqual(result);
    expect((await caller.corporate.cards({})).count).toBe(6);
    await Promise.all([add(1), add(2), add(0, 1)]);
    expect((await caller.corporate.company()).counts).toEqual({ personal: 9, family: 1 });
  });

  it('waits for the bank’s confirmation in the browser before it creates cards', async () => {
    const { caller, add } = await buyCards();
    const challengedPurchase = await add(2, 0, { token: 'tok_threeDSecureRequired' });
    expect(challengedPurchase).toMatchObject({ status: 'requires_action', clientSecret: expect.any(String) });
    expect((await caller.corporate.cards({})).count).toBe(5);
    await moveDatabaseClock(database.db, 31 * 60_000);
    await sweepPurchases(checkout().deps);
    expect((await checkout().findPurchase(challengedPurchase.purchaseId)).status).toBe('failed');
    expect(await checkout().listCharges(challengedPurchase.purchaseId)).toEqual([]);
    expect((await caller.corporate.cards({})).count).toBe(5);
  });

  it('[S5 corporate] has no minimum, but requires one employee, with valid fields for each employee', async () => {
    const { caller, add } = await buyCards();
    expect((await captureError(add(0))).fieldErrors).toEqual({ employees: 'Please add an employee' });
    const nameless = makeCorporatePurchase({ employees: [{ phone: '(303) 555-0199' }] });
    expect((await captureError(caller.corporate.addSeats(nameless))).fieldErrors).toEqual({
      'employees.0.firstname': 'Required Field',
      'employees.0.lastname': 'Required Field',
    });
    expect((await captureError(add(1, 0, { token: null }))).code).toBe('CARD_INVALID');
  });

  it('charges nothing if the remaining days cost less than Stripe’s minimum', async () => {
    const { view, quote, add } = await buyCards();
    await advance({ days: 363 });
    const shownQuote = await quote(1);
    expect(shownQuote.quote).toMatchObject({ totalCents: 0, free: true });
    const { purchaseId } = await add(1, 0, { token: 'none', shownTotalCents: 0 });
    expect(await checkout().listCharges(purchaseId)).toEqual([]);
    expect((await view()).counts.personal).toBe(6);
  });

  it('is refused if the plan is unpaid, has ended, or was never bought', async () => {
    const { caller, customer, sync, quote, add } = await buyCards();
    await checkout().sandbox.control.changeCard(customer, '4000000000000341');
    await advance({ months: 12 });
    await sync();
    expect((await caller.corporate.company()).plan).toMatchObject({ state: 'past_due', canChange: false });
    const mails = checkout()
      .jobs.of('mail')
      .filter((job) => JSON.stringify(job).includes('company-declined'));
    expect(mails).toHaveLength(1);
    for (const error of [await captureError(quote(1)), await captureError(add(1))]) {
      expect(error.code).toBe('CORPORATE_PLAN_INACTIVE');
    }
    const cards = await caller.corporate.cards({});
    expect(cards.cards.map(({ state }) => state)).toEqual(Array(5).fill('past_due'));
    const cardless = await makeCompany(database.db, checkout());
    const quoting = cardless.caller.corporate.seatsQuote({ personal: 1, family: 0 });
    expect((await captureError(quoting)).code).toBe('CORPORATE_PLAN_INACTIVE');
    const callerWithoutCompany = checkout().caller(await makeAccount(database.db));
    const unknown = callerWithoutCompany.corporate.addSeats(
      makeCorporatePurchase({ employees: employees(1) }),
    );
    expect((await captureError(unknown)).code).toBe('COMPANY_NOT_FOUND');
  });

  it.each([
    ['was priced for a previous period', null],
    ['was made for a plan that is no longer paid', '4000000000000341'],
  ])('refunds a charge that %s', async (_, newCard) => {
    const { account, view, add, sync, caller, customer } = await buyCards();
    // Lose the charge's response, and let the plan renew before the sweeper continues the purchase.
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/payment_intents' });
    expect((await captureError(add(3))).code).toBe('PAYMENT_UNCONFIRMED');
    const { id } = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('kind', '=', 'company-seats')
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    expect(await checkout().listCharges(id)).toHaveLength(1);
    if (newCard) await checkout().sandbox.control.changeCard(customer, newCard);
    await advance({ months: 12 });
    await sync();
    await moveDatabaseClock(database.db, 33 * 60_000);
    await sweepPurchases(checkout().deps);
    expect(await checkout().listCharges(id)).toEqual([]);
    expect((await checkout().findPurchase(id)).status).toBe('refunded');
    await sweepPurchases(checkout().deps);
    const returned = listMails(checkout().jobs, account.email).filter(
      ({ mail }) => mail === 'charge-returned',
    );
    expect(returned).toMatchObject([{ props: { purchaseNumber: id, isPaid: false } }]);
    expect((await view()).counts.personal).toBe(5);
    expect((await caller.corporate.cards({})).count).toBe(5);
  });
});

describe('[D31] the end of a company’s plan', () => {
  it('ends all cards with the paid period, and then the company can buy again', async () => {
    const { caller, view, sync, add } = await buyCards();
    const [card] = (await caller.corporate.cards({})).cards;
    const find = () =>
      checkout()
        .caller(null)
        .verification.find({ number: card?.number ?? '' });
    expect(await caller.corporate.cancel()).toBe(true);
    expect(await caller.corporate.cancel()).toBe(true);
    expect((await view()).plan).toMatchObject({
      state: 'active',
      canceled: true,
      canCancel: false,
      nextCharge: null,
    });
    expect(await find()).toMatchObject({ updatedStatus: 'active' });
    expect((await add(1)).status).toBe('paid');
    await advance({ months: 12 });
    await sync();
    expect(await find()).toMatchObject({ updatedStatus: 'expired' });
    expect(await view()).toMatchObject({ planCount: 0, hasCards: false, plan: { state: 'expired' } });
    expect((await captureError(caller.corporate.cancel())).code).toBe('CORPORATE_PLAN_INACTIVE');
    expect((await caller.corporate.purchase(makeCorporatePurchase())).status).toBe('paid');
    expect((await view()).planCount).toBe(5);
    expect(addMonths(now, 11) < ((await view()).plan?.periodEnd ?? now)).toBe(true);
  });
});
