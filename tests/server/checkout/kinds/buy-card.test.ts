import { describe, expect, it } from 'vitest';
import { addMonths } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

describe('[S2 card purchase flow] buying a card', () => {
  it('charges the plan once, creates the membership, and records the receipt email and the agreement', async () => {
    const caller = checkout().caller(null);
    const result = await caller.checkout.buyCard(makeCardPurchase({ shownTotalCents: 4995 }));
    expect(result.status).toBe('paid');
    expect(await checkout().listCharges(result.purchaseId)).toMatchObject([{ amount: 4995, refunded: 0 }]);
    expect(await checkout().listMemberships(result.purchaseId)).toMatchObject([{ planId: 0 }]);
    expect(await checkout().findPurchase(result.purchaseId)).toMatchObject({
      status: 'paid',
      cardLast4: '4242',
    });
    expect(checkout().jobs.of('mail')).toContainEqual(
      expect.objectContaining({ mail: 'receipt', props: expect.objectContaining({ totalCents: 4995 }) }),
    );
    const agreement = database.db
      .selectFrom('agreements')
      .select(['contractType', 'contractVersion'])
      .where('purchaseId', '=', result.purchaseId);
    expect(await agreement.execute()).toEqual([{ contractType: 'MEMBER', contractVersion: 1 }]);
  });

  it('sends Stripe the plan, kind, and account, but no names', async () => {
    const account = await makeAccount(database.db);
    const result = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
    const [charge] = await checkout().listCharges(result.purchaseId);
    expect(charge?.metadata).toEqual({
      purchase: result.purchaseId,
      attempt: '1',
      kind: 'card',
      plan: '0',
      account: account.id,
    });
  });

  it('[D29] adds the physical card as a separate line of the same charge and queues it for shipping', async () => {
    const result = await checkout()
      .caller(null)
      .checkout.buyCard(makeCardPurchase({ requestedPhysicalCard: true, shownTotalCents: 5995 }));
    expect(await checkout().listCharges(result.purchaseId)).toMatchObject([{ amount: 5995 }]);
    const queue = database.db
      .selectFrom('physicalCardRequests')
      .innerJoin('memberships', 'memberships.id', 'physicalCardRequests.membershipId')
      .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
      .select(['recipient', 'street1', 'isReplacement'])
      .where('subscriptions.purchaseId', '=', result.purchaseId);
    expect(await queue.execute()).toEqual([
      { recipient: 'Ann Smith', street1: '350 5TH AVE', isReplacement: false },
    ]);
  });

  it('stores the family for a family plan only', async () => {
    const family = { spouseFirstName: 'Bo', spouseLastName: 'Smith', members: [{ name: 'Cy Smith' }] };
    const caller = checkout().caller(null);
    const familyPurchase = await caller.checkout.buyCard(makeCardPurchase({ plan: 1, ...family }));
    expect(await checkout().listMemberships(familyPurchase.purchaseId)).toMatchObject([
      { planId: 1, familyMembers: ['Cy Smith'] },
    ]);
    const individualPurchase = await caller.checkout.buyCard(makeCardPurchase({ plan: 0, ...family }));
    expect(await checkout().listMemberships(individualPurchase.purchaseId)).toMatchObject([
      { planId: 0, familyMembers: [] },
    ]);
  });

  it('[S8 purchase] shows the bank’s message for a declined card, creates no membership, and accepts the next card', async () => {
    const caller = checkout().caller(null);
    const input = makeCardPurchase();
    await expect(caller.checkout.buyCard({ ...input, token: 'tok_chargeDeclined' })).rejects.toThrow(
      'Your card was declined.',
    );
    const result = await caller.checkout.buyCard({ ...input, token: 'tok_visa' });
    expect(await checkout().listCharges(result.purchaseId)).toHaveLength(1);
    expect(await checkout().findPurchase(result.purchaseId)).toMatchObject({ status: 'paid', attempt: 2 });
    expect(await checkout().listMemberships(result.purchaseId)).toHaveLength(1);
  });

  it('runs at most 17 statements for a guest', async () => {
    const meter = metered(database.db);
    const deps = { ...checkout().deps, db: meter.db, jobs: recordingJobQueue() };
    const caller = checkout().caller(null, { deps });
    expect((await caller.checkout.buyCard(makeCardPurchase())).status).toBe('paid');
    expect(meter.statements).toBeLessThanOrEqual(17);
  });

  it('declines a card that can be attached but not charged, and leaves no subscription that could be paid later', async () => {
    const caller = checkout().caller(null);
    const input = makeCardPurchase({ token: 'tok_chargeCustomerFail' });
    await expect(caller.checkout.buyCard(input)).rejects.toThrow(/declined/);
    const row = await database.db
      .selectFrom('purchases')
      .select(['status', 'providerSubscriptionId'])
      .where('idempotencyKey', '=', String(input.idempotencyKey))
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('failed');
    const stripeSubscription = await checkout().deps.stripe.subscriptions.retrieve(
      String(row.providerSubscriptionId),
    );
    expect(['canceled', 'incomplete_expired']).toContain(stripeSubscription.status);
  });

  it('[S8 invalid card] refuses an invalid token', async () => {
    await expect(
      checkout()
        .caller(null)
        .checkout.buyCard(makeCardPurchase({ token: 'tok_invented' })),
    ).rejects.toThrow('The debit/credit card that was used is invalid.');
  });
});

