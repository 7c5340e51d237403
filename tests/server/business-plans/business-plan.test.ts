import { beforeEach, describe, expect, it } from 'vitest';
import { unlistUncoveredBusinesses } from '#server/domains/business-plans/business-plan.service.ts';
import { endOverdueSubscriptions } from '#server/domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
let accountCount = 0;

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function advance(by: { months?: number; days?: number }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

/** Creates an owner with a plan. Returns functions that read the plan and its public listing. */
async function makeOwner(overrides: Parameters<typeof businessPlanPurchase>[0] = {}) {
  const account = await makeAccount(database.db);
  const caller = checkout().caller(account);
  const businessname = `Lifetime ${++accountCount} Bakery`;
  const { purchaseId } = await caller.businessPlans.purchase(
    businessPlanPurchase({ businessname, ...overrides }),
  );
  const purchase = await checkout().findPurchase(purchaseId);
  return {
    account,
    caller,
    purchaseId,
    customer: String(purchase.providerCustomerId),
    plan: () => caller.businessPlans.mine(),
    has: async () => (await caller.viewer.user())?.hasBusinessPlan,
    isListed: async () =>
      (await checkout().caller(null).savings.search({ name: businessname })).stores.some(
        (store) => store.businessname === businessname,
      ),
    sync: () => syncSubscription(checkout().deps, String(purchase.providerSubscriptionId)),
  };
}

const listMails = (mail: string) =>
  checkout()
    .jobs.of('mail')
    .map((job) => JSON.stringify(job))
    .filter((job) => job.includes(`"${mail}"`));

describe('[S9 prices] a business plan', () => {
  it('renews monthly at its price, with a receipt for each payment', async () => {
    const owner = await makeOwner({ plan: 6 });
    await advance(PAST_NEXT_RENEWAL);
    await owner.sync();
    await advance(PAST_NEXT_RENEWAL);
    await owner.sync();
    const plan = await owner.plan();
    expect(plan?.payments.map(({ amountCents }) => amountCents)).toEqual([19980, 19980, 19980]);
    expect(plan?.payments.at(-1)?.receiptId).toBe(owner.purchaseId);
    expect(plan?.nextCharge).toMatchObject({ amountCents: 19980 });
    const visitor = await checkout().visitor(owner.account);
    const renewal = await visitor.get(`/api/receipt?id=${plan?.payments[0]?.receiptId}`);
    expect(renewal.statusCode).toBe(200);
    expect(renewal.body).toContain('$199.80');
    expect(renewal.body).toContain('Your business plan renews on');
  });

  it('[D42] reports the next charge during and after a promo code', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: null, amountOff: 1000, periods: 2 });
    const owner = await makeOwner({ discountCode: code });
    expect((await owner.plan())?.nextCharge?.amountCents).toBe(8990);
    await advance(PAST_NEXT_RENEWAL);
    await owner.sync();
    expect((await owner.plan())?.nextCharge?.amountCents).toBe(9990);
    await advance(PAST_NEXT_RENEWAL);
    await owner.sync();
    expect((await owner.plan())?.payments.map(({ amountCents }) => amountCents)).toEqual([9990, 8990, 8990]);
  });

  it('[D26] stays listed while a declined bill is open, sends one email, and ends after 14 days', async () => {
    const owner = await makeOwner();
    await checkout().sandbox.control.changeCard(owner.customer, '4000000000000341');
    await advance({ months: 1 });
    await owner.sync();
    await owner.sync();
    expect(await owner.plan()).toMatchObject({ state: 'past_due', statusText: 'Past due' });
    expect([await owner.has(), await owner.isListed()]).toEqual([true, true]);
    expect(listMails('plan-declined')).toHaveLength(1);
    await advance({ days: 15 });
    await endOverdueSubscriptions(checkout().deps);
    await owner.sync();
    expect(await owner.plan()).toMatchObject({ state: 'ended', nextCharge: null, canCancel: false });
    expect([await owner.has(), await owner.isListed()]).toEqual([false, false]);
  });

  it('runs to the end of its paid month if it is canceled, then leaves the search', async () => {
    const owner = await makeOwner();
    expect(await owner.caller.businessPlans.cancel()).toBe(true);
    const plan = await owner.plan();
    expect(plan).toMatchObject({ state: 'canceled', nextCharge: null, canCancel: false });
    expect(plan?.listedUntil).toEqual(plan?.periodEnd);
    expect([await owner.has(), await owner.isListed()]).toEqual([true, true]);
    expect(await owner.caller.businessPlans.cancel().catch(() => 'refused')).toBe(true);
    const mails = listMails('plan-cancelled').filter((mail) => mail.includes(owner.account.email));
    expect(new Set(mails.map((mail) => mail)).size).toBe(1);
    await advance({ months: 1 });
    await owner.sync();
    expect([await owner.has(), await owner.isListed()]).toEqual([false, false]);
    expect(await owner.plan()).toMatchObject({ state: 'ended', payments: [{ amountCents: 9990 }] });
  });

  it('leaves the search when its period ends after cancellation, even without a webhook', async () => {
    const owner = await makeOwner();
    const otherOwner = await makeOwner();
    await owner.caller.businessPlans.cancel();
    await advance({ days: 32 });
    await otherOwner.sync();
    expect(await owner.has()).toBe(false);
    await unlistUncoveredBusinesses(checkout().deps);
    expect([await owner.isListed(), await otherOwner.isListed()]).toEqual([false, true]);
  });

  it('can be bought again after it ended, and lists the same business with its logo and promotions', async () => {
    const owner = await makeOwner();
    const promotions = [
      {
        code: 'TEN',
        info: 'Ten percent off',
        url: null,
        additionalUrl: null,
        validUntil: null,
        isOnline: false,
      },
    ];
    const businessBefore = await owner.caller.businesses.changePromotions({ promotions });
    await owner.caller.businessPlans.cancel();
    await advance({ months: 1 });
    await owner.sync();
    await owner.caller.businessPlans.purchase(
      businessPlanPurchase({ plan: 9, businessname: 'Born Again Bakery' }),
    );
    const businessAfter = await owner.caller.businesses.mine();
    expect(businessAfter).toMatchObject({
      id: businessBefore.id,
      businessname: 'Born Again Bakery',
      isListed: true,
    });
    expect(businessAfter?.promotions).toHaveLength(1);
    expect(await owner.plan()).toMatchObject({
      planName: 'Deluxe Membership',
      state: 'active',
      change: { obstacle: null },
    });
  });

  it('[D25] with a free month ends on its own and leaves the search', async () => {
    const { code } = await makePromoCode(database.db, {
      percentOff: 100,
      amountOff: null,
      isFree: true,
      plans: [{ planId: 8 }, { planId: 9 }],
    });
    const owner = await makeOwner({ discountCode: code, token: 'none' });
    expect([await owner.has(), await owner.isListed()]).toEqual([true, true]);
    await advance({ days: 32 });
    await unlistUncoveredBusinesses(checkout().deps);
    expect([await owner.has(), await owner.isListed()]).toEqual([false, false]);
    expect((await owner.plan())?.state).toBe('ended');
  });
});

