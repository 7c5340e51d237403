import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { findSettleableCase, settleCase } from '#server/domains/checkout/repair/repair-purchase.service.ts';
import { postBalanceRange } from '#server/domains/payments/balance-transaction.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';

const NOBODY = { actorId: null, reason: null };
const database = seededTestDb();
const { checkout, from, find, sell } = testReconciliation(database);
/** Finds discrepancies as of four hours from now, because a missing fee is only reported after three. */
const findLater = () => find(4);

const post = () => postBalanceRange(checkout().deps, { from: from(), to: null });

/** Changes ledger entries, which database triggers otherwise prevent. */
const rewrite = (change: ReturnType<typeof sql>) =>
  withoutTriggers(database.db, (trx) => change.execute(trx));

it('reconciliation reports nothing while the ledger has every charge, refund, dispute, and fee', async () => {
  const [refunded, disputed] = [(await sell()).chargeId, (await sell()).chargeId];
  await checkout().deps.stripe.refunds.create({ charge: refunded, amount: 500 });
  await checkout().sandbox.control.dispute(disputed);
  for (const charge of [refunded, disputed]) await syncCharge(checkout().deps, charge);
  await post();
  expect(await findLater()).toEqual([]);
});

it('reconciliation reports a fee that was never posted, and settling posts it', async () => {
  const { chargeId: charge } = await sell();
  expect(await findLater()).toMatchObject([{ kind: 'missing-posting', id: charge, ourCents: 0 }]);
  const { deps } = checkout();
  await settleCase(deps, await findSettleableCase(deps, charge), NOBODY);
  expect(await findLater()).toEqual([]);
});

it('reconciliation reports a fee that differs from Stripe’s', async () => {
  const { chargeId: charge } = await sell();
  await post();
  await rewrite(sql`update ledger_postings set amount_cents = amount_cents + 1 where account = 'stripe fees'
    and entry_id in (select id from ledger_entries where occurred_at >= ${from()})`);
  expect(await findLater()).toMatchObject([{ kind: 'posting-differs', id: charge }]);
});

it('reconciliation reports a payment that is missing in the ledger', async () => {
  const { chargeId: charge } = await sell();
  await post();
  await rewrite(sql`delete from ledger_entries where kind = 'payment' and occurred_at >= ${from()}`);
  expect(await findLater()).toMatchObject([
    { kind: 'missing-posting', id: charge, stripeCents: 4995, ourCents: 0 },
  ]);
});