describe('[D2] the server’s price', () => {
  it('refuses a shown total that differs by a cent, and charges nothing', async () => {
    const input = makeCardPurchase({ shownTotalCents: 4994 });
    await expect(checkout().caller(null).checkout.buyCard(input)).rejects.toThrow('The price has changed');
    const rows = database.db
      .selectFrom('purchases')
      .select('id')
      .where('idempotencyKey', '=', String(input.idempotencyKey));
    expect(await rows.execute()).toEqual([]);
  });

  it('accepts the token "none" only if a free code reduced the charge to 0', async () => {
    const caller = checkout().caller(null);
    const fullDiscountCode = await makePromoCode(database.db, { percentOff: 100, amountOff: null });
    const invalid = 'The debit/credit card that was used is invalid.';
    await expect(caller.checkout.buyCard(makeCardPurchase({ token: 'none' }))).rejects.toThrow(invalid);
    await expect(
      caller.checkout.buyCard(makeCardPurchase({ token: 'none', discountCode: fullDiscountCode.code })),
    ).rejects.toThrow(invalid);
  });

  it('[D25][S4 payment] a free code gives one free period, but does not waive the physical card fee', async () => {
    const caller = checkout().caller(null);
    const freeCode = await makePromoCode(database.db, { percentOff: 100, amountOff: null, isFree: true });
    const result = await caller.checkout.buyCard(
      makeCardPurchase({ token: 'none', discountCode: freeCode.code }),
    );
    expect(await checkout().listCharges(result.purchaseId)).toEqual([]);
    const [membership] = await checkout().listMemberships(result.purchaseId);
    expect(membership?.periodEnd.getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000);
    expect(membership?.periodEnd.getTime()).toBeLessThan(Date.now() + 32 * 86_400_000);
    await expect(
      caller.checkout.buyCard(
        makeCardPurchase({ token: 'none', discountCode: freeCode.code, requestedPhysicalCard: true }),
      ),
    ).rejects.toThrow('invalid');
  });

  it('[D42] a free code without plans works for consumer plans and one period only', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const freeTerms = { percentOff: 100, amountOff: null, isFree: true, periods: null };
    const { code } = await makePromoCode(database.db, freeTerms);
    const errorMessage = 'Wrong Promo Code';
    const seats = { personal: 50, family: 0, coupon: code };
    await expect(caller.corporate.quote(seats)).rejects.toThrow(errorMessage);
    await expect(caller.businessPlans.quote({ plan: 7, discountCode: code })).rejects.toThrow(errorMessage);
    const earliest = addMonths(checkout().deps.now(), 1);
    const { promo, firstPeriodEnd } = await caller.checkout.quote({
      plan: 1,
      requestedPhysicalCard: true,
      discountCode: code,
    });
    expect(promo?.periods).toBe(1);
    expect(firstPeriodEnd?.getTime()).toBeGreaterThanOrEqual(earliest.getTime());
    const { code: seatCode } = await makePromoCode(database.db, { ...freeTerms, plans: [{ planId: 3 }] });
    expect(await caller.corporate.quote({ ...seats, coupon: seatCode })).toMatchObject({ free: true });
  });

  it('[D25][S4 payment] any other 100% code requires a card, charges nothing now, and renews at the plan’s price', async () => {
    const fullDiscountCode = await makePromoCode(database.db, {
      percentOff: 100,
      amountOff: null,
      periods: 1,
    });
    const result = await checkout()
      .caller(null)
      .checkout.buyCard(makeCardPurchase({ discountCode: fullDiscountCode.code, shownTotalCents: 0 }));
    expect(await checkout().listCharges(result.purchaseId)).toEqual([]);
    expect(await checkout().findPurchase(result.purchaseId)).toMatchObject({
      status: 'paid',
      cardLast4: '4242',
    });
  });

  it('a percentage discount applies to the plan but not the card fee, in one exact charge', async () => {
    const ten = await makePromoCode(database.db, { percentOff: 10, amountOff: null });
    const result = await checkout()
      .caller(null)
      .checkout.buyCard(
        makeCardPurchase({ discountCode: ten.code, requestedPhysicalCard: true, shownTotalCents: 5496 }),
      );
    expect(await checkout().listCharges(result.purchaseId)).toMatchObject([{ amount: 5496 }]);
  });

  it('[S5 promo] a code that is unknown, expired, or for another plan gets Wrong Promo Code', async () => {
    const caller = checkout().caller(null);
    const closed = await makePromoCode(database.db, { validUntil: new Date(0) });
    const family = await makePromoCode(database.db, { plans: [{ planId: 1 }] });
    for (const discountCode of ['NOSUCHCODE', closed.code, family.code]) {
      await expect(caller.checkout.quote({ plan: 0, discountCode })).rejects.toMatchObject({
        message: 'Wrong Promo Code',
        cause: { fieldErrors: { discountCode: 'Wrong Promo Code' } },
      });
    }
  });
});

