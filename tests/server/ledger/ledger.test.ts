import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { postBalanceTransactions } from '#server/domains/ledger/ledger.service.ts';
import { postBalanceRange } from '#server/domains/payments/balance-transaction.service.ts';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

type Entries = Record<string, Record<string, number>>;

/**
 * Returns each entry's amounts in cents by account and plan. From the second one on, entries of the same kind
 * are numbered.
 */
async function findEntries(column: 'purchaseId' | 'sourceId', value: string): Promise<Entries> {
  const rows = await database.db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select(['entryId', 'kind', 'account', 'planId', 'amountCents'])
    .where(column, '=', value)
    .orderBy('occurredAt')
    .orderBy('ledgerPostings.id')
    .execute();
  const names = new Map<string, string>();
  const entries: Entries = {};
  for (const { entryId, kind, account, planId, amountCents } of rows) {
    const ordinal = [...names.values()].filter((name) => name.startsWith(kind)).length + 1;
    const name = names.get(entryId) ?? (ordinal === 1 ? kind : `${kind} ${ordinal}`);
    names.set(entryId, name);
    entries[name] = { ...entries[name], [planId === null ? account : `${account} ${planId}`]: amountCents };
  }
  return entries;
}

async function buy(overrides: Parameters<typeof makeCardPurchase>[0] = {}) {
  const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase(overrides));
  const [charge] = await checkout().listCharges(purchaseId);
  return { purchaseId, chargeId: charge?.id ?? '' };
}

