import { beforeEach, describe, expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase, captureError, EVERY_PAGE } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { AGREED, buyBusinessPlan } from '#tests/helpers/purchases/plan-change.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function renew(owner: { sync(): Promise<unknown> }): Promise<void> {
  now = await checkout().sandbox.control.advance(PAST_NEXT_RENEWAL);
  await owner.sync();
}

describe('changing a business plan to a larger one', () => {
  it('shows the price, records the contract, and sends a receipt and what staff must set up', async () => {
    const owner = await buyBusinessPlan(checkout());
    expect(await owner.offer(6)).toMatchObject({
      planName: 'Exclusive Membership',
      renewal: { amountCents: 19_980, interval: 'month' },
      upgrade: { quote: { totalCents: 9990 }, card: { brand: 'visa', last4: '4242' } },
    });
    const { purchaseId } = await owner.upgrade({ plan: 6 });
    expect(await owner.find()).toMatchObject({
      planId: 6,
      state: 'active',
      nextCharge: { amountCents: 19_980 },
      change: { obstacle: null, scheduled: null },
    });
    expect(await owner.caller.businesses.mine()).toMatchObject({ isListed: true });
    const agreements = await database.db
      .selectFrom('agreements')
      .select('contractType')
      .where('purchaseId', '=', purchaseId)
      .execute();
    expect(agreements).toEqual([{ contractType: 'BUSINESSEXCLUSIVE' }]);
    const context = { deps: checkout().deps, account: owner.account, existingGuestKey: null };
    expect(await getReceipt(context, { id: purchaseId, key: null })).toMatchObject({
      subject: 'new business plan',
      lines: [
        {
          description: expect.stringMatching(
            /^Upgrade from Community Educator Membership to Exclusive Membership \((\d+) of \1 days\)$/,
          ),
        },
      ],
      totalCents: 9990,
      renewal: { amountCents: 19_980, interval: 'month' },
    });
    const mails = owner.mails();
    expect(mails.some((mail) => mail.includes('"subject":"new business plan"'))).toBe(true);
    const setUp = mails.filter((mail) => mail.includes('"programs-wanted"'));
    expect(setUp).toHaveLength(1);
    expect(setUp[0]).toContain('"label":"Social media program"');

    await owner.syncPlan();
    await renew(owner);
    expect(await owner.payments()).toEqual([9990, 9990, 19_980]);
  });

  it('asks support to set up only the programs that the smaller plan lacks', async () => {
    const owner = await buyBusinessPlan(checkout(), { plan: 6 });
    await owner.upgrade({ plan: 7 });
    const setUp = owner.mails().filter((mail) => mail.includes('"programs-wanted"'));
    expect(setUp).toHaveLength(1);
    expect(setUp[0]).toContain('"label":"Presentation"');
    expect(setUp[0]).not.toContain('"label":"Social media program"');
  });

  it('is refused without the new plan’s contract, to the same plan, and to a smaller one', async () => {
    const owner = await buyBusinessPlan(checkout(), { plan: 9 });
    const unsignedError = await captureError(owner.upgrade({ ...AGREED, contractAgree: false }));
    expect(unsignedError).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: { contractAgree: 'Required Field' },
    });
    for (const [plan, message] of [
      [9, 'You already have this plan.'],
      [8, 'This plan starts with your next renewal.'],
    ] as const) {
      const error = await captureError(owner.upgrade({ plan, shownTotalCents: 0 }));
      expect(error).toMatchObject({ code: 'PLAN_UNCHANGEABLE', message });
    }
    expect((await captureError(owner.upgrade({ plan: 0, shownTotalCents: 0 }))).code).toBe('PLAN_NOT_FOUND');
    expect(await owner.payments()).toEqual([14_985]);
  });

  it('[D42] keeps the promo code of the first purchase, for as many periods as it has', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 10, amountOff: null, periods: 2 });
    const owner = await buyBusinessPlan(checkout(), { discountCode: code });
    await owner.upgrade({ plan: 6 });
    await owner.syncPlan();
    await renew(owner);
    await renew(owner);
    expect(await owner.payments()).toEqual([8991, 8991, 17_982, 19_980]);
  });
});