it.each([
  ['state', 'Atlantis', 'Please choose a state'],
  ['zip', 'x1', 'Please enter a 5-digit ZIP code'],
])('[S8] an unknown US %s is refused at its field', async (field, value, message) => {
  const visitor = await checkout().visitor();
  const response = await visitor.post('/trpc/checkout.buyCard', makeCardPurchase({ [field]: value }));
  expect(response.statusCode).toBe(400);
  expect(response.json().error.data.fieldErrors).toEqual({ [field]: message });
});

it('a code that leaves less than Stripe can charge is refused with its own message', async () => {
  const { code } = await makePromoCode(database.db, { amountOff: 4_950, percentOff: null });
  const message =
    'This code leaves less than $0.50 to pay, and cards can’t be charged that little. Please use another code.';
  await expect(checkout().caller(null).checkout.quote({ plan: 0, discountCode: code })).rejects.toMatchObject(
    { message, cause: { fieldErrors: { discountCode: message } } },
  );
});

describe('[S6 visitor][D40] the owner of a purchase', () => {
  it('is the signed-in account, and another account’s id is refused', async () => {
    const [mine, other] = await Promise.all([makeAccount(database.db), makeAccount(database.db)]);
    const caller = checkout().caller(mine);
    const result = await caller.checkout.buyCard(makeCardPurchase());
    expect(await checkout().findPurchase(result.purchaseId)).toMatchObject({ accountId: mine.id });
    await expect(caller.checkout.buyCard(makeCardPurchase({ accountID: other.id }))).rejects.toThrow(
      'isn’t your account',
    );
    await expect(
      checkout()
        .caller(null)
        .checkout.buyCard(makeCardPurchase({ accountID: other.id })),
    ).rejects.toThrow('isn’t your account');
  });

  it('has one Stripe customer for all purchases of an account', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const first = await caller.checkout.buyCard(makeCardPurchase());
    const second = await caller.checkout.buyCard(makeCardPurchase({ buyAnother: true }));
    const [a, b] = await Promise.all([
      checkout().findPurchase(first.purchaseId),
      checkout().findPurchase(second.purchaseId),
    ]);
    expect(a.providerCustomerId).toBe(b.providerCustomerId);
  });

  it('is the only account that can confirm it', async () => {
    const owner = await makeAccount(database.db);
    const result = await checkout().caller(owner).checkout.buyCard(makeCardPurchase());
    const stranger = checkout().caller(await makeAccount(database.db));
    await expect(stranger.checkout.confirmCard({ purchaseId: result.purchaseId })).rejects.toThrow(
      'not found',
    );
  });
});

// Publishes another version, so these tests come last.
describe('[D21] the version of the terms that a buyer accepts', () => {
  const acceptVersion = (version: number) => ({ acceptedTexts: [{ type: 'MEMBER', version }] });

  it('is the one that was shown: after a new one was published, the purchase is refused at the box', async () => {
    const caller = checkout().caller(null);
    const publishedAt = new Date();
    const text = { type: 'MEMBER', version: 2, html: '<p>New</p>', publishedAt };
    await database.db.insertInto('contracts').values(text).execute();
    const outdatedPurchase = makeCardPurchase(acceptVersion(1));
    await expect(caller.checkout.buyCard(outdatedPurchase)).rejects.toMatchObject({
      cause: { code: 'TEXT_CHANGED', fieldErrors: { contractAgree: expect.stringContaining('new version') } },
    });
    const [shown] = (await caller.content.textVersions()).filter(({ type }) => type === 'MEMBER');
    expect(shown).toEqual({ type: 'MEMBER', version: 2 });
    const results = [await caller.checkout.buyCard({ ...outdatedPurchase, ...acceptVersion(2) })];
    // Clients of the GraphQL contract can't send the accepted version.
    results.push(await caller.checkout.buyCard(makeCardPurchase({ buyAnother: true })));
    for (const { purchaseId } of results) {
      const agreements = database.db.selectFrom('agreements').select(['contractType', 'contractVersion']);
      expect(await agreements.where('purchaseId', '=', purchaseId).execute()).toEqual([
        { contractType: 'MEMBER', contractVersion: 2 },
      ]);
    }
  });
});
