import { describe, expect, it, test } from 'vitest';
import { SEED_PLANS } from '#db/seed/catalog.ts';
import { toAppError } from '#server/platform/trpc.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import {
  businessPlanPurchase,
  captureError,
  EVERY_PAGE,
  SAMPLE_W9,
} from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const makeOwner = async () => checkout().caller(await makeAccount(database.db));
const PLANS = SEED_PLANS.filter(({ kind }) => kind === 'business');

const search = (name: string) => ({ name, zip: '80202' });

describe('[S2 business purchase, S6 basic account] buying a plan', () => {
  test.each(PLANS)(
    '$name charges the catalog price under its order-summary name, and lists the business',
    async (plan) => {
      const caller = await makeOwner();
      const businessname = `Owner of ${plan.slug}`;
      const { purchaseId } = await caller.businessPlans.purchase(
        businessPlanPurchase({
          ...EVERY_PAGE,
          plan: plan.id,
          businessname,
          shownTotalCents: plan.priceCents,
        }),
      );
      const [charge] = await checkout().listCharges(purchaseId);
      expect(charge?.amount).toBe(plan.priceCents);
      const { quote } = await checkout().findPurchase(purchaseId);
      expect(quote).toMatchObject({ lines: [{ description: plan.orderSummaryName }] });
      expect(await caller.businessPlans.mine()).toMatchObject({
        planName: plan.name,
        kind: 'subscription',
        state: 'active',
        nextCharge: { amountCents: plan.priceCents },
        payments: [{ receiptId: purchaseId, amountCents: plan.priceCents }],
      });
      const searchResult = await checkout().caller(null).savings.search(search(businessname));
      expect(searchResult).toMatchObject({
        count: 1,
        stores: [{ businessname, city: 'Denver', type: 'Food & Drink' }],
      });
      expect(await caller.viewer.user()).toMatchObject({
        hasBusinessPlan: true,
        businessSearchList: true,
        hasW9: true,
        w9: { idNumber: '••-•••4321' },
      });
    },
  );

  it('[D24] lists a business without a category under Other, and one outside the US by name', async () => {
    const caller = await makeOwner();
    const abroad = { businessname: 'Toronto Bagels', state: 'Ontario', zip: 'M5V 2T6', country: 'CA' };
    await caller.businessPlans.purchase(businessPlanPurchase({ ...abroad, type: null }));
    const searchResult = await checkout()
      .caller(null)
      .savings.search({ ...search('Toronto'), zip: null });
    expect(searchResult).toMatchObject({ count: 1, stores: [{ type: 'Other', country: 'CA' }] });
  });

  it('[D81] keeps what the owner left empty, and fills what the owner entered', async () => {
    const caller = await makeOwner();
    await caller.businessPlans.startTrial({ businessname: 'Dr. Molar', type: 4, zip: '80202' });
    const listing = await caller.businesses.mine();
    if (!listing) throw new Error('The trial has no listing');
    const street = { street1: '1600 Broadway', street2: 'Suite 5' };
    const address = { ...street, city: 'Denver', state: 'CO', zip: '80202' };
    const { version, businessname } = listing;
    await caller.businesses.changeListing({
      ...address,
      ...{ version, businessname, country: 'US', phone: '303 555 0100' },
      ...{ categories: [4, 7], url: 'molar.example' },
    });
    const entered = { businessname: 'Dr. Molar', type: null, url: null, phone: '303 555 0199', ...address };
    await caller.businessPlans.purchase(businessPlanPurchase({ ...entered, street2: null }));
    expect(await caller.businesses.mine()).toMatchObject({
      ...address,
      ...{ categories: [4, 7], url: 'https://molar.example', phone: '303 555 0199' },
    });
  });

  it('stores the program answers, notifies staff, and ignores programs that the owner didn’t select', async () => {
    const caller = await makeOwner();
    await caller.businessPlans.purchase(
      businessPlanPurchase({ ...EVERY_PAGE, plan: 7, presentation: false, businessname: 'Program Bakery' }),
    );
    const plan = await caller.businessPlans.mine();
    expect(plan?.programs).toMatchObject({
      loyalty: true,
      socialMedia: { instagram: '@walker' },
      presentation: null,
    });
    const requests = checkout()
      .jobs.of('mail')
      .map((job) => JSON.stringify(job))
      .filter((job) => job.includes('programs-wanted') && job.includes('Program Bakery'));
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain('@walker');
    expect(requests[0]).not.toContain('ben@walker.example');
  });

  it('[D21] records each agreement with its version, account, and IP address', async () => {
    const account = await makeAccount(database.db);
    const { purchaseId } = await checkout()
      .caller(account, { ip: '10.9.8.7' })
      .businessPlans.purchase(businessPlanPurchase());
    const agreements = await database.db
      .selectFrom('agreements')
      .select(['contractType', 'contractVersion', 'accountId', 'ip'])
      .where('purchaseId', '=', purchaseId)
      .orderBy('contractType')
      .execute();
    expect(agreements).toEqual(
      ['BUSINESSBASIC', 'BUSINESSPRIVACY', 'BUSINESSTERMS'].map((contractType) => ({
        contractType,
        contractVersion: 1,
        accountId: account.id,
        ip: '10.9.8.7',
      })),
    );
  });

  it('[D21] is refused at the box of an agreement that isn’t the one shown', async () => {
    const input = businessPlanPurchase({ acceptedTexts: [{ type: 'BUSINESSTERMS', version: 7 }] });
    await expect((await makeOwner()).businessPlans.purchase(input)).rejects.toMatchObject({
      cause: { code: 'TEXT_CHANGED', fieldErrors: { termsAgree: expect.any(String) } },
    });
  });

  it.each([
    [6, 'BUSINESSEXCLUSIVE'],
    [7, 'BUSINESSPREMIUM'],
  ])('[S5 agreements] plan %i requires agreement to one contract only: %s', async (plan, contractType) => {
    const { purchaseId } = await (await makeOwner()).businessPlans.purchase(
      businessPlanPurchase({ ...EVERY_PAGE, plan, termsAgree: undefined, privacyAgree: false }),
    );
    const agreements = await database.db
      .selectFrom('agreements')
      .select('contractType')
      .where('purchaseId', '=', purchaseId)
      .execute();
    expect(agreements).toEqual([{ contractType }]);
  });

  it('sends one receipt that names the plan', async () => {
    const caller = await makeOwner();
    const { purchaseId } = await caller.businessPlans.purchase(businessPlanPurchase());
    const receipts = checkout()
      .jobs.of('mail')
      .map((job) => JSON.stringify(job))
      .filter((job) => job.includes('"mail":"receipt"') && job.includes(purchaseId));
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toContain('"subject":"business plan"');
  });
});

