import { beforeEach, describe, expect, it, test } from 'vitest';
import { changePlan } from '#server/domains/catalog/plan-edit.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { syncProduct } from '#server/domains/payments/stripe-order.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase, captureError } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCompanyWithCards, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';
import { buyChangeable, FAMILY } from '#tests/helpers/purchases/plan-change.ts';
import { readPlanEdit, setPrices } from '#tests/helpers/purchases/plan-prices.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const OLD_PRICES = {
  individual: '49.95',
  family: '99.90',
  'corporate-individual': '49.95',
  'corporate-family': '99.90',
  'basic-networking': '99.90',
};
const NEW_PRICES = {
  family: '119.90',
  individual: '59.95',
  'corporate-family': '119.90',
  'corporate-individual': '59.95',
  'basic-networking': '109.90',
};

const readPrice = async (slug: string) => (await readPlanEdit(database.db, slug)).price;

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
  for (const [slug, price] of Object.entries(OLD_PRICES)) {
    if ((await readPrice(slug)) !== price) await setPrices(checkout().deps, { [slug]: price });
  }
});

async function advance(by: { months: number } | { days: number }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

describe('[D1] a new price', () => {
  it('is charged to new buyers, and running memberships renew at their own', async () => {
    const member = await buyChangeable(checkout());
    await setPrices(checkout().deps, NEW_PRICES);
    const [next] = await member.caller.billing.nextInvoices();
    expect(next).toMatchObject({ totalCents: 4995 });
    await advance({ months: 1 });
    await member.sync();
    expect(await member.payments()).toEqual([4995, 4995]);
    const { receipts } = await member.caller.billing.receipts({});
    const context = { deps: checkout().deps, account: member.account, existingGuestKey: null };
    for (const { id } of receipts) {
      expect(await getReceipt(context, { id, key: null })).toMatchObject({ lines: [{ amountCents: 4995 }] });
    }
    expect(await getReceipt(context, { id: receipts[0]?.id ?? '', key: null })).toMatchObject({
      renewal: { amountCents: 4995 },
    });
    const buyer = await buyChangeable(checkout());
    expect(await buyer.payments()).toEqual([5995]);
    expect(await buyer.readPricesAtStripe()).toEqual([5995]);
  });

  it('is refused to a wizard that shows the old one, until it shows the new one', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const { totalCents } = await caller.checkout.quote({ plan: 0, requestedPhysicalCard: false });
    await setPrices(checkout().deps, NEW_PRICES);
    const input = makeCardPurchase({ shownTotalCents: totalCents });
    expect(await captureError(caller.checkout.buyCard(input))).toMatchObject({
      code: 'PRICE_CHANGED',
      message: 'The price has changed',
    });
    const quote = await caller.checkout.quote({ plan: 0, requestedPhysicalCard: false });
    expect(quote.totalCents).toBe(5995);
    const { purchaseId } = await caller.checkout.buyCard({ ...input, shownTotalCents: quote.totalCents });
    expect(await checkout().listCharges(purchaseId)).toMatchObject([{ amount: 5995 }]);
  });

  it('is not charged to a declined purchase that is tried again before its buyer saw it', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const input = makeCardPurchase({ shownTotalCents: 4995, token: 'tok_chargeDeclined' });
    expect((await captureError(caller.checkout.buyCard(input))).code).toBe('CARD_DECLINED');
    await setPrices(checkout().deps, NEW_PRICES);
    const retry = { ...input, token: 'tok_visa' };
    expect((await captureError(caller.checkout.buyCard(retry))).code).toBe('PRICE_CHANGED');
    const { purchaseId } = await caller.checkout.buyCard({ ...retry, shownTotalCents: 5995 });
    expect(await checkout().listCharges(purchaseId)).toMatchObject([{ amount: 5995 }]);
  });

  it('leaves a membership its own price when a change of plan is withdrawn or refunded', async () => {
    const family = await buyChangeable(checkout(), { plan: 1, ...FAMILY });
    const individual = await buyChangeable(checkout());
    await setPrices(checkout().deps, NEW_PRICES);
    expect(await family.offer()).toMatchObject({ renewal: { amountCents: 5995 } });
    await family.downgrade();
    expect(await family.readPricesAtStripe()).toEqual([5995]);
    await family.keepFamily();
    expect(family.mails().at(-1)).toContain('"amountCents":9990');
    expect(await family.readPricesAtStripe()).toEqual([9990]);

    expect(await individual.offer()).toMatchObject({
      renewal: { amountCents: 11990 },
      // The whole period is left: the new family price minus what the member paid.
      upgrade: { quote: { totalCents: 11990 - 4995 } },
    });
    const { purchaseId } = await individual.upgrade();
    await individual.syncPlan();
    expect(await individual.readPricesAtStripe()).toEqual([11990]);
    const [charge] = await checkout().listCharges(purchaseId);
    const refund = await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    expect(refund.status).toBe('succeeded');
    await syncCharge(checkout().deps, String(charge?.id));
    await individual.syncPlan();
    expect(await individual.readPricesAtStripe()).toEqual([4995]);
    await advance({ months: 1 });
    await family.sync();
    expect(await family.payments()).toEqual([9990, 9990]);
  });

  it('applies to a scheduled change only if the change was scheduled later', async () => {
    const family = await buyChangeable(checkout(), { plan: 1, ...FAMILY });
    await family.downgrade();
    await setPrices(checkout().deps, NEW_PRICES);
    await family.syncPlan();
    await advance({ months: 1 });
    await family.sync();
    expect(await family.payments()).toEqual([9990, 4995]);
  });

  it('leaves a company the price of its cards, also for cards that it adds', async () => {
    const company = await makeCompanyWithCards(database.db, checkout());
    await setPrices(checkout().deps, NEW_PRICES);
    // The company has no family card yet, so its first one costs today’s price.
    expect(await company.caller.corporate.seatsQuote({ personal: 1, family: 1 })).toMatchObject({
      yearlyCents: 4995 + 11990,
    });
    await company.caller.corporate.addSeats(makeCorporatePurchase({ employees: employees(1) }));
    await syncSeats(checkout().deps, company.account.id);
    const [next] = await company.caller.billing.nextInvoices();
    expect(next).toMatchObject({ totalCents: 6 * 4995 });
    const { providerSubscriptionId } = await checkout().findPurchase(company.purchaseId);
    await advance({ months: 12 });
    await syncSubscription(checkout().deps, String(providerSubscriptionId));
    const renewal = (await checkout().listCharges(company.purchaseId)).map(({ amount }) => amount);
    expect(renewal.toSorted((a, b) => a - b)).toEqual([5 * 4995, 6 * 4995]);
  });

  it('leaves a business plan its price', async () => {
    const account = await makeAccount(database.db);
    const { purchaseId } = await checkout()
      .caller(account)
      .businessPlans.purchase(businessPlanPurchase({ plan: 8 }));
    await setPrices(checkout().deps, NEW_PRICES);
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    await advance({ months: 1 });
    await syncSubscription(checkout().deps, String(providerSubscriptionId));
    const amounts = (await checkout().listCharges(purchaseId)).map(({ amount }) => amount);
    expect(amounts).toEqual([9990, 9990]);
  });
});

