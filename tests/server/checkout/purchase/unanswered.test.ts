import { afterEach, describe, expect, it } from 'vitest';
import { applyChargeOutcome } from '#server/domains/checkout/purchase/apply-charge-outcome.service.ts';
import { findPurchase } from '#server/domains/checkout/purchase/purchase.repository.ts';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { APPLIED } from '#server/domains/payments/events/event-outcome.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
let skewMs = 0;
const checkout = testCheckout(database, { now: () => new Date(Date.now() + skewMs) });
const MINUTE_MS = 60_000;
const CREATE = 'POST /v1/subscriptions';
const ATTACH = 'POST /v1/payment_methods/:id/attach';

afterEach(async () => {
  await setClocks(0);
  await checkout().sandbox.control.clearFaults();
  checkout().log.takeFaults();
});

async function setClocks(ms: number): Promise<void> {
  skewMs = ms;
  await moveDatabaseClock(database.db, ms);
}

async function sweepAfter(ms: number): Promise<void> {
  await setClocks(ms);
  await sweepPurchases(checkout().deps);
}

const fail = (kind: 'lose' | 'error-before' | 'error-after', match: string, times = 3) =>
  checkout().sandbox.control.fault({ kind, times, match });

/** Creates a token that works only once, unlike Stripe's published test tokens. */
async function createToken(): Promise<string> {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };
  return (await checkout().deps.stripe.tokens.create({ card })).id;
}

const unconfirmed = { cause: { code: 'PAYMENT_UNCONFIRMED' } };

async function beginPurchase(overrides: Parameters<typeof makeCardPurchase>[0] = {}) {
  const code = await makePromoCode(database.db, { maxUses: 1 });
  const account = await makeAccount(database.db);
  const input = makeCardPurchase({ discountCode: code.code, ...overrides });
  const caller = checkout().caller(account);
  const read = () =>
    database.db
      .selectFrom('purchases')
      .innerJoin('promoHolds', 'promoHolds.purchaseId', 'purchases.id')
      .select(['purchases.id', 'purchases.status', 'purchases.attempt', 'promoHolds.status as hold'])
      .where('purchases.email', '=', input.email)
      .executeTakeFirstOrThrow();
  const mails = () =>
    checkout()
      .jobs.of('mail')
      .map((job) => JSON.stringify(job))
      .filter((job) => job.includes('purchase-failed') && job.includes(input.email));
  return { account, caller, input, read, mails, buy: () => caller.checkout.buyCard(input) };
}

describe('[D53] an attempt without a response from Stripe', () => {
  it('fails after 30 minutes, is never charged later, and the buyer is notified by email', async () => {
    const { buy, read, mails } = await beginPurchase();
    await fail('error-before', CREATE);
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    await sweepAfter(3 * 24 * 60 * MINUTE_MS);
    const { id, ...left } = await read();
    expect(left).toEqual({ status: 'failed', attempt: 1, hold: 'released' });
    expect(await checkout().listCharges(id)).toEqual([]);
    expect(mails()).toHaveLength(1);
    await sweepAfter(4 * 24 * 60 * MINUTE_MS);
    expect(mails()).toHaveLength(1);
    expect(await buy()).toEqual({ status: 'paid', purchaseId: id });
    expect(await checkout().listCharges(id)).toHaveLength(1);
  });

  it('is settled if its charge is found, however late', async () => {
    const { buy, read, mails } = await beginPurchase();
    await fail('lose', CREATE);
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    await sweepAfter(25 * 60 * MINUTE_MS);
    const { id, ...left } = await read();
    expect(left).toEqual({ status: 'paid', attempt: 1, hold: 'consumed' });
    expect(await checkout().listCharges(id)).toHaveLength(1);
    expect(mails()).toEqual([]);
  });

  it('stays pending while Stripe can’t be reached', async () => {
    const { buy, read, mails } = await beginPurchase();
    await fail('error-before', CREATE);
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    await fail('error-before', 'GET /v1/subscriptions');
    await sweepAfter(40 * MINUTE_MS);
    expect(await read()).toMatchObject({ status: 'pending', hold: 'held' });
    await sweepAfter(41 * MINUTE_MS);
    expect(await read()).toMatchObject({ status: 'failed', hold: 'released' });
    expect(mails()).toHaveLength(1);
  });

  it('is refunded if its charge is found after the purchase failed', async () => {
    const { buy, read, caller } = await beginPurchase();
    await fail('lose', CREATE);
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    const { id } = await read();
    await database.db.updateTable('purchases').set({ status: 'failed' }).where('id', '=', id).execute();
    const [charge] = await checkout().listCharges(id);
    const subscriptions = await checkout().deps.stripe.subscriptions.list({
      customer: String(charge?.customer),
    });
    expect(await syncSubscription(checkout().deps, String(subscriptions.data[0]?.id))).toEqual(APPLIED);
    expect(await checkout().listCharges(id)).toEqual([]);
    expect(await caller.memberships.mine()).toEqual([]);
  });

  it('is resent unchanged, so that a lost decline is found', async () => {
    const { account, input, read, mails } = await beginPurchase({ token: 'tok_chargeCustomerFail' });
    await fail('lose', CREATE);
    const legacyCaller = checkout().caller(account, { entryPoint: 'legacy' });
    await expect(legacyCaller.checkout.buyCard({ ...input, idempotencyKey: null })).rejects.toMatchObject(
      unconfirmed,
    );
    await sweepAfter(MINUTE_MS);
    expect(await read()).toMatchObject({ status: 'failed', attempt: 1, hold: 'released' });
    expect(mails()).toHaveLength(1);
  });

  it('gets a new key after an idempotency conflict', async () => {
    const { account, input, read } = await beginPurchase({ token: 'tok_chargeCustomerFail' });
    await fail('lose', CREATE);
    const legacyCaller = checkout().caller(account, { entryPoint: 'legacy' });
    await expect(legacyCaller.checkout.buyCard({ ...input, idempotencyKey: null })).rejects.toMatchObject(
      unconfirmed,
    );
    // Now the sweeper sends different parameters with the same key, as it might after an upgrade of the
    // server.
    const { id } = await read();
    await database.db.updateTable('purchases').set({ isConfirmable: true }).where('id', '=', id).execute();
    await sweepAfter(MINUTE_MS);
    expect(await read()).toMatchObject({ status: 'failed', attempt: 2, hold: 'released' });
  });

  it.each(['POST /v1/customers', ATTACH, 'POST /v1/coupons', CREATE])(
    'is charged once if Stripe replays a 500 to %s',
    async (call) => {
      const { buy, read } = await beginPurchase({ token: await createToken() });
      await fail('error-after', call, 1);
      const { id } = await buy().then(read);
      expect(await read()).toMatchObject({ status: 'paid', hold: 'consumed' });
      expect(await checkout().listCharges(id)).toHaveLength(1);
    },
  );

  it('whose token a replayed 500 used up is not reported as a bad card, and accepts a new token', async () => {
    const { caller, input, buy, read } = await beginPurchase({ token: await createToken() });
    await fail('error-after', 'POST /v1/payment_methods', 1);
    await expect(buy()).rejects.toMatchObject({ cause: { code: 'UNAVAILABLE' } });
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    await caller.checkout.buyCard({ ...input, token: await createToken() });
    const { id, ...purchase } = await read();
    expect(purchase).toMatchObject({ status: 'paid', hold: 'consumed' });
    expect(await checkout().listCharges(id)).toHaveLength(1);
  });

  it('is continued immediately by the buyer’s next request, however often the sweeper has claimed it', async () => {
    const { buy, read } = await beginPurchase();
    await fail('error-before', CREATE, 9);
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    for (const seconds of [31, 62]) await sweepAfter(seconds * 1000);
    await checkout().sandbox.control.clearFaults();
    const startedAt = performance.now();
    expect((await buy()).status).toBe('paid');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await read()).toMatchObject({ attempt: 1 });
  });

  it('has every outcome of the sweeper logged', async () => {
    const { buy, read } = await beginPurchase();
    await fail('error-before', CREATE, 6);
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    const { id } = await read();
    for (const minutes of [1, 2]) await sweepAfter(minutes * MINUTE_MS);
    const lines = checkout()
      .log.readAll()
      .split('\n')
      .filter((line) => line.includes(id) && line.includes('swept'));
    expect(lines.map((line) => /"outcome":"(\w+)"/.exec(line)?.[1])).toEqual(['unconfirmed', 'paid']);
  });
});

