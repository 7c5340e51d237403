import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { syncCharge } from '#server/checkout/purchase/sync/sync-charge.service.ts';
import { settleCase } from '#server/checkout/repair/repair-purchase.service.ts';
import { postBalanceRange } from '#server/payments/balance-transaction.service.ts';
import { findDiscrepancies } from '#server/reconciliation/find-discrepancies.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { cardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const NOBODY = { actorId: null, reason: null };
const database = testDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
let from = new Date();

beforeEach(async () => {
  now = await checkout().sandbox.control.advance({ days: 1 });
  from = now;
});

/** The findings since the test began, as if four hours had passed. */
async function find() {
  const at = new Date((await checkout().sandbox.control.now()).getTime() + 4 * 3_600_000);
  return findDiscrepancies({ ...checkout().deps, now: () => at }, { from, to: at });
}

async function sell(): Promise<string> {
  const { purchaseId } = await checkout().caller().checkout.buyCard(cardPurchase());
  const [charge] = await checkout().listCharges(purchaseId);
  return String(charge?.id);
}

const post = () => postBalanceRange(checkout().deps, { from, to: null });

/** Rewrites the ledger. Without this, the database rejects every change of an entry. */
async function rewrite(change: ReturnType<typeof sql>): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await change.execute(trx);
  });
}

it('finds nothing while the ledger has every charge, refund, dispute, and fee', async () => {
  const [refunded, disputed] = [await sell(), await sell()];
  await checkout().deps.stripe.refunds.create({ charge: refunded, amount: 500 });
  await checkout().sandbox.control.dispute(disputed);
  for (const charge of [refunded, disputed]) await syncCharge(checkout().deps, charge);
  await post();
  expect(await find()).toEqual([]);
});

it('finds a fee that was never posted, and settling posts it', async () => {
  const charge = await sell();
  expect(await find()).toMatchObject([{ kind: 'missing-posting', id: charge, ourCents: 0 }]);
  await settleCase(checkout().deps, charge, NOBODY);
  expect(await find()).toEqual([]);
});

it('finds another fee than Stripe’s', async () => {
  const charge = await sell();
  await post();
  await rewrite(sql`update ledger_postings set amount_cents = amount_cents + 1 where account = 'stripe fees'
    and entry_id in (select id from ledger_entries where occurred_at >= ${from})`);
  expect(await find()).toMatchObject([{ kind: 'posting-differs', id: charge }]);
});

it('finds a payment that is missing in the ledger', async () => {
  const charge = await sell();
  await post();
  await rewrite(sql`delete from ledger_entries where kind = 'payment' and occurred_at >= ${from}`);
  expect(await find()).toMatchObject([
    { kind: 'missing-posting', id: charge, stripeCents: 4995, ourCents: 0 },
  ]);
});
