import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

let influencer: TestAccount;
let educator: TestAccount;
let friend: TestAccount;
beforeAll(async () => {
  const { db } = database;
  const upline = await makeAccount(db, { accountType: 3, firstname: 'Una', lastname: 'Upline' });
  educator = await makeAccount(db, { accountType: 3 });
  influencer = await makeAccount(db, { accountType: 1, referredBy: upline.id });
  friend = await makeAccount(db, { isFriend: true, email: 'Friend@example.com' });
});
beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

/** Buys an individual card with a reference; as a guest if `buyer` is null. */
async function buy(
  referrer: TestAccount,
  overrides: Parameters<typeof makeCardPurchase>[0] = {},
  buyer: TestAccount | null = null,
) {
  const input = makeCardPurchase({ reference: referrer.id, ...overrides });
  const { purchaseId } = await checkout().caller(buyer).checkout.buyCard(input);
  return { purchaseId, email: input.email };
}

async function renew(purchaseId: string, months: number): Promise<void> {
  now = await checkout().sandbox.control.advance({ months });
  const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
  await syncSubscription(checkout().deps, String(providerSubscriptionId));
}

/** Finds a purchase's commissions, oldest payment first. */
function findLines(purchaseId: string) {
  return database.db
    .selectFrom('commissions')
    .innerJoin('payments', 'payments.id', 'commissions.paymentId')
    .select(['affiliateId', 'rule', 'baseCents', 'commissions.amountCents', 'reason', 'payableAt', 'paidAt'])
    .where('payments.purchaseId', '=', purchaseId)
    .orderBy('paidAt')
    .orderBy('commissions.id')
    .execute();
}
const listAmounts = async (purchaseId: string) =>
  (await findLines(purchaseId)).map(({ amountCents }) => amountCents);