describe('[S4 business purchase] a second plan for one account', () => {
  it('is refused: of 20 different concurrent purchases, only one is charged', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        caller.businessPlans.purchase(businessPlanPurchase({ businessname: `Bakery ${i}` })),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(['PURCHASE_UNDER_WAY', 'BUSINESS_PLAN_EXISTS']).toContain(toAppError(result.reason).code);
      }
    }
    const charges = (await checkout().sandbox.control.charges()).filter(({ refunded }) => refunded === 0);
    const ids = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('accountId', '=', account.id)
      .execute();
    expect(charges.filter(({ metadata }) => ids.some(({ id }) => id === metadata.purchase))).toHaveLength(1);
    const businesses = await database.db
      .selectFrom('businesses')
      .select('id')
      .where('accountId', '=', account.id)
      .execute();
    expect(businesses).toHaveLength(1);
  });

  it('is not bought by 20 concurrent submissions of one wizard, which are charged once', async () => {
    const caller = await makeOwner();
    const input = businessPlanPurchase({ ...EVERY_PAGE, plan: 7 });
    const results = await Promise.all(Array.from({ length: 20 }, () => caller.businessPlans.purchase(input)));
    const ids = new Set(results.map(({ purchaseId }) => purchaseId));
    expect(ids.size).toBe(1);
    expect(await checkout().listCharges(String([...ids][0]))).toHaveLength(1);
  });

  it('is refused, but after a decline the same key can be used again', async () => {
    const caller = await makeOwner();
    const input = businessPlanPurchase();
    await expect(caller.businessPlans.purchase({ ...input, token: 'tok_chargeDeclined' })).rejects.toThrow(
      'declined',
    );
    expect(await caller.businessPlans.mine()).toBeNull();
    const result = await caller.businessPlans.purchase(input);
    expect(await caller.businessPlans.purchase(input)).toEqual(result);
    const secondError = await captureError(caller.businessPlans.purchase(businessPlanPurchase({ plan: 9 })));
    expect(secondError).toMatchObject({
      code: 'BUSINESS_PLAN_EXISTS',
      message: 'You already have a business plan.',
    });
  });

  it('is not bought if one tab has an open bank check and another one pays', async () => {
    const caller = await makeOwner();
    const challengedPurchase = await caller.businessPlans.purchase(
      businessPlanPurchase({ token: 'tok_threeDSecure2Required' }),
    );
    expect(challengedPurchase.status).toBe('requires_action');
    const result = await caller.businessPlans.purchase(businessPlanPurchase());
    expect(result.status).toBe('paid');
    expect(await caller.checkout.confirmCard({ purchaseId: challengedPurchase.purchaseId })).toEqual(result);
    expect(await checkout().listCharges(challengedPurchase.purchaseId)).toHaveLength(1);
  });
});