describe('changing a business plan to a smaller one', () => {
  it('happens with the renewal, and removes the programs that the plan doesn’t include', async () => {
    const owner = await buyBusinessPlan(checkout(), { ...EVERY_PAGE, plan: 7 });
    expect(await owner.offer(9)).toMatchObject({ renewal: { amountCents: 14_985 }, upgrade: null });
    await Promise.all([owner.downgrade(9), owner.downgrade(9)]);
    expect(await owner.find()).toMatchObject({
      planId: 7,
      nextCharge: { amountCents: 14_985 },
      change: { scheduled: { planName: 'Deluxe Membership' } },
    });
    expect(await owner.readPricesAtStripe()).toEqual([14_985]);
    expect(owner.mails().filter((mail) => mail.includes('"business-plan-change"'))).toHaveLength(1);

    // Another smaller plan replaces the scheduled one.
    await owner.downgrade(8);
    await owner.downgrade(9);
    await renew(owner);
    expect(await owner.find()).toMatchObject({
      planId: 9,
      programs: { loyalty: true, socialMedia: null, presentation: null },
      change: { scheduled: null },
    });
    expect(await owner.payments()).toEqual([24_975, 14_985]);
    expect(await owner.caller.businesses.mine()).toMatchObject({ isListed: true });
  });

  it('can be withdrawn before the renewal, and an upgrade withdraws it too', async () => {
    const owner = await buyBusinessPlan(checkout(), { plan: 6 });
    await owner.downgrade(8);
    await owner.keep();
    await owner.keep();
    expect(owner.mails().filter((mail) => mail.includes('"withdrawn"'))).toHaveLength(1);
    expect(await owner.readPricesAtStripe()).toEqual([19_980]);
    await owner.downgrade(8);
    await owner.upgrade();
    await owner.syncPlan();
    await renew(owner);
    expect(await owner.find()).toMatchObject({ planId: 7, change: { scheduled: null } });
    expect(await owner.payments()).toEqual([19_980, 4995, 24_975]);
    expect((await captureError(owner.downgrade(7))).message).toBe('You already have this plan.');
  });

  it('stays scheduled if an earlier upgrade is refunded', async () => {
    const owner = await buyBusinessPlan(checkout(), { plan: 6 });
    const { purchaseId } = await owner.upgrade();
    await owner.downgrade(9);
    const [charge] = await checkout().listCharges(purchaseId);
    await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    expect(await owner.find()).toMatchObject({
      planId: 6,
      change: { scheduled: { planName: 'Deluxe Membership' } },
    });
  });

  it('keeps the larger plan until the smaller one is paid (D26)', async () => {
    const owner = await buyBusinessPlan(checkout(), { plan: 6 });
    await owner.downgrade(8);
    await checkout().sandbox.control.changeCard(owner.customer, '4000000000000341');
    await renew(owner);
    expect(await owner.find()).toMatchObject({ planId: 6, state: 'past_due' });
    expect((await captureError(owner.keep())).message).toContain('Your last payment failed.');
    await checkout().sandbox.control.changeCard(owner.customer, '4242424242424242');
    now = await checkout().sandbox.control.advance({ days: 4 });
    await owner.sync();
    expect(await owner.find()).toMatchObject({ planId: 8, state: 'active' });
    expect(await owner.payments()).toEqual([19_980, 9990]);
  });
});

describe('a business plan that can’t be changed', () => {
  it('is a canceled one, a free one, a trial, and another owner’s', async () => {
    const canceledPlan = await buyBusinessPlan(checkout(), { plan: 9 });
    await canceledPlan.caller.businessPlans.cancel();
    const { code } = await makePromoCode(database.db, {
      percentOff: 100,
      amountOff: null,
      isFree: true,
      plans: [{ planId: 8 }],
    });
    const trialOwner = checkout().caller(await makeAccount(database.db));
    await trialOwner.businessPlans.startTrial({ businessname: 'Trial Studio', type: 12, zip: '80202' });
    const freeOwner = checkout().caller(await makeAccount(database.db));
    await freeOwner.businessPlans.purchase(businessPlanPurchase({ discountCode: code, token: 'none' }));
    const member = checkout().caller(await makeAccount(database.db));
    for (const [caller, expected] of [
      [canceledPlan.caller, /^(This plan is canceled|You canceled this plan in another window)\./],
      [freeOwner, /^This free plan ends on its own/],
      [trialOwner, /^You don’t have a business plan\.$/],
      [member, /^You don’t have a business plan\.$/],
    ] as const) {
      const { offer, upgrade, downgrade, keep } = caller.businessPlanChanges;
      const terms = { plan: 7, ...AGREED, shownTotalCents: 1, idempotencyKey: crypto.randomUUID() };
      for (const call of [
        () => offer({ plan: 7 }),
        () => upgrade(terms),
        () => downgrade({ plan: 8 }),
        () => keep(),
      ]) {
        expect((await captureError(call())).message).toMatch(expected);
      }
    }
    expect((await canceledPlan.find()).change?.obstacle).toMatch(/^This plan is canceled\./);
    expect((await trialOwner.businessPlans.mine())?.change).toBeNull();
  });
});
