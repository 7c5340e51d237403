import { beforeEach, describe, expect, it } from 'vitest';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCompanyWithCards, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

const nextInvoices = (account: TestAccount) => checkout().caller(account).billing.nextInvoices();

/** Moves Stripe's clock and ours, then syncs what Stripe charged since. */
async function advance(purchaseId: string, by: { months?: number; days?: number }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
  const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
  await syncSubscription(checkout().deps, String(providerSubscriptionId));
}

const readLastPayment = (purchaseId: string) =>
  database.db
    .selectFrom('payments')
    .select(['amountCents', 'periodStart'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('periodEnd', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

async function buyCard(overrides: Parameters<typeof makeCardPurchase>[0] = {}) {
  const account = await makeAccount(database.db);
  const caller = checkout().caller(account);
  const { purchaseId } = await caller.checkout.buyCard(makeCardPurchase(overrides));
  return { account, caller, purchaseId };
}

describe('[D44] the next invoice', () => {
  it('has the lines, date, total, and card of the next charge, as Stripe charges them', async () => {
    const { account, purchaseId } = await buyCard({ requestedPhysicalCard: true, token: 'tok_mastercard' });
    const [invoice, ...others] = await nextInvoices(account);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      name: 'Individual membership',
      lines: [{ description: 'Individual Membership', amountCents: 4995 }],
      discount: null,
      totalCents: 4995,
      card: { brand: 'mastercard', last4: '4444' },
    });
    await advance(purchaseId, { months: 1 });
    expect(await readLastPayment(purchaseId)).toEqual({ amountCents: 4995, periodStart: invoice?.at });
  });

  it('[D42] applies a promo code for its periods only', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: null, amountOff: 1000, periods: 2 });
    const { account, purchaseId } = await buyCard({ discountCode: code });
    const [discounted] = await nextInvoices(account);
    expect(discounted).toMatchObject({ discount: { code, amountCents: 1000 }, totalCents: 3995 });
    await advance(purchaseId, PAST_NEXT_RENEWAL);
    expect(await readLastPayment(purchaseId)).toMatchObject({ amountCents: 3995 });
    const [regular] = await nextInvoices(account);
    expect(regular).toMatchObject({ discount: null, totalCents: 4995 });
    await advance(purchaseId, PAST_NEXT_RENEWAL);
    expect(await readLastPayment(purchaseId)).toMatchObject({ amountCents: 4995 });
  });

  it('of a company has all its cards, including those added since', async () => {
    const { account, caller, purchaseId } = await makeCompanyWithCards(database.db, checkout());
    await advance(purchaseId, { days: 40 });
    await caller.corporate.addSeats(makeCorporatePurchase({ employees: employees(2, 1) }));
    await syncSeats(checkout().deps, account.id);
    const [invoice] = await nextInvoices(account);
    expect(invoice).toMatchObject({
      lines: [
        { description: 'Corporate Individual Card × 7', amountCents: 7 * 4995 },
        { description: 'Corporate Family Card', amountCents: 9990 },
      ],
      totalCents: 7 * 4995 + 9990,
    });
    await advance(purchaseId, { months: 12 });
    expect(await readLastPayment(purchaseId)).toEqual({
      amountCents: invoice?.totalCents,
      periodStart: invoice?.at,
    });
  });

  it('lists those of several plans by date', async () => {
    const { account, caller } = await buyCard();
    now = await checkout().sandbox.control.advance({ days: 3 });
    await caller.businessPlans.purchase(businessPlanPurchase({ plan: 6 }));
    expect((await nextInvoices(account)).map(({ name, totalCents }) => [name, totalCents])).toEqual([
      ['Individual membership', 4995],
      ['Exclusive Membership', 19_980],
    ]);
  });

  it('is missing after a cancellation, for a free period, while a payment is overdue, and for a stranger', async () => {
    const { account, caller } = await buyCard();
    const [membership] = await caller.memberships.mine();
    await caller.memberships.cancel({ number: membership?.number ?? '' });
    expect(await nextInvoices(account)).toEqual([]);

    const { code } = await makePromoCode(database.db, { percentOff: 100, amountOff: null, isFree: true });
    const freeMembership = await buyCard({ discountCode: code, token: 'none' });
    expect(await nextInvoices(freeMembership.account)).toEqual([]);

    const overdue = await buyCard();
    const { providerCustomerId } = await checkout().findPurchase(overdue.purchaseId);
    await checkout().sandbox.control.changeCard(String(providerCustomerId), '4000000000000341');
    await advance(overdue.purchaseId, { months: 1 });
    expect(await nextInvoices(overdue.account)).toEqual([]);
    expect(await nextInvoices(await makeAccount(database.db))).toEqual([]);
  });
});