describe('a plan that staff edit', () => {
  const change = (slug: string, values: object) =>
    readPlanEdit(database.db, slug).then((edit) =>
      changePlan(checkout().deps, { ...edit, ...values }, { reason: 'Test' }),
    );

  test.each([
    ['individual', { price: '0.49' }, 'price', 'Use at least $0.50'],
    ['individual', { price: '99.91' }, 'price', 'A family plan can’t cost less'],
    ['corporate-family', { price: '49.94' }, 'price', 'A family plan can’t cost less'],
    ['corporate', { price: '1' }, 'price', 'this plan costs nothing'],
    ['physical-card', { points: 'Soon' }, 'points', 'Use 2 lines'],
    ['individual', {}, 'name', 'Nothing has changed'],
  ])('%s with %o is refused', async (slug, values, field, message) => {
    const error = await captureError(change(slug, values));
    expect(error.fieldErrors?.[field]).toContain(message);
  });

  it('is recorded with who, why, and what changed', async () => {
    const staff = await makeAccount(database.db, { accountType: 10 });
    const edit = await readPlanEdit(database.db, 'family');
    const values = { ...edit, title: 'Household plan', price: '100' };
    const { deps } = checkout();
    await changePlan(deps, values, { actorId: staff.id, reason: 'Clearer' });
    const entry = await database.db
      .selectFrom('auditLog')
      .select(['actorId', 'reason', 'change'])
      .where('subject', '=', 'plan:1')
      .where('reason', '=', 'Clearer')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actorId: staff.id,
      reason: 'Clearer',
      change: {
        before: 'Price: $99.90\nTitle: Family/Educator plan',
        after: 'Price: $100.00\nTitle: Household plan',
      },
    });
    // A second person saves an editor that still shows the old values.
    const lateError = await captureError(changePlan(deps, { ...edit, summary: 'Other' }, { reason: 'Late' }));
    expect(lateError.code).toBe('CHANGED_SINCE');
    await change('family', { title: edit.title, price: edit.price });
  });

  it('gives its product at Stripe its name', async () => {
    await buyChangeable(checkout(), { plan: 1, ...FAMILY });
    await change('family', { orderSummaryName: 'Household Membership' });
    expect(checkout().jobs.of('sync-product')).toEqual([{ planId: 1 }]);
    await syncProduct(checkout().deps, 1);
    const { name } = await checkout().deps.stripe.products.retrieve('everything_card_1');
    expect(name).toBe('Household Membership');
    await syncProduct(checkout().deps, 9);
  });
});
