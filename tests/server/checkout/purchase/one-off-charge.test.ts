import { describe, expect, it } from 'vitest';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncPayment } from '#server/domains/checkout/purchase/sync/sync-payment.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  listCardRequests,
  makeReplacementInput,
  makeSentCard,
} from '#tests/helpers/purchases/physical-card.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const setDatabaseClock = (ms: number) => moveDatabaseClock(database.db, ms);
const findPaymentIntentId = async (purchaseId: string) =>
  String((await checkout().findPurchase(purchaseId)).providerPaymentId);

async function makeHolder(overrides: Parameters<typeof makeSentCard>[1] = {}) {
  const account = await makeAccount(database.db);
  const membership = await makeSentCard(database.db, { accountId: account.id, ...overrides });
  return { account, membership, caller: checkout().caller(account) };
}

const authenticate = (clientSecret: string, outcome: 'succeeded' | 'failed') =>
  completeAuthentication(checkout().sandbox.url, clientSecret, outcome);

describe('[S4] 3-D Secure for a one-time charge', () => {
  async function beginReplacement() {
    const { account, membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership, { token: 'tok_threeDSecure2Required' });
    const result = await caller.physicalCards.buyReplacement(input);
    if (result.status !== 'requires_action') throw new Error(`The bank requested no check: ${result.status}`);
    expect(await checkout().listCharges(result.purchaseId)).toEqual([]);
    return { account, membership, caller, input, ...result };
  }

  it('settles after the confirmation and is not required again', async () => {
    const { membership, caller, purchaseId, clientSecret } = await beginReplacement();
    await authenticate(clientSecret, 'succeeded');
    const paidResult = { status: 'paid', purchaseId };
    expect(await caller.checkout.confirmCard({ purchaseId })).toEqual(paidResult);
    expect(await caller.checkout.confirmCard({ purchaseId })).toEqual(paidResult);
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(2);
  });

  it('declines the purchase if the buyer fails the check, and that payment can never be paid later', async () => {
    const { caller, input, purchaseId, clientSecret } = await beginReplacement();
    const paymentIntentId = await findPaymentIntentId(purchaseId);
    await authenticate(clientSecret, 'failed');
    await expect(caller.checkout.confirmCard({ purchaseId })).rejects.toMatchObject({
      cause: { code: 'CARD_DECLINED' },
    });
    expect((await checkout().deps.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled');
    const again = await caller.physicalCards.buyReplacement({ ...input, token: 'tok_visa' });
    expect(again).toEqual({ status: 'paid', purchaseId });
  });

  it('settles by webhook if the browser never returns', async () => {
    const { membership, purchaseId, clientSecret } = await beginReplacement();
    const paymentIntentId = await findPaymentIntentId(purchaseId);
    await syncPayment(checkout().deps, paymentIntentId);
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({ status: 'requires_action' });
    await authenticate(clientSecret, 'succeeded');
    await Promise.all([1, 2, 3].map(() => syncPayment(checkout().deps, paymentIntentId)));
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({ status: 'paid' });
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(2);
  });

  it('fails half an hour after a check that the buyer didn’t complete', async () => {
    const { membership, caller, purchaseId } = await beginReplacement();
    await setDatabaseClock(31 * 60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({ status: 'failed' });
    const intent = await checkout().deps.stripe.paymentIntents.retrieve(
      await findPaymentIntentId(purchaseId),
    );
    expect(intent.status).toBe('canceled');
    await syncPayment(checkout().deps, intent.id);
    expect((await caller.physicalCards.find({ id: membership.number })).state).toBe('sent');
  });

  it('settles if the buyer confirmed at the last moment', async () => {
    const { membership, purchaseId, clientSecret } = await beginReplacement();
    await authenticate(clientSecret, 'succeeded');
    await setDatabaseClock(31 * 60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({ status: 'paid' });
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(2);
  });

  it('left open in another tab does not prevent a new order', async () => {
    const { membership, caller, purchaseId } = await beginReplacement();
    const next = await caller.physicalCards.buyReplacement(makeReplacementInput(membership));
    expect(next).toEqual({ status: 'paid', purchaseId });
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
  });

  it('refunds a replaced attempt that is paid later', async () => {
    const { caller, input, purchaseId, clientSecret } = await beginReplacement();
    const paymentIntentId = await findPaymentIntentId(purchaseId);
    await database.db
      .updateTable('purchases')
      .set({ status: 'failed' })
      .where('id', '=', purchaseId)
      .execute();
    await caller.physicalCards.buyReplacement({ ...input, token: 'tok_visa' });
    await authenticate(clientSecret, 'succeeded');
    await syncPayment(checkout().deps, paymentIntentId);
    await syncPayment(checkout().deps, paymentIntentId);
    const mails = checkout()
      .jobs.of('mail')
      .map((mail) => JSON.stringify(mail));
    expect(mails.filter((mail) => mail.includes('"charge-returned"') && mail.includes(purchaseId))).toEqual([
      expect.stringContaining('"isPaid":true'),
    ]);
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
    expect((await checkout().listCharges(purchaseId))[0]?.metadata.attempt).toBe('2');
  });
});

describe('[D13] a refunded one-time charge', () => {
  it('records partial refunds in the ledger and on the receipt', async () => {
    const { account, membership, caller } = await makeHolder();
    const { purchaseId } = await caller.physicalCards.buyReplacement(makeReplacementInput(membership));
    const [charge] = await checkout().listCharges(purchaseId);
    const { stripe } = checkout().deps;
    const readPayment = async () =>
      (
        await database.db
          .selectFrom('payments')
          .select(['amountCents', 'refundedCents'])
          .where('purchaseId', '=', purchaseId)
          .execute()
      )[0];
    await stripe.refunds.create({ charge: String(charge?.id), amount: 400 });
    await syncCharge(checkout().deps, String(charge?.id));
    expect(await readPayment()).toEqual({ amountCents: 1000, refundedCents: 400 });
    await stripe.refunds.create({ charge: String(charge?.id) });
    await Promise.all([1, 2].map(() => syncCharge(checkout().deps, String(charge?.id))));
    expect(await readPayment()).toEqual({ amountCents: 1000, refundedCents: 1000 });
    const visitor = await checkout().visitor(account);
    expect((await visitor.get(`/api/receipt?id=${purchaseId}`)).body).toMatch(/Refunded since.*\$10\.00/s);
  });

  it('is recorded even if it arrives before the purchase settles', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership, { token: 'tok_threeDSecure2Required' });
    const challengedPurchase = await caller.physicalCards.buyReplacement(input);
    if (challengedPurchase.status !== 'requires_action') throw new Error(challengedPurchase.status);
    await authenticate(challengedPurchase.clientSecret, 'succeeded');
    const [charge] = await checkout().listCharges(challengedPurchase.purchaseId);
    await checkout().deps.stripe.refunds.create({ charge: String(charge?.id), amount: 100 });
    await syncCharge(checkout().deps, String(charge?.id));
    expect(await checkout().findPurchase(challengedPurchase.purchaseId)).toMatchObject({ status: 'paid' });
    const payment = await database.db
      .selectFrom('payments')
      .select('refundedCents')
      .where('purchaseId', '=', challengedPurchase.purchaseId)
      .executeTakeFirstOrThrow();
    expect(payment.refundedCents).toBe(100);
  });

  it('is ignored if it is for another product on the same Stripe account', async () => {
    const { stripe } = checkout().deps;
    const customer = await stripe.customers.create({ email: 'other@example.com' });
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    await stripe.paymentMethods.attach(method.id, { customer: customer.id });
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      payment_method: method.id,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
    });
    const paymentsBefore = await database.db.selectFrom('payments').select('id').execute();
    await syncCharge(checkout().deps, String(intent.latest_charge));
    await syncPayment(checkout().deps, intent.id);
    await syncPayment(checkout().deps, 'pi_unknown');
    expect(await database.db.selectFrom('payments').select('id').execute()).toHaveLength(
      paymentsBefore.length,
    );
  });
});