describe('[D15][S9 trial] a trial', () => {
  const trial = (zip = '80202') => ({ businessname: `Trial ${++accountCount} Studio`, type: 12, zip });

  it('is listed immediately without a card, ends after 7 days, and stays listed for a year', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const input = trial();
    const startedTrial = await caller.businessPlans.startTrial(input);
    expect(startedTrial.endsAt.getTime() - now.getTime()).toBe(7 * 86_400_000);
    const countListedStores = async () =>
      (await checkout().caller(null).savings.search({ name: input.businessname, zip: '80202' })).count;
    expect(await countListedStores()).toBe(1);
    expect(await caller.businessPlans.mine()).toMatchObject({
      kind: 'trial',
      nextCharge: null,
      payments: [],
    });
    expect(await caller.viewer.user()).toMatchObject({ hasBusinessPlan: true });
    await advance({ days: 8 });
    await unlistUncoveredBusinesses(checkout().deps);
    expect(await caller.viewer.user()).toMatchObject({ hasBusinessPlan: false, businessSearchList: true });
    expect(await countListedStores()).toBe(1);
    await advance({ months: 12 });
    await unlistUncoveredBusinesses(checkout().deps);
    expect(await countListedStores()).toBe(0);
  });

  it('can be started once, even from 10 tabs, and not during a plan', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => caller.businessPlans.startTrial(trial())),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(caller.businessPlans.startTrial(trial())).rejects.toThrow(
      'Your account already had its free trial.',
    );
    const owner = await makeOwner();
    await expect(owner.caller.businessPlans.startTrial(trial())).rejects.toThrow(
      'You already have a business plan.',
    );
  });

  it('allows a purchase, and its year of listing still counts after the plan ends', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const input = trial();
    await caller.businessPlans.startTrial(input);
    const { purchaseId } = await caller.businessPlans.purchase(
      businessPlanPurchase({ businessname: input.businessname }),
    );
    const plan = await caller.businessPlans.mine();
    expect(plan).toMatchObject({ kind: 'subscription' });
    // The confirmation page and the email must show the end of the listing, eleven months after the paid
    // period.
    expect(Number(plan?.listedUntil) - Number(plan?.periodEnd)).toBeGreaterThan(300 * 86_400_000);
    const countListedStores = async () =>
      (await checkout().caller(null).savings.search({ name: input.businessname })).count;
    expect(await countListedStores()).toBe(1);
    await caller.businessPlans.cancel();
    expect(listMails('plan-cancelled').at(-1)).toContain(plan?.listedUntil.toISOString());
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    await advance({ months: 2 });
    await syncSubscription(checkout().deps, String(providerSubscriptionId));
    expect(await caller.viewer.user()).toMatchObject({ hasBusinessPlan: false });
    expect(await countListedStores()).toBe(1);
    await advance({ months: 11 });
    await unlistUncoveredBusinesses(checkout().deps);
    expect(await countListedStores()).toBe(0);
  });

  it.each([
    ['zip', { zip: '00000' }, 'We don’t recognize this ZIP code'],
    ['zip', { zip: 'x' }, 'Please enter a 5-digit ZIP code'],
    ['businessname', { businessname: '' }, 'Required Field'],
    ['type', { type: 99 }, 'Please choose a category'],
    ['no field', { acceptedTexts: [{ type: 'BUSINESSTERMS', version: 7 }] }, 'This text has changed.'],
  ])('is refused at %s for %j', async (_field, overrides, sentence) => {
    const caller = checkout().caller(await makeAccount(database.db));
    await expect(caller.businessPlans.startTrial({ ...trial(), ...overrides })).rejects.toThrow(sentence);
    expect(await caller.businesses.mine()).toBeNull();
  });

  it('records the agreement to the business terms', async () => {
    const account = await makeAccount(database.db);
    await checkout().caller(account).businessPlans.startTrial(trial());
    const agreements = await database.db
      .selectFrom('agreements')
      .select('contractType')
      .where('accountId', '=', account.id)
      .orderBy('contractType')
      .execute();
    expect(agreements.map(({ contractType }) => contractType)).toEqual(['BUSINESSPRIVACY', 'BUSINESSTERMS']);
  });
});

describe('[S6] another account', () => {
  it('neither sees nor cancels the plan', async () => {
    const owner = await makeOwner();
    const otherCaller = checkout().caller(await makeAccount(database.db));
    expect(await otherCaller.businessPlans.mine()).toBeNull();
    await expect(otherCaller.businessPlans.cancel()).rejects.toThrow('You don’t have a business plan.');
    expect(await owner.plan()).toMatchObject({ state: 'active' });
    const visitor = await checkout().visitor(await makeAccount(database.db));
    expect((await visitor.get(`/api/receipt?id=${owner.purchaseId}`)).statusCode).toBe(404);
  });
});
