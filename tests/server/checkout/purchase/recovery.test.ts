import { describe, expect, it } from 'vitest';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const setDatabaseClock = (ms: number) => moveDatabaseClock(database.db, ms);
const purchaseByKey = (key: unknown) =>
  database.db
    .selectFrom('purchases')
    .selectAll()
    .where('idempotencyKey', '=', String(key))
    .executeTakeFirstOrThrow();

const authenticate = (clientSecret: string, outcome: 'succeeded' | 'failed') =>
  completeAuthentication(checkout().sandbox.url, clientSecret, outcome);

describe('[S4] 3-D Secure for a membership', () => {
  const authenticationRequiredToken = 'tok_threeDSecure2Required';

  async function beginPurchase() {
    const caller = checkout().caller(await makeAccount(database.db));
    const input = makeCardPurchase({ token: authenticationRequiredToken });
    const result = await caller.checkout.buyCard(input);
    if (result.status !== 'requires_action') throw new Error(`The bank requested no check: ${result.status}`);
    return { caller, input, ...result };
  }

  it('charges nothing before the buyer confirms, and settles afterward', async () => {
    const { caller, purchaseId, clientSecret } = await beginPurchase();
    expect(await checkout().listCharges(purchaseId)).toEqual([]);
    await authenticate(clientSecret, 'succeeded');
    expect(await caller.checkout.confirmCard({ purchaseId })).toEqual({ status: 'paid', purchaseId });
    expect(await caller.checkout.confirmCard({ purchaseId })).toEqual({ status: 'paid', purchaseId });
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
    expect(await caller.memberships.mine()).toHaveLength(1);
  });

  it('declines the purchase if the buyer fails the check, and accepts another card for it', async () => {
    const { caller, input, purchaseId, clientSecret } = await beginPurchase();
    await authenticate(clientSecret, 'failed');
    await expect(caller.checkout.confirmCard({ purchaseId })).rejects.toMatchObject({
      cause: { code: 'CARD_DECLINED' },
    });
    const again = await caller.checkout.buyCard({ ...input, token: 'tok_visa' });
    expect(again).toEqual({ status: 'paid', purchaseId });
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
  });

  it('settles by webhook if the browser never returns', async () => {
    const { caller, input, clientSecret } = await beginPurchase();
    await authenticate(clientSecret, 'succeeded');
    const { providerSubscriptionId } = await purchaseByKey(input.idempotencyKey);
    await syncSubscription(checkout().deps, String(providerSubscriptionId));
    expect(await purchaseByKey(input.idempotencyKey)).toMatchObject({ status: 'paid' });
    expect(await caller.memberships.mine()).toHaveLength(1);
  });

  it('[D42] fails half an hour after a check that the buyer didn’t complete, and can’t be paid later', async () => {
    const code = await makePromoCode(database.db, { maxUses: 1 });
    const caller = checkout().caller(await makeAccount(database.db));
    const input = makeCardPurchase({ token: authenticationRequiredToken, discountCode: code.code });
    await caller.checkout.buyCard(input);
    await setDatabaseClock(31 * 60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    const purchase = await purchaseByKey(input.idempotencyKey);
    expect(purchase).toMatchObject({ status: 'failed' });
    const stripeSubscription = await checkout().deps.stripe.subscriptions.retrieve(
      String(purchase.providerSubscriptionId),
    );
    expect(['canceled', 'incomplete_expired']).toContain(stripeSubscription.status);
    const next = await checkout()
      .caller(null)
      .checkout.buyCard(makeCardPurchase({ discountCode: code.code }));
    expect(next.status).toBe('paid');
  });

  it('refuses an older client, charges nothing, and emails a link that reopens the purchase at its price', async () => {
    const caller = checkout().caller(null, { entryPoint: 'legacy' });
    const input = { ...makeCardPurchase({ token: authenticationRequiredToken }), idempotencyKey: null };
    await expect(caller.checkout.buyCard(input)).rejects.toMatchObject({
      cause: { code: 'CARD_CHECK_NEEDED' },
    });
    const link = await findMailLink(checkout(), input.email, 'completeUrl');
    const token = new URLSearchParams(link.hash.slice(1)).get('complete') ?? '';
    const reopened = await checkout().caller(null).checkout.reopen({ token });
    expect(reopened).toMatchObject({ cart: { email: input.email, plan: 0 }, quote: { totalCents: 4995 } });
    await expect(
      checkout()
        .caller(null)
        .checkout.reopen({ token: `${token}x` }),
    ).rejects.toThrow('not found');
  });
});

describe('[D18][D43] a purchase that a crash left open', () => {
  it('is settled if Stripe charged it, even if our database doesn’t know the charge', async () => {
    const account = await makeAccount(database.db);
    const input = makeCardPurchase();
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(checkout().caller(account).checkout.buyCard(input)).rejects.toMatchObject({
      cause: { code: 'PAYMENT_UNCONFIRMED' },
    });
    await checkout().sandbox.control.clearFaults();
    expect(await purchaseByKey(input.idempotencyKey)).toMatchObject({
      status: 'pending',
      providerSubscriptionId: null,
    });
    await setDatabaseClock(60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    const purchase = await purchaseByKey(input.idempotencyKey);
    expect(purchase).toMatchObject({ status: 'paid' });
    expect(await checkout().listCharges(purchase.id)).toHaveLength(1);
    expect(await checkout().caller(account).memberships.mine()).toHaveLength(1);
  });

  it('is reported as unconfirmed while Stripe can’t be read', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const input = makeCardPurchase();
    const { control } = checkout().sandbox;
    const unconfirmed = { cause: { code: 'PAYMENT_UNCONFIRMED' } };
    await control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(caller.checkout.buyCard(input)).rejects.toMatchObject(unconfirmed);
    await control.clearFaults();
    await setDatabaseClock(60_000);
    await control.fault({ kind: 'error-before', times: 3, match: 'GET /v1/subscriptions' });
    await expect(caller.checkout.buyCard(input)).rejects.toMatchObject(unconfirmed);
    await control.clearFaults();
    await setDatabaseClock(120_000);
    expect(await caller.checkout.buyCard(input)).toMatchObject({ status: 'paid' });
    await setDatabaseClock(0);
  });

  it('fails if the card never reached Stripe, and releases the promo code', async () => {
    const code = await makePromoCode(database.db, { maxUses: 1 });
    const input = makeCardPurchase({ discountCode: code.code });
    await checkout().sandbox.control.fault({
      kind: 'error-before',
      times: 3,
      match: 'POST /v1/payment_methods',
    });
    await expect(checkout().caller(null).checkout.buyCard(input)).rejects.toMatchObject({
      cause: { code: 'PAYMENT_UNCONFIRMED' },
    });
    await checkout().sandbox.control.clearFaults();
    await setDatabaseClock(60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    expect(await purchaseByKey(input.idempotencyKey)).toMatchObject({ status: 'failed' });
    const next = await checkout()
      .caller(null)
      .checkout.buyCard(makeCardPurchase({ discountCode: code.code }));
    expect(next.status).toBe('paid');
  });

  it('refunds the charge of a replaced attempt', async () => {
    const account = await makeAccount(database.db);
    const input = makeCardPurchase();
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(checkout().caller(account).checkout.buyCard(input)).rejects.toThrow();
    await checkout().sandbox.control.clearFaults();
    const first = await purchaseByKey(input.idempotencyKey);
    // Simulate a sweeper that gave up before Stripe's response was known.
    await database.db.updateTable('purchases').set({ status: 'failed' }).where('id', '=', first.id).execute();
    const second = await checkout().caller(account).checkout.buyCard(input);
    expect(second.status).toBe('paid');
    const subscriptions = await checkout().deps.stripe.subscriptions.list({
      customer: String(first.providerCustomerId),
      status: 'all',
    });
    for (const { id } of subscriptions.data) await syncSubscription(checkout().deps, id);
    expect(await checkout().listCharges(first.id)).toHaveLength(1);
    expect(await checkout().caller(account).memberships.mine()).toHaveLength(1);
  });

  it('[D2] refunds everything if Stripe charged a different amount', async () => {
    const account = await makeAccount(database.db);
    const input = makeCardPurchase();
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(checkout().caller(account).checkout.buyCard(input)).rejects.toThrow();
    await checkout().sandbox.control.clearFaults();
    const { id } = await purchaseByKey(input.idempotencyKey);
    await database.db.updateTable('purchases').set({ totalCents: 1 }).where('id', '=', id).execute();
    await setDatabaseClock(60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    const errors = checkout()
      .log.takeFaults()
      .filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(await purchaseByKey(input.idempotencyKey)).toMatchObject({ status: 'refunded' });
    expect(await checkout().listCharges(id)).toEqual([]);
    expect(await checkout().caller(account).memberships.mine()).toEqual([]);
  });

  it('[D26] lasts for the paid period, even if the next one has begun unpaid', async () => {
    const account = await makeAccount(database.db);
    const input = makeCardPurchase({ requestedPhysicalCard: true });
    const { control } = checkout().sandbox;
    await control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(checkout().caller(account).checkout.buyCard(input)).rejects.toThrow();
    await control.clearFaults();
    const { id, providerCustomerId } = await purchaseByKey(input.idempotencyKey);
    const { subscriptions } = checkout().deps.stripe;
    const subscription = (await subscriptions.list({ customer: String(providerCustomerId) })).data[0];
    const paidUntil = new Date((subscription?.items.data[0]?.current_period_end ?? 0) * 1000);
    await control.advance({ to: new Date(paidUntil.getTime() + 60_000).toISOString(), exact: true });

    await syncSubscription(checkout().deps, String(subscription?.id));

    expect(await purchaseByKey(input.idempotencyKey)).toMatchObject({ status: 'paid' });
    expect(await checkout().listMemberships(id)).toMatchObject([{ periodEnd: paidUntil }]);
    const payments = database.db.selectFrom('payments').select('amountCents').where('purchaseId', '=', id);
    expect(await payments.execute()).toEqual([{ amountCents: 5995 }]);
  });
});
