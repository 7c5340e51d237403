import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

describe('[D41] an idempotency key', () => {
  it('returns the same result for the same cart, and refuses another cart', async () => {
    const guest = randomUUID();
    const caller = checkout().caller(null, { guestKey: () => guest, existingGuestKey: guest });
    const input = makeCardPurchase();
    const first = await caller.checkout.buyCard(input);
    expect(await caller.checkout.buyCard(input)).toEqual(first);
    expect(await caller.checkout.buyCard({ ...input, token: 'tok_mastercard' })).toEqual(first);
    await expect(caller.checkout.buyCard({ ...input, plan: 1 })).rejects.toThrow('already sent');
    expect(await checkout().listCharges(first.purchaseId)).toHaveLength(1);
  });

  it('is charged once for 50 identical concurrent submissions', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const input = makeCardPurchase();
    const results = await Promise.all(Array.from({ length: 50 }, () => caller.checkout.buyCard(input)));
    expect(new Set(results.map((result) => result.purchaseId)).size).toBe(1);
    const [first] = results;
    expect(await checkout().listCharges(String(first?.purchaseId))).toHaveLength(1);
    expect(await checkout().listMemberships(String(first?.purchaseId))).toHaveLength(1);
  });

  it('is not charged again after a refund, but starts over if the refund came before fulfillment', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const { refunds } = checkout().deps.stripe;
    const fulfilled = makeCardPurchase();
    const first = await caller.checkout.buyCard(fulfilled);
    const [charge] = await checkout().listCharges(first.purchaseId);
    await refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    expect(await caller.checkout.buyCard(fulfilled)).toEqual(first);
    expect(await checkout().listCharges(first.purchaseId)).toEqual([]);

    // Make the purchase's total differ from what Stripe charged. The charge is then refunded, and nothing is
    // fulfilled.
    const other = makeCardPurchase({ plan: 1 });
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(caller.checkout.buyCard(other)).rejects.toThrow();
    await checkout().sandbox.control.clearFaults();
    const change = database.db.updateTable('purchases').set({ totalCents: 1 });
    await change.where('idempotencyKey', '=', String(other.idempotencyKey)).execute();
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    await moveDatabaseClock(database.db, 0);
    expect(checkout().log.takeFaults()).not.toEqual([]);
    const { status, purchaseId } = await caller.checkout.buyCard(other);
    expect([status, (await checkout().findPurchase(purchaseId)).attempt]).toEqual(['paid', 2]);
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
    expect(await checkout().listMemberships(purchaseId)).toHaveLength(1);
  });

  it('[D40] is derived for an older client, so that its repeated call charges once', async () => {
    const caller = checkout().caller(null, { entryPoint: 'legacy' });
    const input = { ...makeCardPurchase(), idempotencyKey: null };
    const first = await caller.checkout.buyCard(input);
    expect(await caller.checkout.buyCard(input)).toEqual(first);
    expect(await checkout().listCharges(first.purchaseId)).toHaveLength(1);
  });
});

describe('[D42] a promo code with limited uses', () => {
  it('discounts only one of 50 buyers if it has one use', async () => {
    const code = await makePromoCode(database.db, { maxUses: 1 });
    const buy = () =>
      checkout()
        .caller(null)
        .checkout.buyCard(makeCardPurchase({ discountCode: code.code }));
    const results = await Promise.allSettled(Array.from({ length: 50 }, buy));
    const successes = results.filter((result) => result.status === 'fulfilled');
    const rejections = results.filter((result) => result.status === 'rejected');
    expect(successes).toHaveLength(1);
    expect(rejections.every((result) => String(result.reason).includes('Wrong Promo Code'))).toBe(true);
  });

  it('is released after a declined card and used up after an accepted one', async () => {
    const code = await makePromoCode(database.db, { maxUses: 1 });
    const caller = checkout().caller(null);
    const input = makeCardPurchase({ discountCode: code.code });
    await expect(caller.checkout.buyCard({ ...input, token: 'tok_chargeDeclined' })).rejects.toThrow(
      'declined',
    );
    const other = await caller.checkout.buyCard(makeCardPurchase({ discountCode: code.code }));
    expect(other.status).toBe('paid');
    await expect(caller.checkout.buyCard(input)).rejects.toThrow('Wrong Promo Code');
  });

  it('counts a buyer’s uses by email address, account, and card', async () => {
    const { code: discountCode } = await makePromoCode(database.db, { maxUsesPerBuyer: 1 });
    const errorMessage = 'Wrong Promo Code';
    const inbox = `once-${randomUUID()}`;
    const input = (email: string, token: string) => makeCardPurchase({ discountCode, email, token });
    const guest = () => checkout().caller(null).checkout;
    const account = await makeAccount(database.db);
    const first = await guest().buyCard(input(`${inbox}@example.com`, 'tok_visa'));
    const sameInbox = input(`${inbox.toUpperCase()}+again@example.com`, 'tok_mastercard');
    await expect(guest().buyCard(sameInbox)).rejects.toThrow(errorMessage);
    const { code: gmailCode } = await makePromoCode(database.db, { maxUsesPerBuyer: 1 });
    const atGmail = (email: string, token: string) =>
      guest().buyCard({ ...input(email, token), discountCode: gmailCode });
    const gmailName = inbox.replaceAll('-', '');
    await atGmail(`${gmailName}@gmail.com`, 'tok_visa');
    const dotted = `${gmailName.slice(0, 4)}.${gmailName.slice(4)}+x@googlemail.com`;
    await expect(atGmail(dotted, 'tok_mastercard')).rejects.toThrow(errorMessage);
    const sameCard = input(`other-${inbox}@example.com`, 'tok_visa');
    await expect(guest().buyCard(sameCard)).rejects.toThrow(errorMessage);
    await database.db
      .updateTable('purchases')
      .set({ accountId: account.id })
      .where('id', '=', first.purchaseId)
      .execute();
    const sameAccount = input(`third-${inbox}@example.com`, 'tok_mastercard');
    await expect(checkout().caller(account).checkout.buyCard(sameAccount)).rejects.toThrow(errorMessage);
    // A refused card does not use up the code: the same buyer can use it with another card.
    expect((await guest().buyCard({ ...sameCard, token: 'tok_mastercard' })).status).toBe('paid');
  });

  it('with one use per buyer discounts only one of several buyers with the same card', async () => {
    const { code: discountCode } = await makePromoCode(database.db, { maxUsesPerBuyer: 1 });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        checkout()
          .caller(null)
          .checkout.buyCard(makeCardPurchase({ discountCode, email: `card-${randomUUID()}@example.com` })),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('requires a limit of uses', async () => {
    await expect(makePromoCode(database.db, { maxUses: null })).rejects.toThrow('promo_codes_limited');
  });
});

describe('[D69] free periods', () => {
  it('are given once to a mailbox, with any code', async () => {
    const terms = { percentOff: 100, amountOff: null, isFree: true };
    const buy = async (email: string) => {
      const { code } = await makePromoCode(database.db, terms);
      const input = makeCardPurchase({ token: 'none', discountCode: code, email });
      return checkout().caller(null).checkout.buyCard(input);
    };
    await buy('free.once@gmail.com');
    await expect(buy('freeonce+again@googlemail.com')).rejects.toThrow('Wrong Promo Code');
    await buy('free.twice@gmail.com');
  });
});