describe('[D7][D52] the tax number of a business plan’s buyer', () => {
  it('is never stored in plain text in a purchase or a job', async () => {
    const account = await makeAccount(database.db);
    const w9 = { ...SAMPLE_W9, idType: 'ssn', idNumber: '417-90-2286' };
    await checkout()
      .caller(account)
      .businessPlans.purchase(businessPlanPurchase({ loyalty: true, plan: 9, w9 }));
    const rows = await databaseText(database.db);
    expect(rows).toContain('2286');
    for (const text of [rows, JSON.stringify(checkout().jobs.of('mail'))]) {
      expect(text).not.toMatch(/417-?90-?2286/);
    }
  });

  it('is optional if a W-9 is on file, and a new one replaces it', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const input = businessPlanPurchase({ loyalty: true, plan: 9, w9: SAMPLE_W9 });
    await expect(caller.businessPlans.purchase({ ...input, token: 'tok_chargeDeclined' })).rejects.toThrow(
      'declined',
    );
    expect(await caller.viewer.user()).toMatchObject({ hasW9: true, hasBusinessPlan: false });
    await caller.businessPlans.purchase(businessPlanPurchase({ loyalty: true, plan: 9 }));
    expect(await caller.viewer.user()).toMatchObject({
      w9: { idNumber: '••-•••4321' },
      hasBusinessPlan: true,
    });
  });
});

describe('[D7] a W-9 that is corrected after a decline', () => {
  it('replaces the declined one under the same key', async () => {
    const caller = await makeOwner();
    const input = businessPlanPurchase({ loyalty: true, plan: 9, w9: SAMPLE_W9 });
    await expect(caller.businessPlans.purchase({ ...input, token: 'tok_chargeDeclined' })).rejects.toThrow(
      'declined',
    );
    await caller.businessPlans.purchase({ ...input, w9: { ...SAMPLE_W9, idNumber: '11-2223333' } });
    expect(await caller.viewer.user()).toMatchObject({ w9: { idNumber: '••-•••3333' } });
  });
});

describe('[D25] a free code for a business plan', () => {
  it('gives one month without a card, which ends on its own', async () => {
    const { code } = await makePromoCode(database.db, {
      percentOff: 100,
      amountOff: null,
      isFree: true,
      plans: [{ planId: 8 }],
    });
    const caller = await makeOwner();
    const result = await caller.businessPlans.purchase(
      businessPlanPurchase({ discountCode: code, token: 'none', shownTotalCents: 0 }),
    );
    expect(result.status).toBe('paid');
    const plan = await caller.businessPlans.mine();
    expect(plan).toMatchObject({ state: 'active', nextCharge: null, canCancel: false, payments: [] });
    expect(plan?.listedUntil).toEqual(plan?.periodEnd);
  });
});
