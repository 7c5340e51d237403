import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import {
  AFFILIATE_W9,
  type affiliateSignup,
  loyaltySignup,
  makeSignupWithMembership,
} from '#tests/helpers/purchases/affiliate.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { signupBooks } from '#tests/helpers/purchases/signup-books.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const { newAccount, referrer, signupsOf, purchasesOf, mailsTo, chargesOn } = signupBooks(database, checkout);

describe('[D22] a membership bought with a signup', () => {
  test.each([
    [0, false, 4995],
    [0, true, 5995],
    [1, false, 9990],
    [1, true, 10990],
  ] as const)('of type %i, with a physical card %s, costs %i cents', async (choice, card, cents) => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const quoted = await caller.affiliateSignup.quote({ plan: choice, requestedPhysicalCard: card });
    expect(quoted.totalCents).toBe(cents);
    const answer = await caller.affiliateSignup.join(
      makeSignupWithMembership({
        reference,
        purchaseMembership: choice,
        requestedPhysicalCard: card,
        shownTotalCents: cents,
        spouseFirstName: 'Pat',
        spouseLastName: 'Gomez',
        members: [{ name: 'Lee Gomez' }],
      }),
    );
    if (!answer.purchaseId) throw new Error('Nothing was bought');
    const [charge] = await checkout().listCharges(answer.purchaseId);
    expect(charge?.amount).toBe(cents);
    const memberships = await checkout().listMemberships(answer.purchaseId);
    expect(memberships).toMatchObject([{ planId: choice, familyMembers: choice === 1 ? ['Lee Gomez'] : [] }]);
    const [own] = await caller.memberships.mine();
    expect(own).toMatchObject({ firstname: 'Maria', lastname: 'Gomez' });
    const requests = await database.db
      .selectFrom('physicalCardRequests')
      .innerJoin('memberships', 'memberships.id', 'physicalCardRequests.membershipId')
      .select(['recipient', 'city'])
      .where('memberships.accountId', '=', account.id)
      .execute();
    expect(requests).toEqual(card ? [{ recipient: 'Maria Gomez', city: 'Denver' }] : []);
    expect(await signupsOf(account.id)).toMatchObject([
      { id: answer.signupId, purchaseId: answer.purchaseId, completedAt: expect.any(Date) },
    ]);
    expect(await caller.viewer.user()).toMatchObject({ accountType: 3, hasValidMembership: true });
  });

  test('stores its referrer, but no tax number or signature, in the cart', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    await checkout().caller(account).affiliateSignup.join(makeSignupWithMembership({ reference }));
    const [purchase] = await purchasesOf(account.id);
    expect(purchase).toMatchObject({ kind: 'affiliate-signup', status: 'paid', referrerId: reference });
    const cart = JSON.stringify(purchase?.cart);
    expect(cart).not.toMatch(/w9|signature|idNumber|4321/);
  });

  test('[D21] records the member agreement', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    await checkout().caller(account).affiliateSignup.join(makeSignupWithMembership({ reference }));
    const agreements = await database.db
      .selectFrom('agreements')
      .select('contractType')
      .where('accountId', '=', account.id)
      .orderBy('contractType')
      .execute();
    expect(agreements.map(({ contractType }) => contractType)).toEqual([
      'MEMBER',
      'POLICYPROCEDUREMANUAL',
      'PRIVACYPOLICY',
      'REPRESENTATIVE',
    ]);
  });

  test('sends one readable receipt and one welcome email', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const { purchaseId } = await checkout()
      .caller(account)
      .affiliateSignup.join(makeSignupWithMembership({ reference }));
    const [receipt, ...others] = mailsTo(account.email, 'receipt');
    expect(others).toEqual([]);
    expect(receipt).toContain('"subject":"membership"');
    expect(receipt).toContain('"firstname":"Maria"');
    expect(mailsTo(account.email, 'affiliate-welcome')).toHaveLength(1);
    const page = await (await checkout().visitor(account)).get(`/api/receipt?id=${purchaseId}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Maria Gomez');
    const stranger = await checkout().visitor(await newAccount());
    expect((await stranger.get(`/api/receipt?id=${purchaseId}`)).statusCode).toBe(404);
  });

  test.each([2, null, undefined])('is not bought if purchaseMembership is %s', async (purchaseMembership) => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const answer = await caller.affiliateSignup.join(
      makeSignupWithMembership({ reference, purchaseMembership }),
    );
    expect(answer).toMatchObject({ status: 'done', purchaseId: null });
    expect(await chargesOn(account)).toEqual([]);
  });

  test('is not bought with the loyalty program, or by an account with a valid membership', async () => {
    const reference = await referrer();
    const loyal = await newAccount();
    const membershipFields = { purchaseMembership: 1, token: 'tok_visa' };
    await checkout()
      .caller(loyal)
      .affiliateSignup.join(loyaltySignup({ reference, ...membershipFields }));
    expect(await chargesOn(loyal)).toEqual([]);
    const member = await newAccount();
    const caller = checkout().caller(member);
    await caller.checkout.buyCard(makeCardPurchase());
    const answer = await caller.affiliateSignup.join(
      makeSignupWithMembership({ reference, members: [{ name: '' }] }),
    );
    expect(answer).toMatchObject({ status: 'done', purchaseId: null });
    expect(await chargesOn(member)).toHaveLength(1);
  });
});

describe('[S4 payment][D2] the payment of a membership bought with a signup', () => {
  const captureRefusal = async (overrides: Parameters<typeof affiliateSignup>[0] | object) => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const error = await captureError(
      caller.affiliateSignup.join(makeSignupWithMembership({ reference, ...overrides })),
    );
    expect(await caller.viewer.user()).toMatchObject({ accountType: 0, hasValidMembership: false });
    expect(await chargesOn(account)).toEqual([]);
    return error;
  };

  test.each([
    [{ shownTotalCents: 4994 }, 'PRICE_CHANGED', 'The price has changed'],
    [{ token: undefined }, 'CARD_INVALID', 'The debit/credit card that was used is invalid.'],
    [{ token: 'none' }, 'CARD_INVALID', 'The debit/credit card that was used is invalid.'],
    [{ token: 'tok_nobody' }, 'CARD_INVALID', 'The debit/credit card that was used is invalid.'],
    [{ token: 'tok_chargeDeclined' }, 'CARD_DECLINED', 'Your card was declined.'],
    [{ discountCode: 'NO-SUCH-CODE' }, 'WRONG_PROMO_CODE', 'Wrong Promo Code'],
  ])('with %j fails with %s', async (overrides, code, message) => {
    expect(await captureRefusal(overrides)).toMatchObject({ code, message });
  });

  test('[S2 family members] requires the family page’s fields for a family membership', async () => {
    const error = await captureRefusal({ purchaseMembership: 1, members: [{ name: '' }] });
    expect(error.fieldErrors).toEqual({ 'members.0.name': 'Required' });
  });

  test('[D25] requires no card for a free code, which gives one period', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 100, amountOff: null, isFree: true });
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const freeTerms = { discountCode: code, token: 'none', shownTotalCents: 0 };
    const answer = await caller.affiliateSignup.join(makeSignupWithMembership({ reference, ...freeTerms }));
    expect(answer).toMatchObject({ status: 'done', purchaseId: expect.any(String) });
    expect(await chargesOn(account)).toEqual([]);
    expect(await caller.viewer.user()).toMatchObject({ accountType: 3, hasValidMembership: true });
  });

  test('[D41] can use another card under the same key after a decline, with a corrected W-9', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const input = makeSignupWithMembership({ reference });
    await captureError(caller.affiliateSignup.join({ ...input, token: 'tok_chargeDeclined' }));
    const w9 = { ...AFFILIATE_W9, idNumber: '11-2223333' };
    const answer = await caller.affiliateSignup.join({ ...input, w9 });
    expect(answer.status).toBe('done');
    expect(await caller.viewer.user()).toMatchObject({ accountType: 3, w9: { idNumber: '••-•••3333' } });
    expect(await purchasesOf(account.id)).toMatchObject([{ attempt: 2, status: 'paid' }]);
    expect(await chargesOn(account)).toHaveLength(1);
    expect(await signupsOf(account.id)).toHaveLength(1);
  });
});
