import { randomUUID } from 'node:crypto';
import type { QueryId } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/client.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);
const unconfirmed = { cause: { code: 'PAYMENT_UNCONFIRMED' } };

afterEach(async () => {
  await moveDatabaseClock(database.db, 0);
  await checkout().sandbox.control.clearFaults();
});

const loseResponses = () =>
  checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
/** Wraps a database and delays the results of queries on `table` until `until` resolves. */
function delayResults(db: Db, table: string, until: Promise<unknown>, onDelay: () => void): Db {
  const delayed = new WeakSet<QueryId>();
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes(`"name":"${table}"`)) delayed.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (delayed.has(queryId)) {
        onDelay();
        await until;
      }
      return result;
    },
  });
}
const purchasesOf = (email: string) =>
  database.db.selectFrom('purchases').select(['id', 'status']).where('email', '=', email).execute();

/** Returns a caller for a signed-in account, or for a guest whose browser has one cookie for all calls. */
async function makeBuyer(kind: 'account' | 'guest') {
  const guest = randomUUID();
  return kind === 'account'
    ? checkout().caller(await makeAccount(database.db))
    : checkout().caller(null, { guestKey: () => guest, existingGuestKey: guest });
}

describe('[D54] one purchase per cart', () => {
  it.each(['account', 'guest'] as const)(
    'continues the open purchase of an %s under another key and token, and returns the same result for each key',
    async (kind) => {
      const caller = await makeBuyer(kind);
      const first = makeCardPurchase();
      const second = { ...first, token: 'tok_mastercard', idempotencyKey: randomUUID() };
      await loseResponses();
      await expect(caller.checkout.buyCard(first)).rejects.toMatchObject(unconfirmed);
      const result = await caller.checkout.buyCard(second);
      expect(result.status).toBe('paid');
      expect(await caller.checkout.buyCard(first)).toEqual(result);
      expect(await caller.checkout.buyCard(second)).toEqual(result);
      expect(await purchasesOf(first.email)).toEqual([{ id: result.purchaseId, status: 'paid' }]);
      expect(await checkout().listCharges(result.purchaseId)).toHaveLength(1);
    },
  );

  it('is charged once for a key that joined an open purchase and was declined there', async () => {
    const caller = await makeBuyer('account');
    const first = makeCardPurchase({ buyAnother: true });
    const second = { ...first, token: 'tok_chargeDeclined', idempotencyKey: randomUUID() };
    await checkout().sandbox.control.fault({ kind: 'error-before', times: 3, match: 'POST /v1/customers' });
    await expect(caller.checkout.buyCard(first)).rejects.toMatchObject(unconfirmed);
    await expect(caller.checkout.buyCard(second)).rejects.toMatchObject({ cause: { code: 'CARD_DECLINED' } });
    const result = await caller.checkout.buyCard({ ...second, token: 'tok_visa' });
    expect(await caller.checkout.buyCard({ ...second, token: 'tok_mastercard' })).toEqual(result);
    expect(await purchasesOf(first.email)).toEqual([{ id: result.purchaseId, status: 'paid' }]);
  });

  it.each([
    { client: 'an account', entryPoint: 'web', guest: false },
    { client: 'a guest', entryPoint: 'web', guest: true },
    { client: 'an older client', entryPoint: 'legacy', guest: false },
  ] as const)(
    'charges $client once if one tab has paid while another is still being priced',
    async ({ entryPoint, guest }) => {
      const { caller, deps } = checkout();
      const account = guest ? null : await makeAccount(database.db);
      const guestKey = randomUUID();
      const options = { entryPoint, guestKey: () => guestKey, existingGuestKey: guestKey };
      const cart = { ...makeCardPurchase(), ...(entryPoint === 'legacy' ? { idempotencyKey: null } : {}) };
      const [isPriced, isPaid] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slowDeps = { ...deps, db: delayResults(deps.db, 'plans', isPaid.promise, isPriced.resolve) };
      const slowTab = caller(account, { ...options, deps: slowDeps }).checkout.buyCard(cart);
      await isPriced.promise;
      const fastCart = {
        ...cart,
        token: 'tok_mastercard',
        idempotencyKey: cart.idempotencyKey && randomUUID(),
      };
      const result = await caller(account, options).checkout.buyCard(fastCart);
      isPaid.resolve();
      expect(await slowTab).toEqual(result);
      expect(await purchasesOf(cart.email)).toEqual([{ id: result.purchaseId, status: 'paid' }]);
    },
  );

  it('lets several tabs buy once, even with the last use of a code', async () => {
    const caller = await makeBuyer('account');
    const code = await makePromoCode(database.db, { maxUses: 1 });
    const cart = makeCardPurchase({ discountCode: code.code });
    // Nothing is paid before every tab has submitted.
    await checkout().sandbox.control.fault({ kind: 'delay', match: 'POST /v1/customers' });
    const results = await Promise.all(
      Array.from({ length: 6 }, () => caller.checkout.buyCard({ ...cart, idempotencyKey: randomUUID() })),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await purchasesOf(cart.email)).toHaveLength(1);
  });

  it('returns the same purchase to an older client for 30 minutes after payment', async () => {
    const caller = checkout().caller(null, { entryPoint: 'legacy' });
    const cart = { ...makeCardPurchase(), idempotencyKey: null };
    const first = await caller.checkout.buyCard(cart);
    expect(await caller.checkout.buyCard({ ...cart, token: 'tok_mastercard' })).toEqual(first);
    await moveDatabaseClock(database.db, 31 * 60_000);
    const second = await caller.checkout.buyCard({ ...cart, token: 'tok_amex' });
    expect(second.purchaseId).not.toBe(first.purchaseId);
  });
});

describe('[D54] a buyer who already has the plan', () => {
  it.each(['account', 'guest'] as const)(
    'must confirm, as an %s, before buying another one',
    async (kind) => {
      const caller = await makeBuyer(kind);
      await caller.checkout.buyCard(makeCardPurchase());
      const again = makeCardPurchase();
      await expect(caller.checkout.buyCard(again)).rejects.toMatchObject({
        message: expect.stringMatching(
          /^You already have an Individual membership, valid until [A-Z][a-z]+ \d{1,2}, \d{4}\.$/,
        ),
        cause: { code: 'PLAN_ALREADY_HELD' },
      });
      expect(await purchasesOf(again.email)).toEqual([]);
      expect((await caller.checkout.buyCard({ ...again, buyAnother: true })).status).toBe('paid');
    },
  );

  it('is not recognized by email address or through an older client', async () => {
    const email = `same-${randomUUID()}@example.com`;
    const account = await makeAccount(database.db);
    const legacyCaller = checkout().caller(account, { entryPoint: 'legacy' });
    await legacyCaller.checkout.buyCard(makeCardPurchase({ email }));
    expect((await checkout().caller(null).checkout.buyCard(makeCardPurchase({ email }))).status).toBe('paid');
    expect((await legacyCaller.checkout.buyCard(makeCardPurchase({ email }))).status).toBe('paid');
  });

  it('has the guest cookie before the purchase, so that a lost response does not hide it', async () => {
    const visitor = await checkout().visitor();
    const { headers } = await visitor.get('/trpc/checkout.paymentSetup');
    expect(String(headers['set-cookie'])).toContain('buyer=');
  });
});