describe('the ledger', () => {
  test('posts a payment as revenue by plan, minus the discount', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 10 });
    const { purchaseId } = await buy({ discountCode: code, requestedPhysicalCard: true });
    expect(await findEntries('purchaseId', purchaseId)).toEqual({
      payment: { 'in transit': 5496, 'revenue 0': -4995, 'discounts 0': 499, 'revenue 100': -1000 },
    });
  });

  test('posts each refund once, however often it is reported', async () => {
    const { purchaseId, chargeId } = await buy();
    const { stripe } = checkout().deps;
    await stripe.refunds.create({ charge: chargeId, amount: 1000 });
    await syncCharge(checkout().deps, chargeId);
    await stripe.refunds.create({ charge: chargeId, amount: 500 });
    await Promise.all([1, 2, 3].map(() => syncCharge(checkout().deps, chargeId)));
    expect(await findEntries('purchaseId', purchaseId)).toEqual({
      payment: { 'in transit': 4995, 'revenue 0': -4995 },
      refund: { refunds: 1000, 'in transit': -1000 },
      'refund 2': { refunds: 500, 'in transit': -500 },
    });
  });

  test('posts what a dispute withdraws, and what is returned if we win it', async () => {
    const { purchaseId, chargeId } = await buy();
    const { control } = checkout().sandbox;
    const dispute = await control.dispute(chargeId);
    await syncCharge(checkout().deps, chargeId);
    await control.closeDispute(dispute, 'won');
    await syncCharge(checkout().deps, chargeId);
    expect(await findEntries('purchaseId', purchaseId)).toEqual({
      payment: { 'in transit': 4995, 'revenue 0': -4995 },
      dispute: { disputes: 4995, 'in transit': -4995 },
      'dispute 2': { disputes: -4995, 'in transit': 4995 },
    });
  });

  test('moves the money that Stripe collected and returned from in transit to cash, minus fees', async () => {
    const soldCards = [await buy(), await buy()];
    const [refunded, disputed] = soldCards.map(({ chargeId }) => chargeId);
    await checkout().deps.stripe.refunds.create({ charge: String(refunded), amount: 1000 });
    await checkout().sandbox.control.dispute(String(disputed));
    for (const { chargeId } of soldCards) await syncCharge(checkout().deps, chargeId);
    const range = { from: new Date(0), to: null };
    await Promise.all([1, 2].map(() => postBalanceRange(checkout().deps, range)));
    await postBalanceRange(checkout().deps, range);
    const charge = { 'stripe cash': 4820, 'stripe fees': 175, 'in transit': -4995 };
    const payment = { 'in transit': 4995, 'revenue 0': -4995 };
    const [first, second] = await Promise.all(
      soldCards.map(({ purchaseId }) => findEntries('purchaseId', purchaseId)),
    );
    expect(Object.values(first ?? {})).toEqual(
      expect.arrayContaining([payment, charge, { 'stripe cash': -1000, 'in transit': 1000 }]),
    );
    expect(Object.values(second ?? {})).toEqual(
      expect.arrayContaining([
        payment,
        charge,
        { 'stripe cash': -6495, 'stripe fees': 1500, 'in transit': 4995 },
      ]),
    );
    for (const entries of [first, second]) {
      const inTransit = Object.values(entries ?? {}).map((amounts) => amounts['in transit'] ?? 0);
      expect(inTransit).toHaveLength(4);
      expect(inTransit.reduce((sum, cents) => sum + cents)).toBe(0);
    }
  });

  test('syncs a charge again if the balance shows a refund whose webhook was lost', async () => {
    const { chargeId } = await buy();
    await checkout().deps.stripe.refunds.create({ charge: chargeId });
    await postBalanceRange(checkout().deps, { from: new Date(0), to: null });
    expect(checkout().jobs.of('sync-charge')).toContainEqual({ chargeId });
  });

  test('keeps a charge without a purchase in transit, and bank transfers out of revenue', async () => {
    const unknown = { paymentId: null, providerPaymentId: 'pi_unknown', at: new Date() };
    const id = newId();
    await inTransaction(database.db, (trx) =>
      postBalanceTransactions(trx, [
        { ...unknown, id: `charge ${id}`, category: 'charge', amountCents: 1000, feeCents: 59 },
        { ...unknown, id: `payout ${id}`, category: 'payout', amountCents: -941, feeCents: 0 },
        { ...unknown, id: `return ${id}`, category: 'payout_reversal', amountCents: 941, feeCents: 0 },
        { ...unknown, id: `fee ${id}`, category: 'fee', amountCents: -70, feeCents: 0 },
        { ...unknown, id: `other ${id}`, category: 'contribution', amountCents: -5, feeCents: 0 },
      ]),
    );
    const posted = ['charge', 'payout', 'return', 'fee', 'other'].map((kind) =>
      findEntries('sourceId', `${kind} ${id}`),
    );
    expect((await Promise.all(posted)).map((entries) => entries['balance transaction'])).toEqual([
      { 'stripe cash': 941, 'stripe fees': 59, 'in transit': -1000 },
      { 'stripe cash': -941, bank: 941 },
      { 'stripe cash': 941, bank: -941 },
      { 'stripe cash': -70, 'stripe fees': 70 },
      { 'stripe cash': -5, 'stripe adjustments': 5 },
    ]);
  });

  test('posts a commission with its purchase, and the payout that settles it', async () => {
    const educator = await makeAccount(database.db, { accountType: 3 });
    await makePayable(database.db, checkout().deps.cipher, { accountId: educator.id });
    const { purchaseId } = await buy({ reference: educator.id });
    expect(await findEntries('purchaseId', purchaseId)).toMatchObject({
      commission: { commissions: 999, 'commissions owed': -999 },
    });
    await payMonth(
      { db: database.db, now: () => new Date('2040-02-01T00:00:00Z'), jobs: recordingJobQueue() },
      '2039-12',
    );
    const { id } = await database.db.selectFrom('payouts').select('id').executeTakeFirstOrThrow();
    expect(await findEntries('sourceId', id)).toEqual({
      payout: { 'commissions owed': 999, payouts: -999 },
    });
  });
});

describe('[D52] the database', () => {
  const postings = (...amounts: number[]) =>
    inTransaction(database.db, async (trx) => {
      const entryId = newId();
      await trx
        .insertInto('ledgerEntries')
        .values({
          id: entryId,
          kind: 'payment',
          sourceId: entryId,
          purchaseId: null,
          paymentId: null,
          providerPaymentId: null,
          occurredAt: new Date(),
        })
        .execute();
      for (const amountCents of amounts) {
        await sql`insert into ledger_postings (id, entry_id, account, amount_cents)
          values (${newId()}, ${entryId}, 'bank', ${amountCents})`.execute(trx);
      }
    });

  test('refuses an entry whose postings do not add up to zero', async () => {
    await expect(postings(100, -99)).rejects.toThrow('does not balance');
    await expect(postings(100)).rejects.toThrow('does not balance');
    await expect(postings(100, -60, -40)).resolves.toBeUndefined();
  });

  test('refuses to add unbalanced postings to an entry', async () => {
    await postings(100, -100);
    await expect(
      sql`insert into ledger_postings (id, entry_id, account, amount_cents)
        select gen_random_uuid(), entry_id, 'bank', 1 from ledger_postings limit 1`.execute(database.db),
    ).rejects.toThrow('does not balance');
  });
});