describe('[D53] a good card is not reported as declined', () => {
  const interruptedError = {
    message: 'Your purchase did not go through. Nothing was charged.',
    cause: { code: 'PURCHASE_INTERRUPTED' },
  };

  it('if its request waits for a server that died, and the sweeper ends that attempt', async () => {
    const { buy, read } = await beginPurchase();
    await fail('error-before', 'POST /v1/customers');
    await expect(buy()).rejects.toMatchObject(unconfirmed);
    const { id } = await read();
    await database.db.updateTable('purchases').set({ isCharging: true }).where('id', '=', id).execute();
    const interruption = expect(buy()).rejects.toMatchObject(interruptedError);
    // The request must find that the attempt is running before the clock moves.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await sweepAfter(MINUTE_MS);
    await interruption;
    await setClocks(0);
    expect(await buy()).toEqual({ status: 'paid', purchaseId: id });
  });

  it('if its unpaid subscription was canceled at Stripe', async () => {
    const { caller, buy } = await beginPurchase({ token: 'tok_threeDSecure2Required' });
    const { purchaseId } = await buy();
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    await checkout().deps.stripe.subscriptions.cancel(String(providerSubscriptionId));
    await expect(caller.checkout.confirmCard({ purchaseId })).rejects.toMatchObject(interruptedError);
  });

  it('if another process settled its plan, which has ended since', async () => {
    const { buy } = await beginPurchase();
    const { purchaseId } = await buy();
    const purchase = await findPurchase(database.db, purchaseId);
    if (!purchase) throw new Error('The purchase is missing');
    await checkout().deps.stripe.subscriptions.cancel(String(purchase.providerSubscriptionId));
    await expect(applyChargeOutcome(checkout().deps, purchase)).rejects.toMatchObject({
      code: 'PAYMENT_UNCONFIRMED',
    });
  });
});

it('[D53] a declined card is reported as declined even if a webhook ended the attempt first', async () => {
  const { buy, read } = await beginPurchase({ token: 'tok_chargeCustomerFail' });
  await expect(buy()).rejects.toMatchObject({ cause: { code: 'CARD_DECLINED' } });
  const purchase = await findPurchase(database.db, (await read()).id);
  if (!purchase) throw new Error('The purchase is missing');
  await expect(applyChargeOutcome(checkout().deps, purchase)).rejects.toMatchObject({
    code: 'CARD_DECLINED',
  });
});

describe('[D53] a server whose clock is 75 seconds ahead', () => {
  it('fails no purchase that another server is charging', async () => {
    const { buy, read } = await beginPurchase();
    await checkout().sandbox.control.fault({
      kind: 'delay',
      times: 1,
      match: 'POST /v1/payment_methods',
      milliseconds: 1_000,
    });
    const pendingPurchase = buy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    skewMs = 75_000;
    await sweepPurchases(checkout().deps);
    skewMs = 0;
    expect(await pendingPurchase).toMatchObject({ status: 'paid' });
    expect(await read()).toMatchObject({ attempt: 1 });
  });
});
