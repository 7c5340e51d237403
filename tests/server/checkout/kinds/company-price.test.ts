import { describe, expect, it } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase, captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  employees,
  makeCompany,
  makeCompanyForm,
  makeCompanyWithCards,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

describe('[D2][S9 corporate] a company’s purchase', () => {
  it('is charged at the server’s price, and a different total or count is refused', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    for (const wrong of [
      { shownTotalCents: 24_974 },
      { planCount: 6 },
      { totalPlans: { personal: 4, family: 1 } },
    ]) {
      const error = await captureError(caller.corporate.purchase(makeCorporatePurchase(wrong)));
      expect(error).toMatchObject({ code: 'PRICE_CHANGED', message: 'The price has changed' });
    }
    const correctTotals = { shownTotalCents: 24_975, planCount: 5, totalPlans: { personal: 5, family: 0 } };
    expect((await caller.corporate.purchase(makeCorporatePurchase(correctTotals))).status).toBe('paid');
  });

  it('[D42] is discounted by a percentage of all cards, one amount, or a plan price for that plan’s cards', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const { code: percent } = await makePromoCode(database.db, { percentOff: 12.5, amountOff: null });
    const { code: amount } = await makePromoCode(database.db, { amountOff: 1_000, plans: [{ planId: 5 }] });
    const { code: price } = await makePromoCode(database.db, {
      plans: [{ planId: 3, recurringPriceCents: 4_000 }],
    });
    const quoteTotal = async (coupon: string) =>
      (await caller.corporate.quote({ personal: 3, family: 1, coupon })).totalCents;
    expect(await quoteTotal(percent)).toBe(24_975 - 3_122);
    expect(await quoteTotal(amount)).toBe(24_975 - 1_000);
    expect(await quoteTotal(price)).toBe(24_975 - 3 * 995);
    const { purchaseId } = await caller.corporate.purchase(
      makeCorporatePurchase({ employees: employees(3, 1), coupon: percent, shownTotalCents: 21_853 }),
    );
    const [charge] = await checkout().listCharges(purchaseId);
    expect(charge?.amount).toBe(21_853);
  });

  it('is not discounted by a wrong code, which is reported at its field', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const { code: cardsOnly } = await makePromoCode(database.db, { plans: [{ planId: 0 }] });
    for (const coupon of ['NONE', cardsOnly]) {
      const wrongCodeErrors = { coupon: 'Wrong Promo Code' };
      const quoteError = await captureError(caller.corporate.quote({ personal: 5, family: 0, coupon }));
      expect(quoteError.fieldErrors).toEqual(wrongCodeErrors);
      const purchaseError = await captureError(caller.corporate.purchase(makeCorporatePurchase({ coupon })));
      expect(purchaseError.fieldErrors).toEqual(wrongCodeErrors);
      const error = await captureError(caller.corporate.register(makeCompanyForm({ code: coupon })));
      expect(error.fieldErrors).toEqual({ code: 'Wrong Promo Code' });
    }
    const { code: once } = await makePromoCode(database.db, { maxUses: 1 });
    await caller.corporate.purchase(makeCorporatePurchase({ coupon: once }));
    const { caller: second } = await makeCompany(database.db, checkout());
    const reuseError = await captureError(second.corporate.purchase(makeCorporatePurchase({ coupon: once })));
    expect(reuseError.fieldErrors).toEqual({ coupon: 'Wrong Promo Code' });
  });

  it('[D25] is free with a free code, which gives one year without a card and ends on its own', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const { code: coupon } = await makePromoCode(database.db, {
      percentOff: 100,
      amountOff: null,
      isFree: true,
      plans: [{ planId: 5 }],
    });
    const { purchaseId } = await caller.corporate.purchase(makeCorporatePurchase({ coupon, token: 'none' }));
    expect(await checkout().listCharges(purchaseId)).toEqual([]);
    expect(await caller.corporate.company()).toMatchObject({
      planCount: 5,
      plan: { state: 'active', nextCharge: null, canCancel: false, canChange: true },
    });
  });

  it('[S6 business owner] can have fewer than 5 cards only if the buyer owns a business plan', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const buildOneCard = () => makeCorporatePurchase({ employees: employees(1) });
    expect((await captureError(caller.corporate.purchase(buildOneCard()))).code).toBe('CORPORATE_MINIMUM');
    await caller.businessPlans.purchase(businessPlanPurchase());
    expect((await caller.corporate.company()).minimumWaived).toBe(true);
    const minimumError = await captureError(
      caller.corporate.purchase(makeCorporatePurchase({ employees: [] })),
    );
    expect(minimumError.code).toBe('CORPORATE_MINIMUM');
    const { purchaseId } = await caller.corporate.purchase(buildOneCard());
    const [charge] = await checkout().listCharges(purchaseId);
    expect(charge?.amount).toBe(4_995);
  });

  it('[D13] earns a commission only for the referrer in the company form', async () => {
    const influencer = await makeAccount(database.db, { accountType: 1 });
    const { caller } = await makeCompany(database.db, checkout(), { reference: influencer.id });
    const { purchaseId } = await caller.corporate.purchase(makeCorporatePurchase());
    await makeCompanyWithCards(database.db, checkout());
    const commissions = await database.db
      .selectFrom('commissions')
      .innerJoin('payments', 'payments.id', 'commissions.paymentId')
      .select(['payments.purchaseId', 'commissions.amountCents'])
      .where('affiliateId', '=', influencer.id)
      .execute();
    expect(commissions).toEqual([{ purchaseId, amountCents: 4_995 }]);
  });
});
