import { describe, expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { postBalanceRange } from '#server/domains/payments/balance-transaction.service.ts';
import { findDiscrepancies } from '#server/domains/reconciliation/find-discrepancies.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { losePayments, losePurchase } from '#tests/helpers/purchases/lost-purchase.ts';
import { makeReplacementInput, makeSentCard } from '#tests/helpers/purchases/physical-card.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';

const DAY_MS = 86_400_000;
const database = seededTestDb();
const { checkout, now, from, moveFrom, advance, find, sell } = testReconciliation(database);

const buy = (overrides: Parameters<typeof makeCardPurchase>[0] = {}) =>
  checkout().caller().checkout.buyCard(makeCardPurchase(overrides));

async function subscriptionIds(): Promise<string[]> {
  const rows = await database.db.selectFrom('subscriptions').select('providerId').execute();
  return rows.flatMap(({ providerId }) => providerId ?? []);
}

describe('reconciliation', () => {
  it('reports nothing after purchases, declines, refunds, disputes, renewals, and cancellations', async () => {
    const { caller, deps, sandbox } = checkout();
    const { code } = await makePromoCode(database.db, { percentOff: 100, isFree: true });
    await buy({ discountCode: code, token: 'none' });
    await expect(buy({ token: 'tok_chargeDeclined' })).rejects.toThrow();
    const [kept, refunded, disputed] = [
      await sell({ requestedPhysicalCard: true }),
      await sell(),
      await sell(),
    ];
    const owner = await makeAccount(database.db);
    await caller(owner).businessPlans.purchase(businessPlanPurchase());
    const holder = await makeAccount(database.db);
    const card = await makeSentCard(database.db, { accountId: holder.id });
    await withoutTriggers(database.db, (trx) =>
      trx
        .updateTable('subscriptions')
        .set({ providerId: null })
        .where('id', '=', card.subscriptionId)
        .execute(),
    );
    await caller(holder).physicalCards.buyReplacement(makeReplacementInput(card));
    await deps.stripe.refunds.create({ charge: refunded.chargeId, amount: 500 });
    await sandbox.control.dispute(disputed.chargeId);
    for (const { chargeId } of [refunded, disputed]) await syncCharge(deps, chargeId);
    await advance({ months: 1 });
    for (const subscriptionId of await subscriptionIds()) await syncSubscription(deps, subscriptionId);
    await deps.stripe.subscriptions.cancel(kept.subscriptionId);
    await syncSubscription(deps, kept.subscriptionId);
    await postBalanceRange(deps, { from: from(), to: null });
    expect(await find()).toEqual([]);
  });
});

describe('reconciliation reports', () => {
  it('a charge for which somebody mistyped the purchase in Stripe’s metadata', async () => {
    const { purchaseId, chargeId, subscriptionId } = await sell();
    await losePayments(database.db, purchaseId);
    await checkout().deps.stripe.subscriptions.update(subscriptionId, { metadata: { purchase: 'oops' } });
    expect((await find()).map(({ kind, id }) => [kind, id])).toContainEqual([
      'charge-without-purchase',
      chargeId,
    ]);
  });

  it('a charge whose purchase is missing in a restored database', async () => {
    const { purchaseId, chargeId } = await sell();
    await losePurchase(database.db, purchaseId);
    expect(await find()).toEqual([
      { kind: 'charge-without-purchase', id: chargeId, purchaseId: null, stripeCents: 4995, ourCents: 0 },
    ]);
  });

  it('a charge that was not settled, after the sweeper had time to do so', async () => {
    const { purchaseId, chargeId } = await sell();
    await losePayments(database.db, purchaseId);
    const discrepancies = await findDiscrepancies(checkout().deps, {
      from: from(),
      to: new Date(now().getTime() + DAY_MS),
    });
    expect(discrepancies.map(({ kind }) => kind)).toEqual(['purchase-without-charge']);
    expect(await find()).toContainEqual(
      expect.objectContaining({ kind: 'unrecorded-charge', id: chargeId, purchaseId, stripeCents: 4995 }),
    );
    await checkout().deps.stripe.refunds.create({ charge: chargeId, amount: 500 });
    expect(await find()).toContainEqual(
      expect.objectContaining({ kind: 'unrecorded-charge', id: chargeId, purchaseId, stripeCents: 4495 }),
    );
  });

  it('a purchase that is recorded as paid but was never charged', async () => {
    const { purchaseId } = await sell();
    await withoutTriggers(database.db, (trx) =>
      trx
        .updateTable('payments')
        .set({ providerInvoiceId: 'in_of_nobody' })
        .where('purchaseId', '=', purchaseId)
        .execute(),
    );
    expect(await find()).toContainEqual({
      kind: 'purchase-without-charge',
      id: purchaseId,
      purchaseId,
      stripeCents: 0,
      ourCents: 4995,
    });
  });

  it('a payment whose amount differs from the charge', async () => {
    const { purchaseId, chargeId } = await sell();
    await database.db
      .updateTable('payments')
      .set({ amountCents: 4994 })
      .where('purchaseId', '=', purchaseId)
      .execute();
    expect(await find()).toEqual([
      { kind: 'amount-differs', id: chargeId, purchaseId, stripeCents: 4995, ourCents: 4994 },
    ]);
  });

  it('an unrecorded refund or dispute, even of an older charge', async () => {
    const soldCards = [await sell(), await sell()];
    await advance({ days: 3 });
    moveFrom(now());
    await checkout().deps.stripe.refunds.create({ charge: String(soldCards[0]?.chargeId), amount: 500 });
    await checkout().sandbox.control.dispute(String(soldCards[1]?.chargeId));
    const discrepancies = await find();
    expect(discrepancies).toHaveLength(2);
    expect(discrepancies).toContainEqual(
      expect.objectContaining({
        kind: 'refund-differs',
        id: soldCards[0]?.chargeId,
        stripeCents: 500,
        ourCents: 0,
      }),
    );
    expect(discrepancies).toContainEqual(
      expect.objectContaining({ kind: 'refund-differs', id: soldCards[1]?.chargeId, stripeCents: 4995 }),
    );
  });

  it('a subscription that our database doesn’t know, unless it was refunded and has ended', async () => {
    const [running, ended] = [await sell(), await sell()];
    for (const { purchaseId, chargeId } of [running, ended]) {
      await checkout().deps.stripe.refunds.create({ charge: chargeId });
      await losePurchase(database.db, purchaseId);
    }
    await checkout().deps.stripe.subscriptions.cancel(ended.subscriptionId);
    expect((await find()).map(({ kind, id }) => [kind, id])).toEqual([
      ['orphaned-subscription', running.subscriptionId],
    ]);
  });

  it('a subscription that has ended or will not renew at Stripe but continues in our database', async () => {
    const [ended, ending] = [await sell(), await sell()];
    const { subscriptions } = checkout().deps.stripe;
    await subscriptions.cancel(ended.subscriptionId);
    await subscriptions.update(ending.subscriptionId, { cancel_at_period_end: true });
    const discrepancies = (await find()).map(({ kind, id }) => [kind, id]);
    expect(discrepancies.toSorted()).toEqual(
      [
        ['subscription-differs', ended.subscriptionId],
        ['subscription-differs', ending.subscriptionId],
      ].toSorted(),
    );
  });

  it('a renewal of a membership that has ended in our database', async () => {
    const { purchaseId, subscriptionId } = await sell();
    await database.db
      .updateTable('subscriptions')
      .set({ status: 'canceled', endedAt: now(), canceledAt: now() })
      .where('purchaseId', '=', purchaseId)
      .execute();
    await advance({ months: 1 });
    moveFrom(new Date(now().getTime() - DAY_MS));
    expect(await find()).toContainEqual(
      expect.objectContaining({ kind: 'subscription-differs', id: subscriptionId, purchaseId }),
    );
  });

  it('a paid purchase without its membership', async () => {
    const { purchaseId } = await sell();
    await withoutTriggers(database.db, (trx) =>
      trx
        .deleteFrom('memberships')
        .where('subscriptionId', 'in', (eb) =>
          eb.selectFrom('subscriptions').select('id').where('purchaseId', '=', purchaseId),
        )
        .execute(),
    );
    expect((await find()).map(({ kind, id }) => [kind, id])).toEqual([['missing-goods', purchaseId]]);
  });

  it('a purchase that remains open, and a promo code that a finished purchase still holds', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 10 });
    const [open, over] = [await sell({ discountCode: code }), await sell({ discountCode: code })];
    for (const [id, status] of [
      [open.purchaseId, 'pending'],
      [over.purchaseId, 'paid'],
    ] as const) {
      await database.db.updateTable('purchases').set({ status }).where('id', '=', id).execute();
      await database.db
        .updateTable('promoHolds')
        .set({ status: 'held' })
        .where('purchaseId', '=', id)
        .execute();
    }
    await advance({ hours: 2 });
    await postBalanceRange(checkout().deps, { from: from(), to: null });
    const discrepancies = (await find()).map(({ kind, id }) => [kind, id]);
    expect(discrepancies).toEqual([
      ['unfinished-purchase', open.purchaseId],
      ['leaked-hold', over.purchaseId],
    ]);
  });
});