describe('[D13][S9 commissions] a purchase that names its referrer', () => {
  it('earns an influencer 20% of the payment without the card fee, and the upline 5%, payable after 30 days', async () => {
    const { purchaseId } = await buy(influencer, { requestedPhysicalCard: true });
    const lines = await findLines(purchaseId);
    expect(lines).toMatchObject([
      { affiliateId: influencer.id, baseCents: 4995, amountCents: 999, reason: '20% of the first payment' },
      { affiliateId: influencer.referredBy, amountCents: 250, reason: "5% of your downline's sale" },
    ]);
    for (const { payableAt, paidAt } of lines) {
      expect(payableAt.getTime() - paidAt.getTime()).toBe(30 * 86_400_000);
    }
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({ referrerId: influencer.id });
  });

  it('is not a first payment if the buyer’s email has paid before, even with another referrer', async () => {
    const { email } = await buy(educator);
    const { purchaseId } = await buy(influencer, { email: email.toUpperCase() });
    expect((await findLines(purchaseId))[0]).toMatchObject({
      amountCents: 0,
      reason: "Only a buyer's first payment counts",
    });
    const again = await buy(friend, { email });
    expect(await listAmounts(again.purchaseId)).toEqual([0]);
  });

  it('identifies signed-in buyers by account, not by email', async () => {
    const buyer = await makeAccount(database.db);
    await buy(influencer, {}, buyer);
    const { purchaseId } = await buy(influencer, { buyAnother: true }, buyer);
    expect((await listAmounts(purchaseId))[0]).toBe(0);
  });

  it('earns an educator 20% and the upline 5% of every renewal, but an influencer nothing more', async () => {
    const educatorSale = await buy(educator);
    const sharedSale = await buy(influencer);
    await renew(educatorSale.purchaseId, 3);
    await renew(sharedSale.purchaseId, 0);
    expect(await listAmounts(educatorSale.purchaseId)).toEqual([999, 999, 999, 999]);
    expect(await listAmounts(sharedSale.purchaseId)).toEqual([999, 250, 0, 250, 0, 250, 0, 250]);
    await renew(educatorSale.purchaseId, 0);
    expect(await listAmounts(educatorSale.purchaseId)).toHaveLength(4);
  });

  it('earns a friend the configured bonus once per buyer', async () => {
    const { purchaseId } = await buy(friend);
    expect(await findLines(purchaseId)).toMatchObject([
      { amountCents: 500, reason: 'Bonus for a friend who joined' },
    ]);
    await database.db
      .updateTable('settings')
      .set({ value: '7.50' })
      .where('key', '=', 'friendBonus')
      .execute();
    expect(await listAmounts((await buy(friend)).purchaseId)).toEqual([750]);
    await database.db
      .updateTable('settings')
      .set({ value: 'five' })
      .where('key', '=', 'friendBonus')
      .execute();
    expect(await listAmounts((await buy(friend)).purchaseId)).toEqual([500]);
    await database.db
      .updateTable('settings')
      .set({ value: '5.00' })
      .where('key', '=', 'friendBonus')
      .execute();
  });

  it('earns no commission if an affiliate buys as a guest', async () => {
    const { purchaseId } = await buy(friend, { email: 'friend@EXAMPLE.com' });
    expect(await findLines(purchaseId)).toMatchObject([
      { amountCents: 0, reason: 'Own purchases don’t earn commissions' },
    ]);
  });

  it('[D24] follows the donation choice of the latest completed signup', async () => {
    const donor = await makeAccount(database.db, { accountType: 3 });
    const signup = { accountId: donor.id, referrerId: educator.id, form: '{}', signature: 'x', ip: '::1' };
    const onDay = (day: string) => new Date(`2026-01-0${day}T00:00:00Z`);
    await database.db
      .insertInto('affiliateSignups')
      .values([
        {
          ...signup,
          id: newId(),
          role: 'friend',
          donates: true,
          signedAt: onDay('1'),
          completedAt: onDay('1'),
        },
        {
          ...signup,
          id: newId(),
          role: 'educator',
          donates: false,
          signedAt: onDay('2'),
          completedAt: onDay('2'),
        },
        { ...signup, id: newId(), role: 'influencer', donates: true, signedAt: onDay('3') },
      ])
      .execute();
    expect(await listAmounts((await buy(donor)).purchaseId)).toEqual([999]);
    await database.db
      .updateTable('affiliateSignups')
      .set({ completedAt: onDay('3') })
      .where('accountId', '=', donor.id)
      .where('role', '=', 'influencer')
      .execute();
    expect(await findLines((await buy(donor)).purchaseId)).toMatchObject([
      { amountCents: 0, reason: 'Donated to the community fund' },
    ]);
  });

  it('earns a commission on a business plan too', async () => {
    const owner = await makeAccount(database.db);
    const input = businessPlanPurchase({ reference: educator.id });
    const { purchaseId } = await checkout().caller(owner).businessPlans.purchase(input);
    expect(await findLines(purchaseId)).toMatchObject([
      { affiliateId: educator.id, rule: 'educator', amountCents: 1998 },
    ]);
  });

  it('earns on the discounted price, and a free first month is not a first payment', async () => {
    const halfCode = await makePromoCode(database.db, { percentOff: 50 });
    expect(await listAmounts((await buy(educator, { discountCode: halfCode.code })).purchaseId)).toEqual([
      500,
    ]);
    const fullCode = await makePromoCode(database.db, { percentOff: 100, isFree: false, periods: 1 });
    const { purchaseId } = await buy(influencer, { discountCode: fullCode.code });
    await renew(purchaseId, 1);
    expect(await findLines(purchaseId)).toMatchObject([
      { amountCents: 0, reason: 'This payment doesn’t earn a commission' },
      { amountCents: 0 },
      { amountCents: 999, reason: '20% of the first payment' },
      { amountCents: 250 },
    ]);
  });

  it('is a first payment only once, even if several purchases settle at the same time', async () => {
    const email = 'hurried@example.com';
    const purchases = await Promise.all(Array.from({ length: 4 }, () => buy(influencer, { email })));
    const directAmounts = (await Promise.all(purchases.map(({ purchaseId }) => listAmounts(purchaseId)))).map(
      ([direct]) => direct,
    );
    expect(directAmounts.toSorted()).toEqual([0, 0, 0, 999]);
  });

  it.each([
    ['an unknown id', () => newId(), 'REFERENCE_NOT_FOUND'],
    ['not an affiliate', async () => (await makeAccount(database.db)).id, 'REFERENCE_NOT_FOUND'],
    ['staff', async () => (await makeAccount(database.db, { accountType: 10 })).id, 'REFERENCE_NOT_FOUND'],
  ])('is refused if the reference is %s, and charges nothing', async (_, reference, code) => {
    const before = (await checkout().sandbox.control.charges()).length;
    const input = makeCardPurchase({ reference: await reference() });
    for (const overrides of [{}, { entryPoint: 'legacy' as const }]) {
      await expect(checkout().caller(null, overrides).checkout.buyCard(input)).rejects.toMatchObject({
        cause: { code, fieldErrors: { reference: expect.any(String) } },
      });
    }
    const owner = await makeAccount(database.db);
    await expect(
      checkout()
        .caller(owner)
        .businessPlans.purchase(businessPlanPurchase({ reference: input.reference })),
    ).rejects.toMatchObject({ cause: { code } });
    expect(await checkout().sandbox.control.charges()).toHaveLength(before);
  });

  it('is refused if buyers refer themselves', async () => {
    await expect(buy(educator, {}, educator)).rejects.toMatchObject({
      cause: { code: 'SELF_REFERENCE', fieldErrors: { reference: expect.any(String) } },
    });
    await expect(
      checkout()
        .caller(educator)
        .businessPlans.purchase(businessPlanPurchase({ reference: educator.id })),
    ).rejects.toMatchObject({ cause: { code: 'SELF_REFERENCE' } });
  });

  it('[D24] accepts the house account, which earns nothing', async () => {
    const house = await makeAccount(database.db, { isHouse: true });
    const { purchaseId } = await buy(house);
    expect(await findLines(purchaseId)).toEqual([]);
  });
});
